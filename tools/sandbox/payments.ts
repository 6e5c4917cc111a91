import { z } from 'zod';
import { sandboxOrderColumns, sandboxPaymentColumns } from './columns.ts';
import { findOrder, orderEntity, readBody, type SandboxOrder } from './orders.ts';
import { badRequest, ProviderError, unknownId, type Failure } from './providerError.ts';
import type { SandboxDatabase, SandboxTx } from './tables.ts';
import { markLinkPaid } from './links.ts';
import { paymentEntity, type SandboxPayment } from './paymentEntity.ts';
import { queueWebhook } from './queueWebhook.ts';

const MINUTE_MS = 60_000;
/** An unfinished attempt fails after this long. */
const ATTEMPT_LIFE_MS = 10 * MINUTE_MS;

const timedOut: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment was not completed on time.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
};

/** Of a bank that was set to decline. */
export const declinedFailure: Failure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment was declined by the bank. Try another payment method.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_declined',
};

/** For a second payment of the same order. */
export const alreadyPaid = (orderId: string): ProviderError =>
  new ProviderError(
    {
      code: 'BAD_REQUEST_ERROR',
      description: 'Your payment has been declined as the order is already paid.',
      source: 'business',
      step: 'payment_initiation',
      reason: 'order_already_paid',
    },
    { order_id: orderId },
  );

/** Refused when there is none. */
export async function findPayment(
  database: SandboxDatabase | SandboxTx,
  id: string,
): Promise<SandboxPayment> {
  const payment = await database
    .selectFrom('sandbox_payment')
    .select(sandboxPaymentColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!payment) throw unknownId();
  return payment;
}

/** Locks the payment and its order until the end of `tx`. */
export async function lockPayment(
  tx: SandboxTx,
  id: string,
): Promise<{ payment: SandboxPayment; order: SandboxOrder }> {
  const { order_id } = await findPayment(tx, id);
  const order = await findOrder(tx, order_id, 'lock');
  return { order, payment: await findPayment(tx, id) };
}

/** Every attempt to pay an order, the newest first; refused when there is no such order. */
export async function paymentsOf(
  database: SandboxDatabase | SandboxTx,
  orderId: string,
): Promise<SandboxPayment[]> {
  await findOrder(database, orderId);
  return database
    .selectFrom('sandbox_payment')
    .select(sandboxPaymentColumns)
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Updates a payment and returns it. */
export const updatePayment = (
  tx: SandboxTx,
  id: string,
  change: Partial<
    Pick<
      SandboxPayment,
      'status' | 'amount_refunded' | 'captured_at' | 'due_at' | 'authorizes_at' | 'capture_always'
    >
  > & { failure?: Failure | null },
): Promise<SandboxPayment> => {
  const { failure, ...columns } = change;
  return tx
    .updateTable('sandbox_payment')
    .set({ ...columns, ...(failure !== undefined && { failure: JSON.stringify(failure) }) })
    .where('id', '=', id)
    .returning(sandboxPaymentColumns)
    .executeTakeFirstOrThrow();
};

/** When an open attempt fails automatically. */
export const attemptDeadline = (startedAt: number): Date => new Date(startedAt + ATTEMPT_LIFE_MS);

/** Fails an open attempt. */
export async function failAttempt(
  tx: SandboxTx,
  { id }: SandboxPayment,
  failure: Failure,
  now: number,
): Promise<SandboxPayment> {
  const failed = await updatePayment(tx, id, { status: 'failed', failure, due_at: null });
  await queueWebhook(tx, 'payment.failed', { payment: paymentEntity(failed) }, now);
  return failed;
}

/** Fails an attempt that the payer has not finished, or whose bank has not responded. */
export const timeOutAttempt = (
  tx: SandboxTx,
  payment: SandboxPayment,
  now: number,
): Promise<SandboxPayment> => failAttempt(tx, payment, timedOut, now);

/** Captures an authorised payment, which pays its order. */
async function markCaptured(tx: SandboxTx, payment: SandboxPayment, now: number): Promise<SandboxPayment> {
  const captured = await updatePayment(tx, payment.id, {
    status: 'captured',
    captured_at: new Date(now),
    due_at: null,
  });
  const paid = await tx
    .updateTable('sandbox_order')
    .set({ status: 'paid' })
    .where('id', '=', payment.order_id)
    .where('status', '<>', 'paid')
    .returning(sandboxOrderColumns)
    .executeTakeFirst();
  const entity = paymentEntity(captured);
  await queueWebhook(tx, 'payment.captured', { payment: entity }, now);
  if (paid) {
    await queueWebhook(tx, 'order.paid', { payment: entity, order: orderEntity(paid) }, now);
    await markLinkPaid(tx, captured, now);
  }
  return captured;
}

/** True while an authorised payment of this order is captured automatically, counted from the attempt's start. */
export const isAutoCaptured = (order: SandboxOrder, payment: SandboxPayment, now: number): boolean =>
  order.capture === 'automatic' &&
  order.status !== 'paid' &&
  now <= payment.created_at.getTime() + order.automatic_expiry_minutes * MINUTE_MS;

/**
 * The bank authorises an attempt, even a failed one; it is captured immediately if its order requires it. The order must be
 * locked.
 */
export async function authorizePayment(
  tx: SandboxTx,
  payment: SandboxPayment,
  now: number,
): Promise<SandboxPayment> {
  const order = await findOrder(tx, payment.order_id);
  const authorized = await updatePayment(tx, payment.id, {
    status: 'authorized',
    failure: null,
    due_at: new Date(payment.created_at.getTime() + order.manual_expiry_minutes * MINUTE_MS),
    authorizes_at: null,
  });
  await queueWebhook(tx, 'payment.authorized', { payment: paymentEntity(authorized) }, now);
  return authorized.capture_always || isAutoCaptured(order, authorized, now)
    ? markCaptured(tx, authorized, now)
    : authorized;
}

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
  const { payment, order } = await lockPayment(tx, id);
  if (payment.status === 'captured' || payment.status === 'refunded') throw alreadyPaid(order.id);
  if (payment.status !== 'authorized') {
    throw badRequest('Only payments which have been authorized and not yet captured can be captured');
  }
  if (order.status === 'paid') throw alreadyPaid(order.id);
  if (amount !== payment.amount) {
    throw badRequest('Capture amount must be equal to the amount authorized', { field: 'amount' });
  }
  return markCaptured(tx, payment, now);
}
