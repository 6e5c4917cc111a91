import type { AcceptInvitationRequest } from '../../../contract/desk/invitations.ts';
import type { LinkDetails, UsedLink } from '../../../contract/account/links.ts';
import { addressEffect } from '../../../domain/account/accountIdentity.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import type { StaffRole } from '../../../domain/account/roles.ts';
import { authoredChange } from '../../audit/staffChange.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { confirmPresentAddress, type LinkProof } from '../address/confirmAddress.ts';
import type { AccountDeps } from '../address/deps.ts';
import { linkDetailsOf } from '../address/linkedAccount.ts';
import type { SignedInUser } from '../session/accessTokens.ts';
import { handOver } from '../address/handOver.ts';
import { setRole } from '../setRole.ts';
import { addUser, lockUserByEmail, userByEmail, type User } from '../users.ts';
import { endInvitation, usableInvitation } from './invitations.ts';

type Deps = Pick<AccountDeps, 'database' | 'sessions' | 'links' | 'now'>;

/**
 * What shows that the person who accepts may use the account with the address: a session or the password of that account, or for an
 * address without an account, or with one that the desk made, a new password.
 */
export type InvitedProof = LinkProof | { readonly newHash: string };

/** The invitation of a token, without using it. Undefined when it is unknown, used, withdrawn, replaced or expired. */
export async function findInvitation(
  { database, links, now }: Pick<AccountDeps, 'database' | 'links' | 'now'>,
  token: string,
): Promise<{ readonly email: string; readonly role: StaffRole } | undefined> {
  const link = await links.find('staff-invitation', token);
  return link && usableInvitation(database, link.email, now());
}

/** What the page of an invitation's link shows. `caller`: the signed-in user of the browser. */
export async function readInvitation(
  deps: Pick<AccountDeps, 'database' | 'links' | 'now'>,
  token: string,
  caller: SignedInUser | null,
): Promise<LinkDetails | undefined> {
  const invitation = await findInvitation(deps, token);
  if (!invitation) return undefined;
  const { email, role } = invitation;
  const user = await userByEmail(deps.database, email);
  return { ...(await linkDetailsOf(deps, 'invitation', { email, device: null }, user, caller)), role };
}

const changedMeanwhile = (): ApiError =>
  new ApiError('changed-meanwhile', 'The account with this address has changed: please open the link again');

async function makeAccount(
  tx: Tx,
  { now }: Deps,
  email: string,
  proof: InvitedProof,
  { first_name, last_name, phone }: AcceptInvitationRequest,
): Promise<Pick<User, 'id' | 'first_name' | 'last_name' | 'password_is_weak'>> {
  if (!('newHash' in proof) || first_name === undefined || phone === undefined) throw changedMeanwhile();
  const person = { first_name, last_name: last_name ?? null, password_is_weak: false };
  const id = await addUser(tx, {
    ...person,
    email,
    phone,
    password_hash: proof.newHash,
    email_confirmed_at: new Date(now()),
  });
  if (id === undefined) throw changedMeanwhile();
  return { id, ...person };
}

/** Proves the account with the address of an invitation to the person who accepts it. Throws 409 when it has changed since. */
async function takeAccount(tx: Tx, deps: Deps, user: User, proof: InvitedProof): Promise<User> {
  const effect = addressEffect('acceptInvitation', user);
  if (effect === 'hand-over') {
    if (!('newHash' in proof)) throw changedMeanwhile();
    await handOver(tx, deps, user, { password_hash: proof.newHash });
    return { ...user, password_is_weak: false };
  }
  if ('newHash' in proof) throw changedMeanwhile();
  const isProven =
    'session' in proof ? proof.session.id === user.id : proof.checkedHash === user.password_hash;
  if (!isProven) throw changedMeanwhile();
  if (effect === 'confirm') await confirmPresentAddress(tx, deps, user, proof);
  return user;
}

/** Ends the invitation of a used link. Undefined when it has ended already, and when its inviter is no owner any more. */
async function takeInvitation(tx: Tx, deps: Deps, email: string) {
  const invitation = await endInvitation(tx, email, deps.now());
  if (!invitation) return undefined;
  const inviter = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', invitation.invited_by)
    .where('role', '=', 'owner')
    .where('is_blocked', '=', false)
    .forShare()
    .executeTakeFirst();
  return inviter && invitation;
}

/** The link is not valid any more. */
const INVALID = { author: { id: null, name: '' }, result: null, changes: [] };

/**
 * Gives the role of an invitation to the account with its address, which is made when there is none. The link can be used once.
 * Null when it is not valid any more, and when the account has a role meanwhile. Throws 403 for a blocked account, and 409 when
 * the account with the address is another one than the proof is of.
 */
export const acceptInvitation = (
  deps: Deps,
  request: AcceptInvitationRequest,
  proof: InvitedProof,
): Promise<UsedLink | null> =>
  authoredChange<UsedLink | null>(deps.database, deps.now(), async (tx) => {
    const link = await deps.links.use(tx, 'staff-invitation', request.token);
    if (!link) return INVALID;
    const { email } = link;
    const found = await lockUserByEmail(tx, email);
    const invitation = await takeInvitation(tx, deps, email);
    if (!invitation || (found && found.role !== 'customer')) return INVALID;
    if (found?.is_blocked) throw new ApiError('not-allowed', 'This account is blocked');
    const user = found
      ? await takeAccount(tx, deps, found, proof)
      : await makeAccount(tx, deps, email, proof, request);
    const { id, role } = invitation;
    await setRole(tx, user, role, deps.sessions);
    const change = {
      action: 'invitation accepted',
      subject: 'account',
      subjectId: user.id,
      was: { role: 'customer' },
      became: { role, invitation_id: id },
    } as const;
    return {
      author: { id: user.id, name: fullName(user.first_name, user.last_name) },
      result: { action: 'invitation', email },
      changes: [change],
    };
  });

/** "This was not me": ends an invitation. Null when the link is not one of an open invitation. */
export const declineInvitation = (deps: Deps, token: string): Promise<UsedLink | null> =>
  authoredChange<UsedLink | null>(deps.database, deps.now(), async (tx) => {
    const link = await deps.links.use(tx, 'staff-invitation', token);
    const invitation = link && (await endInvitation(tx, link.email, deps.now()));
    if (!invitation) return INVALID;
    const change = {
      action: 'invitation declined',
      subject: 'invitation',
      subjectId: invitation.id,
      was: { role: invitation.role },
      became: null,
    } as const;
    return {
      author: { id: null, name: 'the invited person' },
      result: { action: 'invitation', email: link.email },
      changes: [change],
    };
  });
