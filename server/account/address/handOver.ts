import type { PendingRegistration, Tx } from '../../platform/database/schema.ts';
import type { AccountDeps } from './deps.ts';
import type { User } from '../users.ts';

/** The password of the new user, with the details of the registration when there is one. */
type NewUser = Pick<PendingRegistration, 'password_hash'> & Partial<PendingRegistration>;

/**
 * Hands an account over to the person who proved its address (decision 0005): the row stays, and with it bookings, points, membership
 * and payments. The password changes, the address is confirmed, and all sessions, links and the calendar feed end, because
 * another person may have used them. The caller has locked the account's row.
 */
export async function handOver(
  tx: Tx,
  { sessions, links, now }: Pick<AccountDeps, 'sessions' | 'links' | 'now'>,
  { id }: Pick<User, 'id'>,
  newUser: NewUser,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set(({ fn, val }) => ({
      ...newUser,
      password_is_weak: false,
      email_confirmed_at: fn.coalesce('email_confirmed_at', val(new Date(now()))),
    }))
    .where('id', '=', id)
    .execute();
  await sessions.revokeAll(tx, id);
  await links.revokeAll(tx, id);
}
