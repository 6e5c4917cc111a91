import type { Booking, RefundItem } from '../../../machines/bookings/booking.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { refundReasonTexts } from '../../../domain/money/refundReasons.ts';

/** Of the latest refund. For a booking that was never confirmed, the text starts with 'Not booked'. */
function reasonOf(booking: Booking): string {
  const { state, refunds = [] } = booking;
  const reason = refundReasonTexts[refunds.at(-1)?.reason ?? 'second-payment'];
  const isBooked = state !== 'refundDue' && state !== 'refunded';
  return isBooked ? reason : `Not booked: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** In paise. */
const sumOf = (refunds: readonly RefundItem[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** With the pending and the refunded amount. Null when there is no refund. */
export function refundText(booking: Booking): string | null {
  const { refund, refunds = [] } = booking;
  if (!refund) return null;
  const refunded = sumOf(refunds.filter(({ status }) => status === 'processed'));
  const pending = sumOf(refunds) - refunded;
  if (refunds.every(({ atDesk }) => atDesk === 'account'))
    return `${reasonOf(booking)} ${rupees(sumOf(refunds), 'always')} was taken off the account of your company.`;
  const sentences = [
    ...(pending > 0 ? [`${rupees(pending, 'always')} is being refunded to you.`] : []),
    ...(refunded > 0 ? [`${rupees(refunded, 'always')} was refunded to you.`] : []),
  ];
  return [reasonOf(booking), ...sentences].join(' ');
}
