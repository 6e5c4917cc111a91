import type { PointKind } from '../../domain/pointKinds.ts';
import type { Tx } from '../database/schema.ts';

/** Why a balance changes. `at`: milliseconds since 1970. `key`: for what may happen once only. */
export interface PointsCause {
  readonly kind: PointKind;
  readonly at: number;
  readonly bookingId?: string;
  readonly paymentId?: string;
  readonly reason?: string;
  readonly key?: string;
}

/**
 * The value of `points_change` that an update of `half_points` sets with it: the trigger writes the ledger's entry from it
 * (decision 0071).
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

/** Adds half-points to a balance, or takes some. False, with nothing changed, when there are not enough. */
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
    .where('half_points', '>=', -halfPoints)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
