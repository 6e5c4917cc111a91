import type { PaymentDetails } from '../../machines/bookings/booking.ts';
import { paymentMethodNames } from '../../domain/money/paymentMethods.ts';

/** The purpose of a payment, without its method. */
export const paymentPurposes: Readonly<Record<PaymentDetails['for'], string>> = {
  booking: 'Paid',
  move: 'Paid for the move',
  nothing: 'Paid, but not needed',
};

/** The purpose and the method of a payment as one phrase. */
export const paymentText = ({ for: purpose, method }: Pick<PaymentDetails, 'for' | 'method'>): string =>
  purpose === 'nothing'
    ? `Paid ${paymentMethodNames[method]}, but not needed`
    : `${paymentPurposes[purpose]} ${paymentMethodNames[method]}`;
