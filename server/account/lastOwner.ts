import { sql } from 'kysely';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';

/**
 * Throws 409 'last-owner' when an account is the only owner who can work, because without one nobody could assign roles.
 * Everything that takes the role, the address or the access of an account calls it. Locks the rows of all owners in one order, so
 * that two owners who leave at the same time are serialised; a caller that locks the account's row should do so afterwards.
 */
export async function keepAnOwner(tx: Tx, userId: string): Promise<void> {
  const owners = await tx
    .selectFrom('app_user')
    .select('id')
    // Not a parameter, so that the index of the staff is used.
    .where('role', '=', sql.lit('owner'))
    .where('closed_at', 'is', null)
    .where('is_blocked', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const [only] = owners;
  if (owners.length === 1 && only?.id === userId) {
    throw new ApiError('last-owner', 'This is the only owner: make somebody else an owner first');
  }
}
