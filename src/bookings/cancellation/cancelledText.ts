import type { BookingDetails } from '../../../machines/bookings/booking.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { amountText } from '../../../domain/money/amounts.ts';
import { pointsFromHalf } from '../../../domain/money/points.ts';

type CancelledBooking = Pick<BookingDetails, 'refunds'> & {
  readonly cancelled: NonNullable<BookingDetails['cancelled']>;
};

export function cancelledText({ refunds = [], cancelled: { at, returned } }: CancelledBooking): string {
  const cancelled = `It was cancelled on ${instantText(at)}.`;
  if (returned.amount === 0) return `${cancelled} Nothing was refunded.`;
  const amount = amountText(returned);
  if (returned.with === 'points')
    return `${cancelled} ${amount} ${pointsFromHalf(returned.amount) === 1 ? 'was' : 'were'} returned to your balance.`;
  if (refunds.some(({ atDesk }) => atDesk === 'account'))
    return `${cancelled} ${amount} was taken off the account of your company.`;
  const isRefunded = refunds.every(({ reason, status }) => reason !== 'cancelled' || status === 'processed');
  return isRefunded
    ? `${cancelled} ${amount} was refunded to your original payment method.`
    : `${cancelled} ${amount} is being refunded to your original payment method.`;
}
