import type * as api from '../../contract/bookings/booking.ts';
import type { PaymentDetails as ApiPaymentDetails } from '../../contract/bookings/bookingDetails.ts';
import type { CancelTerms, MoveTerms } from '../../domain/bookings/terms.ts';
import { parseAmount } from '../../domain/money/amounts.ts';
import type { PaymentDetails } from '../../machines/bookings/booking.ts';

export const paymentDetailsOf = ({ amount, ...payment }: ApiPaymentDetails): PaymentDetails => ({
  ...payment,
  amount: parseAmount(payment.method === 'points' ? 'points' : 'card', amount),
});

export const cancelTermsOf = ({
  booking_id,
  paid_with,
  refund,
  percent,
  free_until,
  terms,
  returned_before,
  disputed,
  on_account,
}: api.CancelTerms): CancelTerms => ({
  bookingId: booking_id,
  refund: parseAmount(paid_with, refund),
  percent,
  freeUntil: free_until,
  terms,
  ...(returned_before !== undefined && { returnedBefore: parseAmount(paid_with, returned_before) }),
  ...(disputed && { disputed }),
  ...(on_account && { onAccount: true }),
});

export const moveTermsOf = (terms: api.MoveTerms): MoveTerms => ({
  ...cancelTermsOf(terms),
  sequence: terms.sequence,
  amount: parseAmount(terms.paid_with, terms.amount),
  difference: parseAmount(terms.paid_with, terms.difference),
});
