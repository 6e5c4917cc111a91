import type { PaymentDetails } from '../../machines/bookings/booking.ts';
import { paymentMethodNames } from '../../domain/money/paymentMethods.ts';

/** Without the method of the payment. */
export const paymentPurposes: Readonly<Record<PaymentDetails['for'], string>> = {
  booking: 'Paid',
  move: 'Paid for the change',
  nothing: 'Paid, but not needed',
};

/** Purpose and method as one phrase. */
export const paymentText = ({ for: purpose, method }: Pick<PaymentDetails, 'for' | 'method'>): string =>
  purpose === 'nothing'
    ? `Paid ${paymentMethodNames[method]}, but not needed`
    : `${paymentPurposes[purpose]} ${paymentMethodNames[method]}`;
