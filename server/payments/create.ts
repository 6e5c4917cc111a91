import type { CreatePaymentRequest, CreatePaymentResponse } from '../../contract/booking.ts';
import { CURRENCY, priceOf } from '../../domain/pricing.ts';
import { halfHoursIn, slotTime } from '../../domain/slots.ts';
import { checkBookable, type BookableStretch } from '../bookings/checkBookable.ts';
import { holdForPayment } from './hold.ts';
import { secondsToPay } from './holdTimes.ts';
import { orderFor } from './order.ts';
import type { PaymentParts } from './parts.ts';
import { releasePayment } from './release.ts';

/**
 * Asks the provider about the user's own holds that are in the way, for one of them may have been paid without our
 * having heard: only those that were not are given up.
 */
async function releaseOwnHolds(
  parts: PaymentParts,
  stretch: BookableStretch,
  shownPaise: number,
): Promise<void> {
  const { user, room, day, range } = stretch;
  const holds = await parts.database
    .selectFrom('booking')
    .select(['id', 'start_slot', 'end_slot', 'total_paise', 'created_at'])
    .where('user_id', '=', user.id)
    .where('room_id', '=', room.id)
    .where('day', '=', day)
    .where('status', '=', 'held')
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start)
    .execute();
  for (const { id, start_slot, end_slot, total_paise, created_at } of holds) {
    const same = start_slot === range.start && end_slot === range.end && total_paise === shownPaise;
    if (!same || secondsToPay(created_at, parts.now()) <= 0) await releasePayment(parts, id, user.id);
  }
}

/**
 * POST payment create: holds the stretch and opens the order to pay (spec 4 and 7). The hold is committed before the
 * provider is asked. The answer's `timeout` is what is left of the checkout's 600 seconds. Refuses as `checkBookable`
 * does, with 409 'price-changed' or 'slot-taken', and with 503 when the provider does not answer, the half-hours being
 * free again.
 */
export async function createPayment(
  parts: PaymentParts,
  request: CreatePaymentRequest,
  userId: string,
): Promise<CreatePaymentResponse> {
  const { database, gateway, now } = parts;
  const stretch = await checkBookable(database, request, userId, now());
  const { total } = priceOf(stretch.room.price_per_hour_paise, halfHoursIn(stretch.range));
  // A wrong amount is refused below, and must not cost the hold that another tab is paying.
  if (request.amount === total) await releaseOwnHolds(parts, stretch, total);
  const booking = await holdForPayment(database, stretch, request, now());
  const order = await orderFor(parts, booking);

  const { user, room } = stretch;
  return {
    data: {
      id: order.order_id,
      amount: order.amount_paise,
      currency: CURRENCY,
      key: gateway.keyId,
      script: gateway.checkout.script,
      timeout: secondsToPay(booking.created_at, now()),
      hold_expires_at: (booking.hold_expires_at as Date).toISOString(),
      notes: [
        {
          room_name: room.name,
          booking_date: booking.day,
          start_time: slotTime(booking.start_slot),
          cal_time: slotTime(booking.end_slot),
        },
        {
          first_name: user.first_name,
          last_name: user.last_name ?? '',
          email: user.email,
          phone: user.phone,
        },
        { booking_id: booking.id },
      ],
    },
  };
}
