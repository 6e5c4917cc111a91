import type { Booking } from '../../contract/booking.ts';
import { parseRupees, rupees } from '../../domain/pricing.ts';

/** The notice of a refund; null when there is none. */
export function refundText({ status, refund }: Booking): string | null {
  if (!refund) return null;
  const why =
    status === 'confirmed'
      ? 'This booking was paid twice.'
      : 'Not booked: your payment arrived after the room was taken.';
  const amount = rupees(parseRupees(refund.amount) ?? 0, 'always');
  return refund.status === 'refunded'
    ? `${why} ${amount} was refunded to you.`
    : `${why} ${amount} is being refunded to you.`;
}
