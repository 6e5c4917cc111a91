import type { PaymentDetails } from '../../machines/bookings/booking.ts';
import { paymentMethodNames } from '../../domain/money/paymentMethods.ts';

/** Without the method of the payment. */
export const paymentPurposes: Readonly<Record<PaymentDetails['for'], string>> = {
  booking: 'Paid',
  move: 'Paid for the change',
  nothing: 'Paid, but not needed',
};

/** The company pays later. */
const accountPurposes: Readonly<Record<PaymentDetails['for'], string>> = {
  booking: 'On account of your company',
  move: 'On account of your company, for the change',
  nothing: 'On account of your company, but not needed',
};

/** Purpose and method as one phrase. */
export const paymentText = ({ for: purpose, method }: Pick<PaymentDetails, 'for' | 'method'>): string =>
  method === 'desk-account'
    ? accountPurposes[purpose]
    : purpose === 'nothing'
      ? `Paid ${paymentMethodNames[method]}, but not needed`
      : `${paymentPurposes[purpose]} ${paymentMethodNames[method]}`;
