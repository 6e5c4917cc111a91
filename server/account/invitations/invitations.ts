import { sql } from 'kysely';
import type {
  Invitation,
  InviteRequest,
  WithdrawInvitationRequest,
} from '../../../contract/desk/invitations.ts';
import { emailKey } from '../../../domain/account/email.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { roleTitles, type StaffRole } from '../../../domain/account/roles.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { AuditedChange, AuditedResult, Staff } from '../../audit/staffChange.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { lockNamed } from '../../platform/database/transaction.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { AccountDeps } from '../address/deps.ts';
import { endLink } from '../address/links.ts';
import { lockUserByEmail } from '../users.ts';

const DAY_MS = 24 * 3_600_000;
/** How long an ended invitation keeps its address, which the audit shows, and an open one that nobody used. */
const KEPT_MS = 30 * DAY_MS;
const UNUSED_MS = 90 * DAY_MS;

type Deps = Pick<AccountDeps, 'links' | 'now'>;

/** The link of an invitation is one of its address, so that another invitation replaces it. */
export const invitationSubject = (email: string): string => emailKey(email);

const addressKey = sql<string>`lower(staff_invitation.email collate "C")`;

/**
 * Those that nobody has used or withdrawn. `usable_until`: when the link ends; null when it has ended, and when the inviter is no
 * owner any more.
 */
const openInvitations = (database: Database | Tx, now: EpochMs) =>
  database
    .selectFrom('staff_invitation')
    .innerJoin('app_user', 'app_user.id', 'staff_invitation.invited_by')
    .leftJoin('account_link', (join) =>
      join
        .on('account_link.purpose', '=', 'staff-invitation')
        .on('account_link.subject', '=', addressKey)
        .on('account_link.used_at', 'is', null)
        .on('account_link.expires_at', '>', new Date(now))
        .on('app_user.role', '=', 'owner')
        .on('app_user.is_blocked', '=', false),
    )
    .select(['staff_invitation.id', 'staff_invitation.email', 'staff_invitation.role', 'sent_at'])
    .select(['app_user.first_name', 'app_user.last_name', 'account_link.expires_at as usable_until'])
    .where('staff_invitation.ended_at', 'is', null);

/** The open invitation of an address, which its link can still use. `now`: the server's clock. */
export const usableInvitation = (database: Database | Tx, email: string, now: EpochMs) =>
  openInvitations(database, now)
    .where(addressKey, '=', emailKey(email))
    .where('account_link.expires_at', 'is not', null)
    .executeTakeFirst();

/** All open invitations, the latest first. */
export async function invitations(database: Database, now: EpochMs): Promise<Invitation[]> {
  const open = await openInvitations(database, now)
    .orderBy('sent_at', 'desc')
    .orderBy('staff_invitation.id')
    .execute();
  return open.map(({ id, email, role, sent_at, first_name, last_name, usable_until }) => ({
    id,
    email,
    role,
    invited_by: fullName(first_name, last_name),
    sent_at: sent_at.toISOString(),
    usable_until: usable_until?.toISOString() ?? null,
  }));
}

/** Deletes invitations that ended long ago. */
export async function deleteOldInvitations(tx: Tx, now: EpochMs): Promise<void> {
  await tx
    .deleteFrom('staff_invitation')
    .where((where) =>
      where.or([
        where('ended_at', '<', new Date(now - KEPT_MS)),
        where('sent_at', '<', new Date(now - UNUSED_MS)),
      ]),
    )
    .execute();
}

/** Queues the email with a new link. The previous link of the address ends. Throws 429 after too many emails. */
async function sendInvitation(tx: Tx, { links, now }: Deps, email: string): Promise<void> {
  const link = await links.create(tx, {
    purpose: 'staff-invitation',
    subject: invitationSubject(email),
    userId: null,
    email,
    device: null,
  });
  if (link === null) {
    throw new ApiError('too-many-requests', 'Several emails were sent to this address just now: please wait');
  }
  await queueEmail(tx, {
    kind: 'staff-invitation',
    key: link.id,
    to: { name: null, address: email },
    payload: { request_id: link.id },
    now: now(),
    until: link.expiresAt,
  });
}

/**
 * Invites the person with an address to the staff, by an email whose link is valid for a week. The same invitation again changes
 * nothing; one that has expired is renewed. Throws 400 for an address whose account has a role or is blocked, and for one that is
 * invited with another role.
 */
export async function invite(
  tx: Tx,
  { email, role, reason }: InviteRequest,
  staff: Staff,
  deps: Deps,
): Promise<AuditedResult<null>> {
  const at = deps.now();
  // Otherwise a call could end the invitation that another one has made since it looked.
  await lockNamed(tx, 'staff invitations');
  await deleteOldInvitations(tx, at);
  const user = await lockUserByEmail(tx, email);
  if (user && user.role !== 'customer') throw fieldError('email', 'has a role already, which you can change');
  if (user?.is_blocked) throw fieldError('email', 'belongs to a blocked account');
  const usable = await usableInvitation(tx, email, at);
  if (usable?.role === role) return { result: null, changes: [] };
  if (usable)
    throw fieldError('email', `is invited as ${roleTitles[usable.role]}: withdraw that invitation first`);
  const ended = await endInvitation(tx, email, at);
  const invitation = await tx
    .insertInto('staff_invitation')
    .values({ email, role, invited_by: staff.id, sent_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!invitation) {
    // Another call has just invited the address.
    if ((await usableInvitation(tx, email, at))?.role === role) return { result: null, changes: [] };
    throw new ApiError('changed-meanwhile', 'This address has just been invited');
  }
  await sendInvitation(tx, deps, email);
  const change: AuditedChange = {
    action: 'invited',
    subject: 'invitation',
    subjectId: invitation.id,
    was: ended ? { role: ended.role } : null,
    became: { role },
    reason,
  };
  return { result: null, changes: [change] };
}

/** Locked until the transaction ends. Throws 404 for an invitation that has ended. */
async function lockOpen(tx: Tx, id: string): Promise<{ email: string; role: string }> {
  const open = await tx
    .selectFrom('staff_invitation')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) throw new ApiError('not-found', 'This invitation was used or withdrawn');
  return open;
}

/** Sends the email of an invitation with a new link, which is valid for a week. The one who sends it is the inviter from now on. */
export async function sendInvitationAgain(
  tx: Tx,
  id: string,
  staff: Staff,
  deps: Deps,
): Promise<AuditedResult<null>> {
  const { email, role } = await lockOpen(tx, id);
  await tx
    .updateTable('staff_invitation')
    .set({ invited_by: staff.id, sent_at: new Date(deps.now()) })
    .where('id', '=', id)
    .execute();
  await sendInvitation(tx, deps, email);
  const change: AuditedChange = {
    action: 'invitation sent again',
    subject: 'invitation',
    subjectId: id,
    was: null,
    became: { role },
  };
  return { result: null, changes: [change] };
}

/** Ends an invitation and its link. */
export async function withdrawInvitation(
  tx: Tx,
  { invitation_id: id, reason }: WithdrawInvitationRequest,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const { email, role } = await lockOpen(tx, id);
  await endInvitation(tx, email, now);
  const change: AuditedChange = {
    action: 'invitation withdrawn',
    subject: 'invitation',
    subjectId: id,
    was: { role },
    became: null,
    reason,
  };
  return { result: null, changes: [change] };
}

interface EndedInvitation {
  readonly id: string;
  readonly role: StaffRole;
  readonly invited_by: string;
}

/** Ends the open invitation of an address, if there is one, and its link. */
export async function endInvitation(
  tx: Tx,
  email: string,
  now: EpochMs,
): Promise<EndedInvitation | undefined> {
  await endLink(tx, 'staff-invitation', invitationSubject(email), now);
  return tx
    .updateTable('staff_invitation')
    .set({ ended_at: new Date(now) })
    .where(addressKey, '=', emailKey(email))
    .where('ended_at', 'is', null)
    .returning(['id', 'role', 'invited_by'])
    .executeTakeFirst();
}

/** Deletes what invitations store about an address. */
export async function eraseInvitations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('staff_invitation').where(addressKey, '=', emailKey(email)).execute();
  await tx
    .deleteFrom('account_link')
    .where('purpose', '=', 'staff-invitation')
    .where('subject', '=', invitationSubject(email))
    .execute();
}
