import type { CreatePaymentRequest, CreatePaymentResponse } from '../../contract/booking.ts';
import { CURRENCY, priceOf } from '../../domain/pricing.ts';
import { halfHoursIn, slotTime } from '../../domain/slots.ts';
import { checkBookable } from '../bookings/checkBookable.ts';
import { holdForPayment } from './hold.ts';
import { secondsToPay } from './holdTimes.ts';
import { orderFor } from './order.ts';
import type { PaymentParts } from './parts.ts';
import { releaseOwnHolds } from './releaseOwnHolds.ts';

/**
 * POST payment create: holds the stretch and opens the order to pay (spec 4 and 7). The hold is committed before the
 * provider is asked. The answer's `timeout` is what is left of the checkout's 600 seconds. Refuses as `checkBookable`
 * and `releaseOwnHolds` do, with 409 when the price has changed or the half-hours are taken, booked or being paid, and
 * with 503 when the provider does not answer, the half-hours being free again.
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
