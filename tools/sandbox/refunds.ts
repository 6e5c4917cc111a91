import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { sandboxRefundColumns } from './columns.ts';
import { newId } from './id.ts';
import { notesInput, readBody } from './orders.ts';
import { paymentEntity, type SandboxPayment } from './paymentEntity.ts';
import { updatePayment, findPayment, lockPayment } from './payments.ts';
import { badRequest, unknownId } from './providerError.ts';
import type { RefundRefusal } from './sandbox.ts';
import type { SandboxDatabase, SandboxRefundTable, SandboxTx } from './tables.ts';
import { queueWebhook } from './queueWebhook.ts';

export type SandboxRefund = Selectable<SandboxRefundTable>;

const refundInput = z.object({
  amount: z
    .number()
    .int('The amount must be an integer.')
    .min(100, 'The amount must be at least INR 1.00')
    .optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  receipt: z.string().max(40).nullish(),
  notes: notesInput,
});

/** How long a refund of normal speed takes, in milliseconds. The provider takes days; the sandbox shortens them. */
const NORMAL_REFUND_MS = 60_000;

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/;

/** 23 digits, like a card network's; always the same for a refund. */
const bankReference = (id: string): string =>
  BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)
    .toString()
    .slice(0, 23);

/** In the provider's format. */
export const refundEntity = (refund: SandboxRefund) => ({
  id: refund.id,
  entity: 'refund',
  payment_id: refund.payment_id,
  amount: refund.amount,
  currency: 'INR',
  notes: Object.keys(refund.notes).length === 0 ? [] : refund.notes,
  receipt: refund.receipt,
  acquirer_data: refund.status === 'processed' ? { arn: bankReference(refund.id) } : {},
  status: refund.status,
  speed_requested: refund.speed,
  speed_processed: refund.speed === 'optimum' ? 'instant' : 'normal',
  created_at: Math.floor(refund.created_at.getTime() / 1000),
});

/** Refused when there is none. */
export async function findRefund(database: SandboxDatabase | SandboxTx, id: string): Promise<SandboxRefund> {
  const refund = await database
    .selectFrom('sandbox_refund')
    .select(sandboxRefundColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!refund) throw unknownId();
  return refund;
}

/** Every refund of a payment, the newest first; refused when there is no such payment. */
export async function refundsOf(database: SandboxDatabase, paymentId: string): Promise<SandboxRefund[]> {
  await findPayment(database, paymentId);
  return database
    .selectFrom('sandbox_refund')
    .select(sandboxRefundColumns)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .execute();
}

/**
 * Completes a pending refund; does nothing for a completed one. After a failed refund the payment can be refunded again with
 * another key.
 */
export async function completeRefund(
  tx: SandboxTx,
  id: string,
  status: 'processed' | 'failed',
  now: number,
): Promise<SandboxRefund> {
  const { payment_id } = await findRefund(tx, id);
  const { payment } = await lockPayment(tx, payment_id);
  const refund = await findRefund(tx, id);
  if (refund.status !== 'pending') return refund;
  const completed = await tx
    .updateTable('sandbox_refund')
    .set({ status, due_at: null })
    .where('id', '=', id)
    .returning(sandboxRefundColumns)
    .executeTakeFirstOrThrow();
  const updatedPayment =
    status === 'processed'
      ? payment
      : await updatePayment(tx, payment.id, {
          status: 'captured',
          amount_refunded: payment.amount_refunded - refund.amount,
        });
  await queueWebhook(
    tx,
    `refund.${status}`,
    { refund: refundEntity(completed), payment: paymentEntity(updatedPayment) },
    now,
  );
  return completed;
}

type NewRefund = Pick<SandboxRefund, 'amount' | 'speed' | 'receipt' | 'notes' | 'request' | 'will_fail'> & {
  readonly idempotency_key: string | null;
};

const page = z.object({
  from: z.coerce.number().int().optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** A page of all refunds of the account, the newest first. */
export function listRefunds(database: SandboxDatabase, query: unknown): Promise<SandboxRefund[]> {
  const { from, count, skip } = readBody(page, query);
  const refunds = database
    .selectFrom('sandbox_refund')
    .select(sandboxRefundColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip);
  return (from === undefined ? refunds : refunds.where('created_at', '>=', new Date(from * 1000))).execute();
}

/** In the provider's words. */
const REFUSALS: Readonly<Record<RefundRefusal, string>> = {
  'too-old': 'Payment is more than 6 months old, only instant refund is supported',
  never: 'Refund is not supported by the bank because the payment is more than 6 months old',
  balance: 'Your account does not have enough balance to carry out the refund operation.',
};

/** After how many days the provider refuses refunds of normal speed. */
const MAX_AGE_MS = 182 * 86_400_000;

function refuseIfSet(
  payment: SandboxPayment,
  speed: 'normal' | 'optimum',
  refusal: RefundRefusal | null,
  now: number,
): void {
  const isOld = now - payment.created_at.getTime() > MAX_AGE_MS;
  const applied = refusal ?? (isOld ? 'too-old' : null);
  if (applied === null || (applied === 'too-old' && speed === 'optimum')) return;
  throw badRequest(REFUSALS[applied]);
}

/** Accepts a refund, which is then pending. */
async function insertRefund(
  tx: SandboxTx,
  payment: SandboxPayment,
  { notes, ...values }: NewRefund,
  now: number,
): Promise<SandboxRefund> {
  const refund = await tx
    .insertInto('sandbox_refund')
    .values({
      id: newId('rfnd'),
      payment_id: payment.id,
      ...values,
      notes: JSON.stringify(notes),
      created_at: new Date(now),
      status: 'pending',
      due_at: new Date(now + NORMAL_REFUND_MS),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning(sandboxRefundColumns)
    .executeTakeFirst();
  // The same key was used at the same time for a payment of another order.
  if (!refund) throw badRequest('A request with the same Idempotency Header is in progress.', {}, 409);
  const refunded = payment.amount_refunded + values.amount;
  await updatePayment(tx, payment.id, {
    amount_refunded: refunded,
    due_at: null,
    ...(refunded === payment.amount ? { status: 'refunded' } : {}),
  });
  return refund;
}

/** Besides its body. */
export interface RefundOptions {
  readonly idempotencyKey?: string | undefined;
  /** Called when a refund is accepted: whether it will fail. */
  readonly willFail?: () => boolean;
  /** Why the provider refuses it; null for the provider's own rules. */
  readonly refusal?: RefundRefusal | null;
}

/**
 * Refunds `body.amount`, or the rest, of a captured payment. The same idempotency key with the same body returns the
 * first refund in its current state; with another body it is refused. At normal speed a refund is pending for a while.
 */
export async function refundPayment(
  tx: SandboxTx,
  paymentId: string,
  body: unknown,
  { idempotencyKey, willFail = () => false, refusal = null }: RefundOptions,
  now: number,
): Promise<SandboxRefund> {
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw badRequest('The idempotency key must have 10 or more of the characters A-Z, a-z, 0-9, _ and -.');
  }
  const { amount, speed, receipt = null, notes } = readBody(refundInput, body);
  const request = JSON.stringify([paymentId, body ?? {}]);
  const { payment } = await lockPayment(tx, paymentId);

  if (idempotencyKey !== undefined) {
    const earlier = await tx
      .selectFrom('sandbox_refund')
      .select(sandboxRefundColumns)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (earlier?.request === request) return earlier;
    if (earlier) {
      throw badRequest('Different request body sent for the same Idempotency Header.', {}, 409);
    }
  }

  if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already.');
  if (payment.status !== 'captured')
    throw badRequest('The payment status should be captured for action to be taken');
  const refundable = payment.amount - payment.amount_refunded;
  const refundAmount = amount ?? refundable;
  if (refundAmount > refundable)
    throw badRequest('The total refund amount is greater than the refund payment amount');

  const disputed = await tx
    .selectFrom('sandbox_dispute')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['open', 'under_review'])
    .executeTakeFirst();
  if (disputed)
    throw badRequest('The payment is disputed and cannot be refunded until the dispute is closed.');
  refuseIfSet(payment, speed, refusal, now);
  const refundValues = { amount: refundAmount, speed, receipt, notes, request, will_fail: willFail() };
  const refund = await insertRefund(
    tx,
    payment,
    { ...refundValues, idempotency_key: idempotencyKey ?? null },
    now,
  );
  await queueWebhook(
    tx,
    'refund.created',
    { refund: refundEntity(refund), payment: paymentEntity(await findPayment(tx, paymentId)) },
    now,
  );
  return speed === 'optimum'
    ? completeRefund(tx, refund.id, refund.will_fail ? 'failed' : 'processed', now)
    : refund;
}

/** Refunds an authorised payment that was not captured in time. */
export async function refundUncaptured(tx: SandboxTx, payment: SandboxPayment, now: number): Promise<void> {
  const noRequest = { receipt: null, notes: {}, request: '', idempotency_key: null, will_fail: false };
  const refund = await insertRefund(
    tx,
    payment,
    { ...noRequest, amount: payment.amount, speed: 'normal' },
    now,
  );
  await completeRefund(tx, refund.id, 'processed', now);
}
