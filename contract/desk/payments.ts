import { z } from 'zod';
import { paymentMethods } from '../../domain/money/paymentMethods.ts';
import { receivedPaymentStates } from '../../domain/money/receivedPayment.ts';

/**
 * A payment that the business received, for a booking or, with `points`, for a purchase of points. `payment_reference`: the
 * reference of a payment at the desk, or the provider's id of the payment. Amounts are in rupees, `at` is an ISO instant.
 * `refunded`: what has been returned.
 */
const receivedPayment = z.object({
  payment_id: z.string(),
  at: z.string(),
  booking_id: z.string().nullable(),
  booking_reference: z.string().nullable(),
  points: z.number().nullable(),
  invoice: z.string().nullable(),
  user_id: z.string(),
  customer: z.string(),
  method: z.enum(paymentMethods),
  payment_reference: z.string().nullable(),
  amount: z.string(),
  refunded: z.string(),
  state: z.enum(receivedPaymentStates),
});
export type ReceivedPayment = z.infer<typeof receivedPayment>;

const methodTotal = z.object({
  method: z.enum(paymentMethods),
  payments: z.number(),
  amount: z.string(),
  refunded: z.string(),
});
export type MethodTotal = z.infer<typeof methodTotal>;

/** GET payments: the latest ones of the period, and the totals by method over the whole period. */
const receivedPayments = z.object({ payments: z.array(receivedPayment), totals: z.array(methodTotal) });
export type ReceivedPayments = z.infer<typeof receivedPayments>;
export const receivedPaymentsResponse = z.object({ data: receivedPayments });
export type ReceivedPaymentsResponse = z.infer<typeof receivedPaymentsResponse>;
