import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { Tx } from '../../platform/database/schema.ts';
import type { GatewayRefund } from '../provider/entities.ts';
import { recordOutsideReturn, restoreOwn } from './outsideReturns.ts';
import { nextAttempt, nextPoll } from './refundBackoff.ts';
import { lockPaidItem, lockRefunds, markRefundProcessed, type StoredRefund } from './refunds.ts';

/** What the provider's state of a refund changed. 'unknown': its payment is not one of ours, or it failed unseen. */
export type RefundUpdate = 'processed' | 'requested' | 'failed' | 'outside' | 'nothing' | 'unknown';

/** After this many failures of accepted refunds, a person decides. */
export const MAX_FAILURES = 3;

const FAILED_PROBLEM = 'The provider accepted the refund and could not deliver it.';

/** Applies the provider's state of a refund to a row that records it. */
async function updateRecorded(
  tx: Tx,
  stored: StoredRefund,
  { id, status, bankReference }: GatewayRefund,
  { userId, now }: { readonly userId: string | undefined; readonly now: EpochMs },
): Promise<RefundUpdate> {
  if (stored.status === 'processed') return 'nothing';
  if (status === 'processed') {
    await markRefundProcessed(tx, stored, { userId, refundId: id, bankReference, now });
    return 'processed';
  }
  const row = tx.updateTable('refund').where('id', '=', stored.id);
  const isOpen = stored.status === 'due' || stored.status === 'needs_person';
  if (stored.refund_id === id && (isOpen || status === 'pending')) return 'nothing';
  if (status === 'pending') {
    if (stored.status === 'requested') return 'nothing';
    await row
      .set({
        status: 'requested',
        refund_id: id,
        accepted_at: new Date(now),
        attempts: 0,
        next_try_at: nextPoll(now, 0),
        needs_person_since: null,
      })
      .execute();
    return 'requested';
  }
  if (stored.refund_id !== null && stored.refund_id !== id && stored.status === 'requested') return 'nothing';
  const failures = stored.failures + 1;
  // A refund that somebody made at the provider is not repeated without a person; a part of one of ours is due from us again.
  const needsPerson =
    failures >= MAX_FAILURES || (stored.made_by !== 'us' && stored.part_of === null && isOutside(stored));
  await row
    .set({
      refund_id: id,
      failures,
      accepted_at: null,
      attempts: 0,
      made_by: 'us',
      next_try_at: nextAttempt(now, failures),
      problem: FAILED_PROBLEM,
      ...(needsPerson
        ? { status: 'needs_person', needs_person_since: stored.needs_person_since ?? new Date(now) }
        : { status: 'due', needs_person_since: null }),
    })
    .execute();
  return 'failed';
}

const isOutside = ({ reason }: Pick<StoredRefund, 'reason'>): boolean =>
  reason === 'provider' || reason === 'dispute';

/**
 * Applies the provider's state of a refund, no matter who made it. States may be reported repeatedly and in any order: a processed
 * refund stays processed, and the failure of one refund counts once and never undoes a later refund. A failed refund is due
 * again with back-off and a new idempotency key, until a person has to decide. A refund without our note, or one that repeats
 * what the desk has paid out, was made outside: it settles what is due of the payment, and the rest is recorded as a refund by
 * the provider.
 */
export async function applyRefundUpdate(
  tx: Tx,
  paymentId: string,
  refund: GatewayRefund,
  now: EpochMs,
): Promise<RefundUpdate> {
  // The booking's row is locked before the refund's row, as in all payment transactions, which prevents deadlocks.
  const userId = await lockPaidItem(tx, paymentId);
  const refunds = await lockRefunds(tx, paymentId);
  const recorded = refunds.filter(({ refund_id }) => refund_id === refund.id);
  if (recorded.length > 0) {
    let update: RefundUpdate = 'nothing';
    for (const row of recorded) {
      const change = await updateRecorded(tx, row, refund, { userId, now });
      if (change !== 'nothing') update = change;
    }
    return update;
  }
  const own = refunds.find(({ id }) => id === refund.ownId);
  if (own && refund.status === 'failed') return updateRecorded(tx, own, refund, { userId, now });
  const { status } = refund;
  if (status === 'failed') return 'unknown';
  // A refund that the desk has paid out, and that the provider has made as well, counts as one made outside.
  if (own && !(own.status === 'processed' && own.made_by === 'us')) {
    const restored = await restoreOwn(tx, own, refunds, refund.amountPaise, now);
    return updateRecorded(tx, restored, refund, { userId, now });
  }
  const isKnown = await recordOutsideReturn(
    tx,
    paymentId,
    refunds,
    { ...refund, status, madeBy: 'provider' },
    { userId, now },
  );
  return isKnown ? 'outside' : 'unknown';
}
