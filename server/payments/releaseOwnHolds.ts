import type { RequestedRange } from '../bookings/requestedRange.ts';
import { secondsToPay } from './holdTimes.ts';
import type { PaymentDeps } from './deps.ts';
import { releasePayment } from './release.ts';

/**
 * Asks the provider about the user's own holds that are in the way of a new booking of theirs, for one of them may have
 * been paid without our having heard: only those that were not are given up. A hold of just this stretch at
 * `payablePaise` that can still be paid is left alone, to be paid; null: every hold is in the way. Refuses with 503 when
 * the provider does not answer, and with 410 when the money came too late. Never inside a transaction.
 */
export async function releaseOwnHolds(
  deps: PaymentDeps,
  { userId, roomId, day, range }: RequestedRange,
  payablePaise: number | null,
): Promise<void> {
  const holds = await deps.database
    .selectFrom('booking')
    .select(['id', 'start_slot', 'end_slot', 'total_paise', 'created_at'])
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('status', '=', 'held')
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start)
    .execute();
  for (const { id, start_slot, end_slot, total_paise, created_at } of holds) {
    const same = start_slot === range.start && end_slot === range.end && total_paise === payablePaise;
    if (!same || secondsToPay(created_at, deps.now()) <= 0) await releasePayment(deps, id, userId);
  }
}
