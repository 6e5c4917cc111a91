import type { Selectable } from 'kysely';
import { z } from 'zod';
import { newId } from './id.ts';
import { findOrder, notesInput, readBody } from './orders.ts';
import { changePayment, findPayment } from './payments.ts';
import { badRequest } from './providerRefusal.ts';
import type { SandboxRefundTable, SandboxTx } from './tables.ts';

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

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/;

/** The refund as the provider answers it; in test mode it is processed at once. */
export const refundEntity = (refund: SandboxRefund) => ({
  id: refund.id,
  entity: 'refund',
  payment_id: refund.payment_id,
  amount: refund.amount,
  currency: 'INR',
  notes: Object.keys(refund.notes).length === 0 ? [] : refund.notes,
  receipt: refund.receipt,
  acquirer_data: {},
  status: 'processed',
  speed_requested: refund.speed,
  speed_processed: refund.speed === 'optimum' ? 'instant' : 'normal',
  created_at: Math.floor(refund.created_at.getTime() / 1000),
});

/**
 * Gives back `body.amount`, or all of what is left, of a captured payment. The same idempotency key with the same body
 * answers the first refund again; with another body it is refused.
 */
export async function refundPayment(
  tx: SandboxTx,
  paymentId: string,
  body: unknown,
  idempotencyKey: string | undefined,
  now: number,
): Promise<SandboxRefund> {
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    throw badRequest('The idempotency key must have 10 or more of the characters A-Z, a-z, 0-9, _ and -.');
  }
  const { amount, speed, receipt, notes } = readBody(refundInput, body);
  const request = JSON.stringify([paymentId, body ?? {}]);
  const { order_id } = await findPayment(tx, paymentId, now);
  await findOrder(tx, order_id, 'lock');

  if (idempotencyKey !== undefined) {
    const earlier = await tx
      .selectFrom('sandbox_refund')
      .selectAll()
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (earlier?.request === request) return earlier;
    if (earlier) {
      throw badRequest('Different request body sent for the same Idempotency Header.', {}, 409);
    }
  }

  const payment = await findPayment(tx, paymentId, now);
  if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already.');
  if (payment.status !== 'captured')
    throw badRequest('The payment status should be captured for action to be taken');
  const left = payment.amount - payment.amount_refunded;
  const given = amount ?? left;
  if (given > left) throw badRequest('The total refund amount is greater than the refund payment amount');

  await changePayment(tx, paymentId, {
    amount_refunded: payment.amount_refunded + given,
    ...(given === left ? { status: 'refunded' } : {}),
  });
  return tx
    .insertInto('sandbox_refund')
    .values({
      id: newId('rfnd'),
      payment_id: paymentId,
      amount: given,
      speed,
      receipt: receipt ?? null,
      notes: JSON.stringify(notes),
      idempotency_key: idempotencyKey ?? null,
      request,
      created_at: new Date(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
