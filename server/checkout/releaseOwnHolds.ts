import { isHeld } from '../slots/bookingSlots.ts';
import { ownOverlappingBookings } from '../slots/ownOverlappingBookings.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import { headOfBooking, isOfSeries } from '../slots/seriesDates.ts';
import { secondsToPay } from '../payments/holdTimes.ts';
import { hasLink } from '../payments/links.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { releasePayment } from '../payments/release.ts';

/**
 * Releases the user's own holds that overlap a new booking, including holds of moves. The payment status of each is fetched
 * first, because a hold may have been paid without a report. A live hold of exactly this range at `payablePaise` stays,
 * because it can still be paid; with null every hold is released. A hold without an order cannot have been paid. The
 * booking's transaction replaces such a hold itself, so that its slots are never free in between. Throws 503 when the
 * provider does not respond, and 410 for a payment that came too late. Must not be called inside a transaction.
 */
export async function releaseOwnHolds(
  deps: PaymentDeps,
  requested: RequestedRange,
  payablePaise: number | null,
): Promise<void> {
  const { userId, range } = requested;
  const holds = await ownOverlappingBookings(deps.database, requested, isHeld)
    .select([
      'id',
      'start_slot',
      'end_slot',
      'total_paise',
      'created_at',
      isOfSeries.as('is_of_series'),
      hasLink.as('has_link'),
    ])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('payment_order').where('payment_order.booking_id', '=', headOfBooking)),
    )
    .execute();
  for (const { id, start_slot, end_slot, total_paise, created_at, is_of_series, has_link } of holds) {
    const isPayable =
      !is_of_series &&
      !has_link &&
      start_slot === range.start &&
      end_slot === range.end &&
      total_paise === payablePaise;
    if (!isPayable || secondsToPay(created_at, deps.now()) <= 0) await releasePayment(deps, id, userId);
  }
}
