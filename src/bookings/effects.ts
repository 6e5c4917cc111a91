import type * as api from '../../contract/bookings/booking.ts';
import type { PaymentDetails as ApiPaymentDetails } from '../../contract/bookings/bookingDetails.ts';
import type { CancelTerms, MoveTerms } from '../../domain/bookings/terms.ts';
import { parseAmount, parsePaise } from '../../domain/money/amounts.ts';
import { camelCased } from '../../domain/text/camelCased.ts';
import type { PaymentDetails } from '../../machines/bookings/booking.ts';

/* What the effects of other capabilities receive about bookings and money. */

/** In camelCase, with the amount in paise. */
export const withPaise = <Value extends { readonly amount: string }>({ amount, ...value }: Value) =>
  Object.assign(camelCased(value), { amount: parsePaise(amount) });

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
}: api.CancelTerms): CancelTerms => ({
  bookingId: booking_id,
  refund: parseAmount(paid_with, refund),
  percent,
  freeUntil: free_until,
  terms,
  ...(returned_before !== undefined && { returnedBefore: parseAmount(paid_with, returned_before) }),
  ...(disputed && { disputed }),
});

export const moveTermsOf = (terms: api.MoveTerms): MoveTerms => ({
  ...cancelTermsOf(terms),
  sequence: terms.sequence,
  amount: parseAmount(terms.paid_with, terms.amount),
  difference: parseAmount(terms.paid_with, terms.difference),
});
