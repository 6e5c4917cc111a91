import { revokeFeed } from '../calendar/feeds.ts';
import type { Tx } from '../database/schema.ts';
import type { AccountDeps } from './deps.ts';
import type { User } from './users.ts';

/** The stored text of an account without an address. It is not an e-mail address, so nothing is sent to it. */
export const placeholderAddress = (id: string): string => `none:${id}`;

/**
 * An account that was never confirmed gives its address up to somebody who proved that it is theirs (decision 0046). Its
 * sessions end and nobody can sign in to it again; its bookings stay on the books with its name and phone number. The
 * caller has locked its row.
 */
export async function releaseAddress(
  tx: Tx,
  { sessions, links, now }: Pick<AccountDeps, 'sessions' | 'links' | 'now'>,
  { id }: Pick<User, 'id'>,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ email: placeholderAddress(id), is_blocked: true, closed_at: new Date(now()) })
    .where('id', '=', id)
    .execute();
  await sessions.revokeAll(tx, id);
  await links.revokeAll(tx, id);
  await revokeFeed(tx, id);
}
