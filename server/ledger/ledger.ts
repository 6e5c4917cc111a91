import { sql, type RawBuilder } from 'kysely';
import type { PointKind } from '../../domain/money/pointKinds.ts';
import { paysWithPoints, spendableHalfPoints, type PointsHolder } from '../../domain/money/points.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';

/** `at`: milliseconds since 1970. `key`: unique, for a change that may happen only once. */
export interface PointsCause {
  readonly kind: PointKind;
  readonly at: number;
  readonly bookingId?: string;
  readonly paymentId?: string;
  readonly reason?: string;
  readonly key?: string;
}

/**
 * The value of `points_change`, which every update of `half_points` must set. A trigger writes the ledger entry from it.
 */
export const pointsChange = ({ kind, at, bookingId, paymentId, reason, key }: PointsCause): string =>
  JSON.stringify({
    kind,
    at: new Date(at).toISOString(),
    booking_id: bookingId,
    payment_id: paymentId,
    reason,
    key,
  });

/**
 * SQL: the half-points with which the outer query's `app_user` can pay. It is `spendableHalfPoints` for statements, and the
 * trigger that records a use takes the points from the same part of the balance (decision 0041).
 */
export const spendableOf: RawBuilder<number> = sql<number>`
  case when app_user.is_member then app_user.half_points else app_user.own_half_points end`;

/** Throws 403 for a customer who cannot pay with points, and 422 for one with too few. */
export function checkSpendable(user: PointsHolder, halfPoints: number): void {
  if (!paysWithPoints(user)) throw new ApiError('not-a-member', 'Only members book with Lit points');
  if (spendableHalfPoints(user) < halfPoints) {
    throw new ApiError('not-enough-points', 'There are not enough Lit points left');
  }
}

/**
 * Adds half-points to a balance; a negative number takes some. False, with nothing changed, when the balance is too low; for a
 * use, when the user cannot pay with that many points.
 */
export async function changePoints(
  tx: Tx,
  userId: string,
  halfPoints: number,
  cause: PointsCause,
): Promise<boolean> {
  if (halfPoints === 0) return true;
  const changed = await tx
    .updateTable('app_user')
    .set(({ eb }) => ({
      half_points: eb('half_points', '+', halfPoints),
      points_change: pointsChange(cause),
    }))
    .where('id', '=', userId)
    .where(cause.kind === 'use' ? spendableOf : sql<number>`half_points`, '>=', -halfPoints)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Takes half-points for a booking. Throws as `checkSpendable`. The caller has locked the user's row. */
export async function usePoints(
  tx: Tx,
  userId: string,
  halfPoints: number,
  { bookingId, at }: { readonly bookingId: string; readonly at: number },
): Promise<void> {
  if (await changePoints(tx, userId, -halfPoints, { kind: 'use', bookingId, at })) return;
  const user = await tx
    .selectFrom('app_user')
    .select(['is_member', 'half_points', 'own_half_points'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  checkSpendable(user, halfPoints);
}
