import { z } from 'zod';
import { sandboxPaymentColumns } from './columns.ts';
import { newId } from './id.ts';
import { refuseEndedLink } from './links.ts';
import { findOrder, readBody, type SandboxOrder } from './orders.ts';
import type { SandboxPayment } from './paymentEntity.ts';
import { alreadyPaid, attemptDeadline, authorizePayment, failAttempt, findPayment } from './payments.ts';
import { badRequest, ProviderError, unknownId, type Failure } from './providerError.ts';
import type { SandboxTx } from './tables.ts';
import { testCards, testUpiIds, type Verdict } from './testCards.ts';

const amountDiffers: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description:
    'Your payment amount is different from your order amount. To pay successfully, please try again.',
  source: 'business',
  step: 'payment_initiation',
  reason: 'order_amount_mismatch',
};

const wrongOtp: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment processing failed because of incorrect OTP.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'incorrect_otp',
};

const cancelledByPayer: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment has been cancelled. Try again or complete the payment later.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_cancelled',
};

/** It reduces amounts. */
const OFFER = 'offer_SandboxOffer00';

const attemptInput = z.object({
  amount: z.number().int(),
  currency: z.string().max(3),
  email: z.string().max(254).nullish(),
  contact: z.string().max(40).nullish(),
  instrument: z.discriminatedUnion('method', [
    z.object({ method: z.literal('card'), number: z.string().max(24) }),
    z.object({ method: z.literal('upi'), vpa: z.string().trim().toLowerCase().max(100) }),
  ]),
});
type Instrument = z.output<typeof attemptInput>['instrument'];

/** The stored part of a card or UPI id, and its bank's response. An unknown card or UPI id is refused and not stored. */
function knownInstrument(instrument: Instrument) {
  if (instrument.method === 'upi') {
    const upi = testUpiIds.find(({ vpa }) => vpa === instrument.vpa);
    if (!upi) throw badRequest('In test mode, use one of the test UPI ids.', { field: 'vpa' });
    return { card_last4: null, vpa: upi.vpa, verdict: upi.verdict };
  }
  const number = instrument.number.replaceAll(/\D/g, '');
  const card = testCards.find((known) => known.number === number);
  if (!card) throw badRequest('In test mode, use one of the test cards.', { field: 'number' });
  return { card_last4: number.slice(-4), vpa: null, verdict: card.verdict };
}

/** Applies the bank's response to an attempt: fails or authorises it; 'pending' leaves it open. */
async function conclude(
  tx: SandboxTx,
  payment: SandboxPayment,
  verdict: Verdict,
  now: number,
): Promise<SandboxPayment> {
  if (verdict === 'pending') return payment;
  return verdict ? failAttempt(tx, payment, verdict, now) : authorizePayment(tx, payment, now);
}

/** Refuses another attempt on an order that is paid or has an authorised payment. */
async function refusePaidOrder(tx: SandboxTx, { id, status }: SandboxOrder): Promise<void> {
  const authorized = await tx
    .selectFrom('sandbox_payment')
    .select('id')
    .where('order_id', '=', id)
    .where('status', '=', 'authorized')
    .executeTakeFirst();
  if (status === 'paid' || authorized) throw alreadyPaid(id);
}

/**
 * Starts an attempt to pay an order. A card attempt waits, 'created', for its code; a UPI attempt gets its bank's response
 * immediately, unless the response is 'pending'. The attempt is refused when the order is paid, and fails when the checkout was
 * opened with another amount than the order's.
 */
export async function beginAttempt(
  tx: SandboxTx,
  orderId: string,
  body: unknown,
  now: number,
  surcharge: { readonly fee: number; readonly discount: number } | null = null,
): Promise<SandboxPayment> {
  const { amount, currency, email, contact, instrument } = readBody(attemptInput, body);
  const order = await findOrder(tx, orderId, 'lock');
  await refusePaidOrder(tx, order);
  await refuseEndedLink(tx, orderId);
  const { verdict, ...kept } = knownInstrument(instrument);
  await tx
    .updateTable('sandbox_order')
    .set({ status: 'attempted', attempts: order.attempts + 1 })
    .where('id', '=', orderId)
    .execute();
  const payment = await tx
    .insertInto('sandbox_payment')
    .values({
      id: newId('pay'),
      order_id: orderId,
      amount: order.amount + (surcharge?.fee ?? 0) - (surcharge?.discount ?? 0),
      fee: surcharge?.fee ?? 0,
      offer_id: surcharge && surcharge.discount > 0 ? OFFER : null,
      currency: order.currency,
      method: instrument.method,
      status: 'created',
      ...kept,
      email: email ?? null,
      contact: contact ?? null,
      verdict: JSON.stringify(verdict),
      failure: JSON.stringify(null),
      created_at: new Date(now),
      due_at: attemptDeadline(now),
    })
    .returning(sandboxPaymentColumns)
    .executeTakeFirstOrThrow();
  if (amount !== order.amount || currency !== order.currency)
    return failAttempt(tx, payment, amountDiffers, now);
  return instrument.method === 'upi' ? conclude(tx, payment, verdict, now) : payment;
}

/** Locks its order. Refuses an attempt of another order and a failed one. */
async function openAttempt(
  tx: SandboxTx,
  orderId: string,
  paymentId: string,
): Promise<{ payment: SandboxPayment; order: SandboxOrder }> {
  const order = await findOrder(tx, orderId, 'lock');
  const payment = await findPayment(tx, paymentId);
  if (payment.order_id !== orderId) throw unknownId();
  if (payment.failure) throw new ProviderError(payment.failure, { order_id: orderId, payment_id: paymentId });
  return { payment, order };
}

/** True for an attempt that waits for its payer at this checkout; any other waits for the bank. */
export const isOpenHere = ({ status, method }: SandboxPayment): boolean =>
  status === 'created' && method === 'card';

const OTP = /^\d{4,10}$/;

/**
 * Sends the payer's one-time code for a card: the card's bank responds to 4 to 10 digits; any other code fails the attempt.
 * Repeating the call after success changes nothing.
 */
export async function authenticate(
  tx: SandboxTx,
  orderId: string,
  paymentId: string,
  otp: string,
  now: number,
): Promise<SandboxPayment> {
  const { payment, order } = await openAttempt(tx, orderId, paymentId);
  if (!isOpenHere(payment)) return payment;
  await refusePaidOrder(tx, order);
  return conclude(tx, payment, OTP.test(otp) ? payment.verdict : wrongOtp, now);
}

/**
 * Called when the payer goes back or closes the sheet: fails an attempt that waits for the payer at this checkout. A successful
 * attempt is kept, and a request in a UPI app cannot be cancelled from here.
 */
export async function cancelAttempt(
  tx: SandboxTx,
  orderId: string,
  paymentId: string,
  now: number,
): Promise<SandboxPayment> {
  const { payment } = await openAttempt(tx, orderId, paymentId);
  return isOpenHere(payment) ? failAttempt(tx, payment, cancelledByPayer, now) : payment;
}

/** Refuses an attempt of another order and a failed one. */
export const attemptNow = async (
  tx: SandboxTx,
  orderId: string,
  paymentId: string,
): Promise<SandboxPayment> => (await openAttempt(tx, orderId, paymentId)).payment;
