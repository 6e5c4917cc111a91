import type { Role } from '../../domain/account/roles.ts';
import type { Tx } from '../platform/database/schema.ts';
import { keepAnOwner } from './lastOwner.ts';
import type { Sessions } from './session/sessions.ts';
import type { User } from './users.ts';

/**
 * Gives a role to an account, whose row the caller has locked. The sessions of an account whose password was never checked end, so
 * that the next sign-in checks it. Throws 409 'last-owner' when the only owner would lose the role.
 */
export async function setRole(
  tx: Tx,
  { id, password_is_weak }: Pick<User, 'id' | 'password_is_weak'>,
  role: Role,
  sessions: Pick<Sessions, 'revokeAll'>,
): Promise<void> {
  await keepAnOwner(tx, id);
  await tx.updateTable('app_user').set({ role }).where('id', '=', id).execute();
  if (role !== 'customer' && password_is_weak === null) await sessions.revokeAll(tx, id);
}
