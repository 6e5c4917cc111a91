import type { Booking } from '../../contract/booking.ts';
import { parseRupees, rupees } from '../../domain/pricing.ts';
import { refundReasons } from './refundReasons.ts';

/** Why money goes back, by the latest refund; a booking that was never confirmed says so first. */
function reasonOf({ status, refunds = [] }: Booking): string {
  const latest = refunds.at(-1);
  if (status === 'refund_due' || status === 'refunded')
    return 'Not booked: your payment arrived after the room was taken.';
  return latest ? refundReasons[latest.reason] : 'This booking was paid twice.';
}

/** The notice of a refund; null when there is none. */
export function refundText(booking: Booking): string | null {
  const { refund } = booking;
  if (!refund) return null;
  const amount = rupees(parseRupees(refund.amount) ?? 0, 'always');
  return refund.status === 'refunded'
    ? `${reasonOf(booking)} ${amount} was refunded to you.`
    : `${reasonOf(booking)} ${amount} is being refunded to you.`;
}
