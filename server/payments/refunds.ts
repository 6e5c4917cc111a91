import { refundColumns } from '../database/columns.ts';
import type { RefundReason, Tx } from '../database/schema.ts';
import type { GatewayPayment, GatewayRefund } from './entities.ts';
import { nextPoll, nextTry } from './refundBackoff.ts';

/** Creates the refund of a payment, once. True when there was none before. */
export async function createRefund(
  tx: Tx,
  payment: Pick<GatewayPayment, 'id' | 'amountPaise'>,
  reason: RefundReason,
  now: number,
): Promise<boolean> {
  const created = await tx
    .insertInto('refund')
    .values({
      payment_id: payment.id,
      amount_paise: payment.amountPaise,
      reason,
      due_since: new Date(now),
      next_try_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  return created !== undefined;
}

/** Marks the booking refunded when all refunds of its payments are processed. */
async function finishBooking(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ status: 'refunded' })
    .where('status', '=', 'refund_due')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('payment_order')
        .innerJoin('payment', 'payment.order_id', 'payment_order.order_id')
        .select('payment_order.booking_id')
        .where('payment.payment_id', '=', paymentId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .innerJoin('payment', 'payment.payment_id', 'refund.payment_id')
            .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
            .select('refund.payment_id')
            .whereRef('payment_order.booking_id', '=', 'booking.id')
            .where('refund.status', '<>', 'processed'),
        ),
      ),
    )
    .execute();
}

/** What a report about a refund changed. 'unknown': it is not one of our refunds, or only a part of one. */
export type RefundUpdate = 'processed' | 'requested' | 'failed' | 'nothing' | 'unknown';

/**
 * Applies the provider's state of a refund. Reports may be repeated and may arrive in any order: a processed refund
 * stays processed, and the failure of one refund counts once and never undoes a later one. A failed refund is due again
 * at once with a new idempotency key. `now`: the server's clock, milliseconds since 1970.
 */
export async function applyRefundUpdate(
  tx: Tx,
  paymentId: string,
  { id, amountPaise, status }: GatewayRefund,
  now: number,
): Promise<RefundUpdate> {
  // The booking's row is locked before the refund's, as in all payment transactions, which prevents deadlocks.
  await tx
    .selectFrom('booking')
    .innerJoin('payment_order', 'payment_order.booking_id', 'booking.id')
    .innerJoin('payment', 'payment.order_id', 'payment_order.order_id')
    .select('booking.id')
    .where('payment.payment_id', '=', paymentId)
    .forUpdate('booking')
    .execute();
  const stored = await tx
    .selectFrom('refund')
    .select(refundColumns)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (stored?.amount_paise !== amountPaise) return 'unknown';
  if (stored.status === 'processed') return 'nothing';

  const row = tx.updateTable('refund').where('payment_id', '=', paymentId);
  if (status === 'processed') {
    await row.set({ status: 'processed', refund_id: id }).execute();
    await tx.updateTable('payment').set({ status: 'refunded' }).where('payment_id', '=', paymentId).execute();
    await finishBooking(tx, paymentId);
    return 'processed';
  }
  if (stored.refund_id === id && (stored.status === 'due' || status === 'pending')) return 'nothing';
  if (status === 'pending') {
    if (stored.status === 'requested') return 'nothing';
    await row
      .set({ status: 'requested', refund_id: id, attempts: 0, next_try_at: nextPoll(now, 0) })
      .execute();
    return 'requested';
  }
  if (stored.refund_id !== null && stored.refund_id !== id && stored.status === 'requested') return 'nothing';
  const failures = stored.failures + 1;
  await row
    .set({ status: 'due', refund_id: id, failures, attempts: 0, next_try_at: nextTry(now, failures) })
    .execute();
  return 'failed';
}
