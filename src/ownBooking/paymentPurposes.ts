import type { ShownPayment } from '../../contract/bookingDetails.ts';

/** What a payment of a booking was for, before how it was made. */
export const paymentPurposes: Readonly<Record<ShownPayment['for'], string>> = {
  booking: 'Paid',
  move: 'Paid for the move',
  nothing: 'Paid, and not needed',
};
