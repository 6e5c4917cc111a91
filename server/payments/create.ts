import type { CreatePaymentRequest, CreatePaymentResponse } from '../../contract/booking.ts';
import { CURRENCY } from '../../domain/pricing.ts';
import { slotTime } from '../../domain/slots.ts';
import { checkBookable } from '../bookings/checkBookable.ts';
import { requestedRange } from '../bookings/requestedRange.ts';
import { holdForPayment } from './hold.ts';
import { secondsToPay } from './holdTimes.ts';
import { orderFor } from './order.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * POST payment create: holds the slots and opens the order (spec 4 and 7). The hold is committed before the provider is
 * called. `timeout` is the rest of the checkout's 600 seconds. Refuses as `requestedRange`, `checkBookable` and
 * `releaseOwnHolds` do, with 409 when the price has changed or the slots are taken, booked or being paid, and with 503
 * when the provider does not respond; the slots are then free again.
 */
export async function createPayment(
  deps: PaymentDeps,
  request: CreatePaymentRequest,
  userId: string,
): Promise<CreatePaymentResponse> {
  const { database, gateway, now } = deps;
  const requested = await checkBookable(database, requestedRange(request, userId, now()));
  const held = await holdForPayment(deps, requested, request);
  const order = await orderFor(deps, held);

  const { user, room } = requested;
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
