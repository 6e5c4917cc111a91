import type { BookingSituation } from '../../../machines/bookings/bookingPage.ts';

export const situationNames: Readonly<Record<BookingSituation, string>> = {
  booked: 'Booked',
  over: 'Completed',
  unpaid: 'Waiting for payment',
  cancelled: 'Cancelled',
  'not-booked': 'Not booked',
};

/** Also true for a booking that was cancelled after it was confirmed. */
export const wasBooked = (situation: BookingSituation): boolean =>
  situation !== 'unpaid' && situation !== 'not-booked';
