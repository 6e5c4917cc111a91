import { sql } from 'kysely';
import { accountEffect, placeholderAddress, shownAddress } from '../../domain/account/accountIdentity.ts';
import { dateAt, startedSlots } from '../../domain/time/calendar.ts';
import { emailKey } from '../../domain/account/email.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError, sessionEnded } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { AccountDeps } from '../account/address/deps.ts';
import { pointsChange } from '../ledger/ledger.ts';
import { checkLostPoints } from '../ledger/lostPoints.ts';
import { eraseInvitations } from '../account/invitations/invitations.ts';
import { keepAnOwner } from '../account/lastOwner.ts';
import { leaveAll } from '../bookings/waitingList/leave.ts';
import { lockUser, type User } from '../account/users.ts';

export type ClosingDeps = Pick<AccountDeps, 'database' | 'sessions' | 'links' | 'knownNetworks' | 'now'>;

/** Whether the user has a confirmed booking that has not ended, or an unpaid booking that is still held. */
async function hasUpcomingBookings(tx: Tx, userId: string, now: EpochMs): Promise<boolean> {
  const today = dateAt(now);
  const upcoming = await tx
    .selectFrom('booking')
    .select('id')
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`(status = 'held' and hold_expires_at > ${new Date(now)}
        or status = 'confirmed' and (day > ${today}::date
          or day = ${today}::date and end_slot >= ${startedSlots(today, now)}))`,
    )
    .limit(1)
    .executeTakeFirst();
  return upcoming !== undefined;
}

/**
 * Overwrites the data that identifies the user. The row stays, because bookings refer to it. Issued tax documents do not change.
 */
async function erasePersonalData(
  tx: Tx,
  { sessions, links, knownNetworks, now }: ClosingDeps,
  user: User,
): Promise<void> {
  const { id } = user;
  // An account that lost its address keeps it only for the emails about payments.
  const email = shownAddress(user) || user.released_email;
  await tx
    .updateTable('booking')
    .set({ wishes: null })
    .where('user_id', '=', id)
    .where('wishes', 'is not', null)
    .execute();
  await tx
    .updateTable('app_user')
    .set({
      email: placeholderAddress(id),
      password_hash: '',
      first_name: '',
      last_name: null,
      phone: '',
      company_name: null,
      website: null,
      business_type: null,
      half_points: 0,
      points_change: pointsChange({ kind: 'closing', at: now() }),
      monthly_half_points: 0,
      is_member: false,
      // A blocked account cannot book, not even with an access token that is still valid or on a server of the previous version.
      is_blocked: true,
      email_confirmed_at: null,
      closed_at: new Date(now()),
      closing_email: email,
      released_email: null,
    })
    .where('id', '=', id)
    .execute();
  await sessions.deleteAll(tx, id);
  await links.deleteAll(tx, id);
  await knownNetworks.forget(tx, id);
  if (email !== null) await eraseInvitations(tx, email);
  // Emails that are still due keep the address until they are sent.
  if (email !== null) {
    await tx
      .deleteFrom('letter')
      .where(sql`lower(to_address collate "C")`, '=', emailKey(email))
      .where('state', '<>', 'due')
      .execute();
  }
  await tx.deleteFrom('company_member').where('user_id', '=', id).execute();
  await tx.deleteFrom('billing_details').where('user_id', '=', id).execute();
}

/**
 * Closes an account for good. Name, address, phone, company, billing details, points, devices, links and waiting list entries are
 * erased. Bookings and payments stay without personal data, and tax documents stay as they were issued, because the law requires
 * them. The email address is kept for emails about payments. Throws 'bookings-ahead' while the user has an upcoming booking,
 * 'last-owner' for the only owner, what `checkLostPoints` throws, and 'unauthenticated' when the password was changed meanwhile.
 * A concurrent booking waits for the lock on the user's row and is then rejected.
 */
export async function closeAccount(
  deps: ClosingDeps,
  user: Pick<User, 'id' | 'password_hash'>,
  agreedPoints?: number,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    await keepAnOwner(tx, user.id);
    const current = await lockUser(tx, user.id);
    if (!current || current.password_hash !== user.password_hash) throw sessionEnded();
    if (accountEffect('close', current) === 'refuse') throw sessionEnded();
    await closeLocked(tx, deps, current, agreedPoints);
  });
}

/** The part of closing that the customer and the desk share. The caller has locked the user. */
export async function closeLocked(
  tx: Tx,
  deps: ClosingDeps,
  user: User,
  agreedPoints: number | undefined,
): Promise<void> {
  await leaveAll(tx, user.id);
  if (await hasUpcomingBookings(tx, user.id, deps.now())) {
    throw new ApiError('bookings-ahead', 'Please cancel your upcoming bookings first');
  }
  await checkLostPoints(tx, user, agreedPoints);
  await erasePersonalData(tx, deps, user);
}
