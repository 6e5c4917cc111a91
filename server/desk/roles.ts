import { sql } from 'kysely';
import type { Colleague, GiveRoleRequest } from '../../contract/desk/desk.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { roles, type Role, type StaffRole } from '../../domain/account/roles.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Sessions } from '../account/session/sessions.ts';
import { endInvitation } from '../account/invitations/invitations.ts';
import { setRole } from '../account/setRole.ts';
import { lockUserByEmail } from '../account/users.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { checkMayReceiveAt } from '../account/address/givenAccount.ts';
import type { AuditedResult } from '../audit/staffChange.ts';

/** All accounts with a role, ordered by role (owners first) and name. */
export async function colleagues(database: Database): Promise<Colleague[]> {
  const users = await database
    .selectFrom('app_user')
    .leftJoin('second_factor', (join) =>
      join
        .onRef('second_factor.user_id', '=', 'app_user.id')
        .on('second_factor.confirmed_at', 'is not', null),
    )
    .select(['id', 'first_name', 'last_name', 'email', 'role', 'second_factor.user_id as factor'])
    .where(sql<boolean>`role <> 'customer'`)
    .where('closed_at', 'is', null)
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  return users
    .map(({ id, first_name, last_name, email, role, factor }) => ({
      id,
      name: fullName(first_name, last_name),
      email,
      role: role as StaffRole,
      second_factor: factor !== null,
    }))
    .toSorted((a, b) => roles.indexOf(b.role) - roles.indexOf(a.role));
}

/**
 * Gives a role to the account with an email address; 'customer' removes it. Throws 404 for an address without an account, 409
 * 'email-unconfirmed' for an account with an unconfirmed address, because the real owner of the address may take the account over,
 * and 409 'last-owner' when the only owner would lose the role. An open invitation of the address ends.
 */
export async function giveRole(
  tx: Tx,
  { email, role, reason }: Omit<GiveRoleRequest, 'reason'> & { readonly reason?: string },
  sessions: Pick<Sessions, 'revokeAll'>,
  now: EpochMs,
): Promise<AuditedResult<{ role: Role }>> {
  const user = await lockUserByEmail(tx, email);
  if (!user || user.closed_at !== null) {
    throw new ApiError('not-found', 'There is no account with this address', {
      fields: { email: 'has no account' },
    });
  }
  if (user.role === role) return { result: { role }, changes: [] };
  if (role !== 'customer') checkMayReceiveAt('role', user);
  await setRole(tx, user, role, sessions);
  // Its link would give another role.
  await endInvitation(tx, user.email, now);
  const change = {
    action: 'role given',
    subject: 'account',
    subjectId: user.id,
    was: { role: user.role },
    became: { role },
    reason,
  } as const;
  return { result: { role }, changes: [change] };
}
