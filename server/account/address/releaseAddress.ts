import { sql } from 'kysely';
import { placeholderAddress } from '../../../domain/account/accountIdentity.ts';
import { endInvitations } from '../../calendar/entries.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import type { AccountDeps } from './deps.ts';
import { keepAnOwner } from '../lastOwner.ts';
import type { User } from '../users.ts';

/**
 * Whether an account has anything that its user may need to see again: bookings, purchases of points, points or a membership.
 * A hold that has expired counts, because its payment may still arrive.
 */
export async function holdsAnything(database: Database | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select half_points > 0 or is_member
      or exists (select from booking where booking.user_id = app_user.id)
      or exists (select from point_purchase where point_purchase.user_id = app_user.id) as holds
    from app_user where id = ${userId}`.execute(database);
  return rows[0]?.holds === true;
}

/**
 * Removes the address from an unproven account, because another person has proved to own the address, or the desk gives it to
 * somebody else. An account that holds anything stays open without an address: its sessions see, cancel and
 * refund its bookings, and can enter another address. An account that holds nothing is closed. The caller has locked the
 * account's row, so no booking or payment comes between. The address is no longer invited to the account's bookings.
 */
export async function releaseAddress(
  tx: Tx,
  { sessions, links, now }: Pick<AccountDeps, 'sessions' | 'links' | 'now'>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<'lost-address' | 'closed'> {
  await keepAnOwner(tx, id);
  const isOpen = await holdsAnything(tx, id);
  await tx
    .updateTable('app_user')
    .set({
      email: placeholderAddress(id),
      ...(isOpen ? { released_email: email } : { is_blocked: true, closed_at: new Date(now()) }),
    })
    .where('id', '=', id)
    .execute();
  await links.revokeAll(tx, id);
  await endInvitations(tx, { userId: id, now: now() });
  if (isOpen) return 'lost-address';
  await sessions.revokeAll(tx, id);
  return 'closed';
}
