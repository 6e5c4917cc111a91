import { sql } from 'kysely';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { PointKind } from '../../domain/money/pointKinds.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { brokenPointsRule, hasPoints } from '../rules/bookingRules.ts';

/** `key`: unique, for a change that may happen only once. */
export interface PointsCause {
  readonly kind: PointKind;
  readonly at: EpochMs;
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
 * Throws 403 for a customer who cannot pay with points, and 422 for one with too few. The caller has locked the user's row.
 */
export async function checkPoints(tx: Tx, userId: string, halfPoints: number): Promise<void> {
  const broken = await brokenPointsRule(tx, userId, halfPoints);
  if (broken === 'not-a-member') throw new ApiError(broken, 'Only members book with Lit points');
  if (broken !== null) throw new ApiError(broken, 'There are not enough Lit points left');
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
    .where(cause.kind === 'use' ? hasPoints(-halfPoints) : sql<boolean>`half_points >= ${-halfPoints}`)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Takes half-points for a booking. Throws as `checkPoints`. The caller has locked the user's row. */
export async function usePoints(
  tx: Tx,
  userId: string,
  halfPoints: number,
  { bookingId, at }: { readonly bookingId: string; readonly at: EpochMs },
): Promise<void> {
  if (await changePoints(tx, userId, -halfPoints, { kind: 'use', bookingId, at })) return;
  await checkPoints(tx, userId, halfPoints);
}
