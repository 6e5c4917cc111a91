import type { CreatePaymentRequest, CreatePaymentResponse } from '../../contract/booking.ts';
import { CURRENCY } from '../../domain/pricing.ts';
import { slotTime } from '../../domain/slots.ts';
import { checkBookable } from '../bookings/checkBookable.ts';
import { wantedStretch } from '../bookings/wantedStretch.ts';
import { holdForPayment } from './hold.ts';
import { secondsToPay } from './holdTimes.ts';
import { orderFor } from './order.ts';
import type { PaymentParts } from './parts.ts';

/**
 * POST payment create: holds the stretch and opens the order to pay (spec 4 and 7). The hold is committed before the
 * provider is asked. The answer's `timeout` is what is left of the checkout's 600 seconds. Refuses as
 * `wantedStretch`, `checkBookable` and `releaseOwnHolds` do, with 409 when the price has changed or the half-hours are
 * taken, booked or being paid, and with 503 when the provider does not answer, the half-hours being free again.
 */
export async function createPayment(
  parts: PaymentParts,
  request: CreatePaymentRequest,
  userId: string,
): Promise<CreatePaymentResponse> {
  const { database, gateway, now } = parts;
  const stretch = await checkBookable(database, wantedStretch(request, userId, now()));
  const held = await holdForPayment(parts, stretch, request);
  const order = await orderFor(parts, held);

  const { user, room } = stretch;
  const { booking } = held;
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
