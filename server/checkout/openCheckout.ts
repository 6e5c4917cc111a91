import type { CreatePaymentResponse } from '../../contract/bookings/booking.ts';
import { CURRENCY } from '../../domain/money/pricing.ts';
import { slotTime } from '../../domain/time/slots.ts';
import type { BookableRange } from './checkBookable.ts';
import type { HeldBooking } from './hold.ts';
import { secondsToPay } from '../payments/holdTimes.ts';
import { findOrOpenBookingOrder } from './order.ts';
import type { PaymentDeps } from '../payments/deps.ts';

/**
 * Opens the order of a hold and returns the data for the checkout. `timeout`: the seconds that remain of the checkout's
 * 600. Throws 503 when the provider does not respond; the hold is then released.
 */
export async function openCheckout(
  deps: PaymentDeps,
  held: HeldBooking,
  { user, room }: Pick<BookableRange, 'user' | 'room'>,
): Promise<CreatePaymentResponse['data']> {
  const { gateway, now } = deps;
  const order = await findOrOpenBookingOrder(deps, held);
  const { booking } = held;
  return {
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
  };
}
