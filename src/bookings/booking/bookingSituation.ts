import type { BookingSituation } from '../../../machines/bookings/bookingPage.ts';

/** The display name of each situation of a booking. */
export const situationNames: Readonly<Record<BookingSituation, string>> = {
  booked: 'Booked',
  over: 'Completed',
  unpaid: 'Waiting for payment',
  cancelled: 'Cancelled',
  'not-booked': 'Not booked',
};

/** True for a booking that is or was confirmed, including one that was cancelled afterwards. */
export const wasBooked = (situation: BookingSituation): boolean =>
  situation !== 'unpaid' && situation !== 'not-booked';
