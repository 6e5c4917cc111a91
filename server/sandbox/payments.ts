import type { Selectable } from 'kysely';
import { z } from 'zod';
import { findOrder, readBody, type SandboxOrder } from './orders.ts';
import { badRequest, ProviderRefusal, unknownId, type Failure } from './providerRefusal.ts';
import type { SandboxDatabase, SandboxPaymentTable, SandboxTx } from './tables.ts';

export type SandboxPayment = Selectable<SandboxPaymentTable>;

const MINUTE_MS = 60_000;
/** An attempt that nobody finishes fails after this long, like one whose bank never answers. */
const ATTEMPT_LIFE_MS = 10 * MINUTE_MS;

const timedOut: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment was not completed on time.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
};

/** What the provider says of a second payment for the same order. */
export const alreadyPaid = (orderId: string): ProviderRefusal =>
  new ProviderRefusal(
    {
      code: 'BAD_REQUEST_ERROR',
      description: 'Your payment has been declined as the order is already paid.',
      source: 'business',
      step: 'payment_initiation',
      reason: 'order_already_paid',
    },
    { order_id: orderId },
  );

/** The payment as the provider answers it. */
export const paymentEntity = (payment: SandboxPayment) => ({
  id: payment.id,
  entity: 'payment',
  amount: payment.amount,
  currency: payment.currency,
  status: payment.status,
  order_id: payment.order_id,
  invoice_id: null,
  international: false,
  method: payment.method,
  amount_refunded: payment.amount_refunded,
  refund_status:
    payment.amount_refunded === 0 ? null : payment.amount_refunded === payment.amount ? 'full' : 'partial',
  captured: payment.status === 'captured' || payment.status === 'refunded',
  description: null,
  card_id: null,
  ...(payment.card_last4 === null
    ? {}
    : { card: { entity: 'card', last4: payment.card_last4, network: 'Visa', type: 'debit', issuer: null } }),
  bank: null,
  wallet: null,
  vpa: payment.vpa,
  email: payment.email,
  contact: payment.contact,
  notes: [],
  fee: null,
  tax: null,
  error_code: payment.failure?.code ?? null,
  error_description: payment.failure?.description ?? null,
  error_source: payment.failure?.source ?? null,
  error_step: payment.failure?.step ?? null,
  error_reason: payment.failure?.reason ?? null,
  acquirer_data: {},
  created_at: Math.floor(payment.created_at.getTime() / 1000),
});

/** The payment as it stands at an instant: an attempt left open for too long has failed by itself. */
const asOf = (payment: SandboxPayment, now: number): SandboxPayment =>
  payment.status === 'created' && payment.created_at.getTime() + ATTEMPT_LIFE_MS <= now
    ? { ...payment, status: 'failed', failure: timedOut }
    : payment;

/** The payment of that id as it stands now; refused when there is none. */
export async function findPayment(
  database: SandboxDatabase | SandboxTx,
  id: string,
  now: number,
): Promise<SandboxPayment> {
  const payment = await database
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!payment) throw unknownId();
  return asOf(payment, now);
}

/** Every attempt to pay an order, the newest first; refused when there is no such order. */
export async function paymentsOf(
  database: SandboxDatabase | SandboxTx,
  orderId: string,
  now: number,
): Promise<SandboxPayment[]> {
  await findOrder(database, orderId);
  const payments = await database
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute();
  return payments.map((payment) => asOf(payment, now));
}

/** Changes a payment; the answer is how it is then. */
export const changePayment = (
  tx: SandboxTx,
  id: string,
  change: Partial<Pick<SandboxPayment, 'status' | 'amount_refunded'>> & { failure?: Failure },
): Promise<SandboxPayment> => {
  const { failure, ...columns } = change;
  return tx
    .updateTable('sandbox_payment')
    .set({ ...columns, ...(failure && { failure: JSON.stringify(failure) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Takes an authorised payment's money, which pays its order. */
export async function takeMoney(tx: SandboxTx, payment: SandboxPayment): Promise<SandboxPayment> {
  await tx.updateTable('sandbox_order').set({ status: 'paid' }).where('id', '=', payment.order_id).execute();
  return changePayment(tx, payment.id, { status: 'captured' });
}

/** True while an authorised payment of this order is captured without anyone's asking. */
export const capturesByItself = (order: SandboxOrder, payment: SandboxPayment, now: number): boolean =>
  order.capture === 'automatic' &&
  now <= payment.created_at.getTime() + order.automatic_expiry_minutes * MINUTE_MS;

const captureInput = z.object({
  amount: z.number('amount: is required.').int('The amount must be an integer.'),
  currency: z.literal('INR').default('INR'),
});

/** Captures an authorised payment on request; the amount must be the authorised one. */
export async function capturePayment(
  tx: SandboxTx,
  id: string,
  body: unknown,
  now: number,
): Promise<SandboxPayment> {
  const { amount } = readBody(captureInput, body);
  const { order_id } = await findPayment(tx, id, now);
  await findOrder(tx, order_id, 'lock');
  const payment = await findPayment(tx, id, now);
  if (payment.status === 'captured' || payment.status === 'refunded') throw alreadyPaid(order_id);
  if (payment.status !== 'authorized') {
    throw badRequest('Only payments which have been authorized and not yet captured can be captured');
  }
  if (amount !== payment.amount) {
    throw badRequest('Capture amount must be equal to the amount authorized', { field: 'amount' });
  }
  return takeMoney(tx, payment);
}
