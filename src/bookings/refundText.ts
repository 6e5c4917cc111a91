import type { Booking, RefundItem } from '../../contract/booking.ts';
import { parseRupees, rupees } from '../../domain/pricing.ts';
import { refundReasonTexts } from '../../domain/refundReasons.ts';

/** Why money goes back, by the latest refund; a booking that was never confirmed says so first. */
function reasonOf({ status, refunds = [] }: Booking): string {
  const reason = refundReasonTexts[refunds.at(-1)?.reason ?? 'second-payment'];
  const isBooked = status !== 'refund_due' && status !== 'refunded';
  return isBooked ? reason : `Not booked: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

const sumOf = (refunds: readonly RefundItem[]): number =>
  refunds.reduce((sum, { amount }) => sum + (parseRupees(amount) ?? 0), 0);

/** The notice of a refund, with how much of it has been paid out; null when there is none. */
export function refundText(booking: Booking): string | null {
  const { refund, refunds = [] } = booking;
  if (!refund) return null;
  const back = sumOf(refunds.filter(({ status }) => status === 'processed'));
  const open = sumOf(refunds) - back;
  const parts = [
    ...(open > 0 ? [`${rupees(open, 'always')} is being refunded to you.`] : []),
    ...(back > 0 ? [`${rupees(back, 'always')} was refunded to you.`] : []),
  ];
  return [reasonOf(booking), ...parts].join(' ');
}
