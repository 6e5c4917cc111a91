import { HELD } from '../bookings/bookingSlots.ts';
import { ownOverlappingBookings } from '../bookings/ownOverlappingBookings.ts';
import type { RequestedRange } from '../bookings/requestedRange.ts';
import { headOfBooking, isOfSeries } from '../series/seriesDates.ts';
import { secondsToPay } from './holdTimes.ts';
import { hasLink } from './links.ts';
import type { PaymentDeps } from './deps.ts';
import { releasePayment } from './release.ts';

/**
 * Releases the user's own holds, also of moves, that overlap a new booking, after the provider was asked about each: one of them may
 * have been paid without a report. A live hold of exactly this range at `payablePaise` is left to be paid; with null
 * every hold is released. Refuses with 503 when the provider does not respond, and with 410 for a payment that came too
 * late. A hold without an order cannot have been paid: it is left to the transaction that books, which replaces it
 * without a moment in which its slots are free. Never inside a transaction.
 */
export async function releaseOwnHolds(
  deps: PaymentDeps,
  requested: RequestedRange,
  payablePaise: number | null,
): Promise<void> {
  const { userId, range } = requested;
  const holds = await ownOverlappingBookings(deps.database, requested, HELD)
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
