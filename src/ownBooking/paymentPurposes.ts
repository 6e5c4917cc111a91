import type { PaymentDetails } from '../../contract/bookingDetails.ts';
import { paymentMethodNames } from '../../domain/paymentMethods.ts';

/** What a payment of a booking was for, before how it was made. */
export const paymentPurposes: Readonly<Record<PaymentDetails['for'], string>> = {
  booking: 'Paid',
  move: 'Paid for the move',
  nothing: 'Paid, and not needed',
};

/** What a payment was for and how it was made, as one phrase. */
export const paymentInWords = ({ for: purpose, method }: Pick<PaymentDetails, 'for' | 'method'>): string =>
  purpose === 'nothing'
    ? `Paid ${paymentMethodNames[method]}, and not needed`
    : `${paymentPurposes[purpose]} ${paymentMethodNames[method]}`;
