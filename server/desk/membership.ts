import type { BlockRequest, MembershipRequest, PointsRequest } from '../../contract/desk/people.ts';
import { pointsFromHalf } from '../../domain/money/points.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { keepAnOwner } from '../account/lastOwner.ts';
import type { Sessions } from '../account/session/sessions.ts';
import { lockUser, type User } from '../account/users.ts';
import { ApiError, fieldError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { changePoints } from '../ledger/ledger.ts';
import { renewInTransaction } from '../points/renewal.ts';
import { checkMayReceive } from '../account/address/givenAccount.ts';
import type { AuditedResult } from '../audit/staffChange.ts';

/** Reads an account and locks its row. Throws 404 for an unknown or closed account. */
export async function lockAccount(tx: Tx, id: string): Promise<User> {
  const user = await lockUser(tx, id);
  if (!user || user.closed_at !== null) throw new ApiError('not-found', 'There is no such account');
  return user;
}

const changedMeanwhile = (present: Record<string, string | number | boolean>): ApiError =>
  new ApiError('changed-meanwhile', 'This account has changed since it was shown', { present });

const membershipOf = (user: Pick<User, 'is_member' | 'monthly_half_points'>) => ({
  is_member: user.is_member,
  monthly_points: pointsFromHalf(user.monthly_half_points),
});

/**
 * Begins or ends a membership, or changes its monthly points. The points of the current month are granted at once if the
 * account has had none; existing points stay. A repeated call changes nothing. Throws 409 'changed-meanwhile' with the current
 * membership when it is not the one that was shown, 409 'email-unconfirmed' for beginning one of an unproven account, and 404 for an unknown or closed account.
 */
export async function setMembership(
  tx: Tx,
  { user_id: id, was_member, was_monthly, is_member, monthly_points, reason }: MembershipRequest,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const user = await lockAccount(tx, id);
  if (user.is_member === is_member && user.monthly_half_points === monthly_points) {
    return { result: null, changes: [] };
  }
  if (user.is_member !== was_member || user.monthly_half_points !== was_monthly) {
    throw changedMeanwhile(membershipOf(user));
  }
  if (is_member) checkMayReceive('membership', user);
  const membership = { is_member, monthly_half_points: monthly_points };
  await tx.updateTable('app_user').set(membership).where('id', '=', id).execute();
  await renewInTransaction(tx, id, now);
  const change = {
    action: 'membership changed',
    subject: 'account',
    subjectId: id,
    was: membershipOf(user),
    became: membershipOf(membership),
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/**
 * Blocks an account and revokes its sessions, or unblocks it. Bookings stay. Throws 403 for an account with a role, which an owner
 * must remove first, and 404 for an unknown or closed account.
 */
export async function setBlocked(
  tx: Tx,
  { user_id: id, blocked, reason }: BlockRequest,
  sessions: Pick<Sessions, 'revokeAll'>,
): Promise<AuditedResult<null>> {
  const user = await lockAccount(tx, id);
  if (user.role !== 'customer') {
    throw new ApiError(
      'not-allowed',
      'This account has a role at the desk: an owner must remove the role first',
    );
  }
  if (user.is_blocked === blocked) return { result: null, changes: [] };
  await keepAnOwner(tx, id);
  await tx.updateTable('app_user').set({ is_blocked: blocked }).where('id', '=', id).execute();
  if (blocked) await sessions.revokeAll(tx, id);
  const change = {
    action: blocked ? 'blocked an account' : 'unblocked an account',
    subject: 'account',
    subjectId: id,
    was: { is_blocked: user.is_blocked },
    became: { is_blocked: blocked },
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/**
 * Grants points, or corrects a balance up or down. Throws 409 'changed-meanwhile' with the current balance when it is not the one
 * that was shown, which also rejects a repeated call; 409 'email-unconfirmed' for giving points to an unproven account; 400 for a correction below 0; and 404 for an unknown or closed account.
 */
export async function adjustPoints(
  tx: Tx,
  kind: 'grant' | 'correction',
  { user_id: id, points, balance, reason }: PointsRequest,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const user = await lockAccount(tx, id);
  if (user.half_points !== balance) throw changedMeanwhile({ balance: pointsFromHalf(user.half_points) });
  if (points > 0) checkMayReceive('points', user);
  if (!(await changePoints(tx, id, points, { kind, reason, at: now }))) {
    throw fieldError('points', 'must not make the balance negative');
  }
  const change = {
    action: kind === 'grant' ? 'points given' : 'points corrected',
    subject: 'account',
    subjectId: id,
    was: { points: pointsFromHalf(user.half_points) },
    became: { points: pointsFromHalf(user.half_points + points) },
    reason,
  } as const;
  return { result: null, changes: [change] };
}
