import type { PointKind } from '../../domain/pointKinds.ts';
import type { Tx } from '../database/schema.ts';

/** The cause of a change of a balance. `at`: milliseconds since 1970. `key`: unique, for a change that may happen only once. */
export interface PointsCause {
  readonly kind: PointKind;
  readonly at: number;
  readonly bookingId?: string;
  readonly paymentId?: string;
  readonly reason?: string;
  readonly key?: string;
}

/**
 * The value of `points_change`, which every update of `half_points` must set. A trigger writes the ledger entry from it
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

/** Adds half-points to a balance; a negative number takes some. False, with nothing changed, when the balance is too low. */
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
