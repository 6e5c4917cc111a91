import type { Selectable } from 'kysely';
import { z } from 'zod';
import { sandboxDisputeColumns } from './columns.ts';
import { newId } from './id.ts';
import { readBody } from './orders.ts';
import { paymentEntity } from './paymentEntity.ts';
import { findPayment, lockPayment } from './payments.ts';
import { badRequest, unknownId } from './providerError.ts';
import { queueWebhook } from './queueWebhook.ts';
import type { SandboxDatabase, SandboxDisputeTable, SandboxTx } from './tables.ts';

export type SandboxDispute = Selectable<SandboxDisputeTable>;

/** How long evidence is accepted, in seconds. */
const RESPOND_WITHIN_S = 10 * 86_400;

/** In the provider's format. */
export const disputeEntity = (dispute: SandboxDispute) => {
  const createdAt = Math.floor(dispute.created_at.getTime() / 1000);
  return {
    id: dispute.id,
    entity: 'dispute',
    payment_id: dispute.payment_id,
    amount: dispute.amount,
    currency: 'INR',
    amount_deducted: dispute.status === 'lost' ? dispute.amount : 0,
    reason_code: dispute.reason_code,
    respond_by: createdAt + RESPOND_WITHIN_S,
    status: dispute.status,
    phase: dispute.phase,
    created_at: createdAt,
    evidence: null,
  };
};

/** Refused when there is none. */
export async function findDispute(
  database: SandboxDatabase | SandboxTx,
  id: string,
): Promise<SandboxDispute> {
  const dispute = await database
    .selectFrom('sandbox_dispute')
    .select(sandboxDisputeColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!dispute) throw unknownId();
  return dispute;
}

const page = z.object({
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** A page of all disputes, the newest first. */
export function listDisputes(database: SandboxDatabase, query: unknown): Promise<SandboxDispute[]> {
  const { count, skip } = readBody(page, query);
  return database
    .selectFrom('sandbox_dispute')
    .select(sandboxDisputeColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(count)
    .offset(skip)
    .execute();
}

async function queueDisputeWebhook(
  tx: SandboxTx,
  event: 'created' | SandboxDispute['status'],
  dispute: SandboxDispute,
  now: number,
): Promise<void> {
  if (event === 'open') return;
  const payment = paymentEntity(await findPayment(tx, dispute.payment_id));
  await queueWebhook(tx, `payment.dispute.${event}`, { payment, dispute: disputeEntity(dispute) }, now);
}

/** `amount`: by default what was not refunded. */
export async function openDispute(
  tx: SandboxTx,
  paymentId: string,
  amount: number | undefined,
  now: number,
): Promise<SandboxDispute> {
  const { payment } = await lockPayment(tx, paymentId);
  if (payment.captured_at === null) throw badRequest('Only a captured payment can be disputed');
  const left = payment.amount - payment.amount_refunded;
  const disputed = amount ?? left;
  if (disputed < 1 || disputed > payment.amount) throw badRequest('Nothing of the payment can be disputed');
  const dispute = await tx
    .insertInto('sandbox_dispute')
    .values({
      id: newId('disp'),
      payment_id: paymentId,
      amount: disputed,
      status: 'open',
      reason_code: 'goods_or_services_not_received_or_partially_received',
      created_at: new Date(now),
    })
    .returning(sandboxDisputeColumns)
    .executeTakeFirstOrThrow();
  await queueDisputeWebhook(tx, 'created', dispute, now);
  return dispute;
}

/** Ends an open dispute, or puts it under review. An ended one stays as it is. */
export async function decideDispute(
  tx: SandboxTx,
  id: string,
  status: 'under_review' | 'won' | 'lost' | 'closed',
  now: number,
): Promise<SandboxDispute> {
  const { payment_id } = await findDispute(tx, id);
  await lockPayment(tx, payment_id);
  const changed = await tx
    .updateTable('sandbox_dispute')
    .set({ status })
    .where('id', '=', id)
    .where('status', 'in', ['open', 'under_review'])
    .where('status', '<>', status)
    .returning(sandboxDisputeColumns)
    .executeTakeFirst();
  if (!changed) return findDispute(tx, id);
  await queueDisputeWebhook(tx, status, changed, now);
  return changed;
}
