import type { BookingDetails } from '../../../machines/bookings/booking.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { isNothing, moneyText } from '../moneyText.ts';

type CancelledBooking = Pick<BookingDetails, 'paidWith' | 'refunds'> & {
  readonly cancelled: NonNullable<BookingDetails['cancelled']>;
};

/** The time at which a booking was cancelled, and its refund. */
export function cancelledText({
  paidWith,
  refunds = [],
  cancelled: { at, returned },
}: CancelledBooking): string {
  const cancelled = `It was cancelled on ${instantText(at)}.`;
  if (isNothing(returned)) return `${cancelled} Nothing was refunded.`;
  const amount = moneyText(paidWith, returned);
  if (paidWith === 'points')
    return `${cancelled} ${amount} ${Number(returned) === 1 ? 'was' : 'were'} returned to your balance.`;
  const isRefunded = refunds.every(({ reason, status }) => reason !== 'cancelled' || status === 'processed');
  return isRefunded
    ? `${cancelled} ${amount} was refunded to your original payment method.`
    : `${cancelled} ${amount} is being refunded to your original payment method.`;
}
