import { z } from 'zod';
import { paymentMethods } from '../../../domain/money/paymentMethods.ts';
import { receivedPaymentStates } from '../../../domain/money/receivedPayment.ts';

/** From the reports of the provider's settlements; `fee` is without its tax, and a payment may be in several settlements. */
const inSettlement = z.object({ fee: z.string(), tax: z.string(), settlements: z.array(z.string()) });
export type PaymentInSettlement = z.infer<typeof inSettlement>;

/**
 * A payment that the business received, for a booking or, with `points`, for a purchase of points. `payment_reference`: that of a
 * payment at the desk; `provider_payment`: the provider's id of any other payment. Amounts are in rupees, `at` is an ISO instant.
 * `refunded`: what has been returned. A bank transfer of a company pays for no single booking and has no `user_id`; bookings on account
 * are not in the list. `in_settlement` is null until a report names the payment.
 */
const receivedPayment = z.object({
  payment_id: z.string(),
  at: z.string(),
  booking_id: z.string().nullable(),
  booking_reference: z.string().nullable(),
  points: z.number().nullable(),
  invoice: z.string().nullable(),
  user_id: z.string().nullable(),
  customer: z.string(),
  method: z.enum(paymentMethods),
  payment_reference: z.string().nullable(),
  provider_payment: z.string().nullable(),
  amount: z.string(),
  refunded: z.string(),
  in_settlement: inSettlement.nullable(),
  state: z.enum(receivedPaymentStates),
});
export type ReceivedPayment = z.infer<typeof receivedPayment>;

/** `fees`: the provider's, with their tax, of the payments that a report names. */
const totals = { payments: z.number(), amount: z.string(), refunded: z.string(), fees: z.string() };
const methodTotal = z.object({ method: z.enum(paymentMethods), ...totals });
export type MethodTotal = z.infer<typeof methodTotal>;
/** `room` is null for purchases of points. */
const roomTotal = z.object({ room: z.string().nullable(), ...totals });
export type RoomTotal = z.infer<typeof roomTotal>;

/** GET payments: the latest ones of the period, and the totals by method and by room over the whole period. */
const receivedPayments = z.object({
  payments: z.array(receivedPayment),
  totals: z.array(methodTotal),
  rooms: z.array(roomTotal),
});
export type ReceivedPayments = z.infer<typeof receivedPayments>;
export const receivedPaymentsResponse = z.object({ data: receivedPayments });
export type ReceivedPaymentsResponse = z.infer<typeof receivedPaymentsResponse>;
