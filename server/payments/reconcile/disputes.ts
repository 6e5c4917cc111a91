import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Tx } from '../../platform/database/schema.ts';
import type { DisputeStatus, GatewayDispute } from '../provider/entities.ts';
import type { OperatorLog } from '../deps.ts';
import { recordOutsideReturn } from '../refunds/outsideReturns.ts';
import { lockPaidItem, lockRefunds } from '../refunds/refunds.ts';

/** Reports arrive in any order, and an old report does not undo a newer one. */
const STATUS_ORDER: Readonly<Record<DisputeStatus, number>> = {
  open: 0,
  under_review: 1,
  won: 2,
  lost: 2,
  closed: 2,
};

/** 'unknown': the dispute is about a payment that is not one of ours. */
export type DisputeUpdate = 'recorded' | 'lost' | 'nothing' | 'unknown';

/** What the bank took back, in paise: a lost dispute without a reported deduction took its whole amount. */
const takenPaise = ({ status, amountPaise, deductedPaise }: GatewayDispute): number =>
  status === 'lost' ? deductedPaise || amountPaise : status === 'closed' ? deductedPaise : 0;

const atSecond = (seconds: number): Date => new Date(seconds * 1000);

/**
 * Records the provider's state of a dispute. While it is open, due refunds of its payment wait; a refund that the provider
 * refused is due again after it, because the dispute may have been the cause. The amount of a lost dispute has been returned to
 * the customer: it settles due refunds first, and the rest is recorded like a refund, with a credit note. `now`: the server's clock.
 */
export async function applyDispute(tx: Tx, dispute: GatewayDispute, now: EpochMs): Promise<DisputeUpdate> {
  const { id, paymentId, status } = dispute;
  const userId = await lockPaidItem(tx, paymentId);
  if (userId === undefined) return 'unknown';
  const stored = await tx
    .selectFrom('dispute')
    .select('status')
    .where('dispute_id', '=', id)
    .executeTakeFirst();
  if (stored && STATUS_ORDER[stored.status] >= STATUS_ORDER[status]) return 'nothing';
  const values = {
    status,
    phase: dispute.phase,
    reason_code: dispute.reasonCode,
    respond_by: dispute.respondBy === null ? null : atSecond(dispute.respondBy),
    amount_paise: dispute.amountPaise,
    changed_at: new Date(now),
  };
  await tx
    .insertInto('dispute')
    .values({ dispute_id: id, payment_id: paymentId, created_at: atSecond(dispute.createdAt), ...values })
    .onConflict((conflict) => conflict.column('dispute_id').doUpdateSet(values))
    .execute();
  if (STATUS_ORDER[status] < 2) {
    await tx
      .updateTable('refund')
      .set({ status: 'due', needs_person_since: null, next_try_at: new Date(now) })
      .where('source_payment_id', '=', paymentId)
      .where('status', '=', 'needs_person')
      .where('made_by', '=', 'us')
      .execute();
  }
  const amountPaise = takenPaise(dispute);
  if (amountPaise === 0) return 'recorded';
  const outside = { id, amountPaise, bankReference: null, status: 'processed', madeBy: 'dispute' } as const;
  await recordOutsideReturn(tx, paymentId, await lockRefunds(tx, paymentId), outside, { userId, now });
  return 'lost';
}

/** Logs a dispute, which a person has to answer at the provider, and a lost one. */
export function logDispute(log: OperatorLog, dispute: GatewayDispute, update: DisputeUpdate): void {
  if (update === 'nothing') return;
  const { id, paymentId, amountPaise, status } = dispute;
  const details = { dispute: id, payment: paymentId, amountPaise, status };
  if (update === 'unknown') log.warn(details, 'a dispute about a payment that is none of ours');
  else if (update === 'lost') log.error(details, 'a dispute is lost: the bank has taken the money back');
  else log.warn(details, 'a payment is disputed');
}
