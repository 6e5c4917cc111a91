import type { Tx } from '../database/schema.ts';
import type { AccountDeps } from './deps.ts';
import { keepAnOwner } from './lastOwner.ts';
import type { User } from './users.ts';

/** The stored text of an account without an address. It is not an email address, so nothing is sent to it. */
export const placeholderAddress = (id: string): string => `none:${id}`;

/**
 * Removes the address from an account that was never confirmed, because another person has proved to own it (decision
 * 0046). The account's sessions are revoked and nobody can sign in to it again. Its bookings stay, with its name and phone
 * number. The caller has locked the account's row.
 */
export async function releaseAddress(
  tx: Tx,
  { sessions, links, now }: Pick<AccountDeps, 'sessions' | 'links' | 'now'>,
  { id }: Pick<User, 'id'>,
): Promise<void> {
  await keepAnOwner(tx, id);
  await tx
    .updateTable('app_user')
    .set({ email: placeholderAddress(id), is_blocked: true, closed_at: new Date(now()) })
    .where('id', '=', id)
    .execute();
  await sessions.revokeAll(tx, id);
  await links.revokeAll(tx, id);
}
