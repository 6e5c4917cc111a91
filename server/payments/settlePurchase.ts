import type { UnusedPaymentReason } from '../../domain/money/refundReasons.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Tx } from '../platform/database/schema.ts';
import { brokenAccountRule } from '../rules/bookingRules.ts';
import { queueEmail } from '../outbox/outbox.ts';
import { queuePointsInvoice } from '../invoices/queueTaxDocuments.ts';
import { changePoints } from '../ledger/ledger.ts';
import { recordPayment, soldPaise, type PurchaseOrder } from './records.ts';
import { createRefund } from './refunds/refunds.ts';
import type { CapturedPayment, SettleResult } from './settlement.ts';

/** Locks the buyer and then the purchase. All transactions use this order. */
async function lockPurchase(tx: Tx, purchaseId: string) {
  const { user_id: userId } = await tx
    .selectFrom('point_purchase')
    .select('user_id')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const { accountRule } = await tx
    .selectFrom('app_user')
    .select(brokenAccountRule.as('accountRule'))
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const purchase = await tx
    .selectFrom('point_purchase')
    .select(['id', 'user_id', 'half_points', 'paid_by_payment_id'])
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { purchase, accountRule };
}

/**
 * Settles a captured payment of an order for points (decision 0041). The points are granted once, with a ledger entry and
 * an invoice, even if the payment is reported repeatedly or late. The payment is refunded instead when another payment has
 * bought the points, the amount differs from the order's, or the account was closed or blocked. The membership may have ended:
 * bought points can be used without one. Only for `settleInTransaction`.
 */
export async function settlePurchase(
  tx: Tx,
  captured: CapturedPayment,
  order: PurchaseOrder,
  now: EpochMs,
): Promise<SettleResult> {
  const sold = soldPaise(captured, order);
  const payment: CapturedPayment = { ...captured, amountPaise: sold ?? captured.amountPaise };
  const { purchase, accountRule } = await lockPurchase(tx, order.purchase_id);
  const status = await recordPayment(tx, captured);
  await tx
    .updateTable('payment_order')
    .set({ status: 'paid' })
    .where('order_id', '=', order.order_id)
    .execute();
  const { paid_by_payment_id: paidBy, user_id: userId } = purchase;
  const settlement = paidBy === null ? 'refund-due' : 'confirmed';
  // This is a repeated report of the payment that bought the points, or an old report of a payment that was refunded since.
  if (paidBy === payment.id || status === 'refunded') return { settlement, refundReason: null };

  const isExpected = sold !== null;
  if (paidBy !== null || accountRule !== null || !isExpected) {
    const unusedReason: UnusedPaymentReason = (paidBy === null && accountRule) || 'second-payment';
    const reason = isExpected ? unusedReason : 'wrong-amount';
    const isNew = await createRefund(tx, payment, null, reason, now);
    if (isNew) {
      const payload = { payment_id: payment.id };
      await queueEmail(tx, { kind: 'paid-late', key: payment.id, to: { userId }, payload, now });
    }
    return { settlement, refundReason: isNew ? reason : null };
  }

  await tx
    .updateTable('point_purchase')
    .set({ paid_by_payment_id: payment.id, granted_at: new Date(now) })
    .where('id', '=', purchase.id)
    .execute();
  const key = `purchase:${purchase.id}`;
  await changePoints(tx, userId, purchase.half_points, {
    kind: 'purchase',
    at: now,
    paymentId: payment.id,
    key,
  });
  const { id: paymentId, amountPaise } = payment;
  await queuePointsInvoice(tx, { purchaseId: purchase.id, paymentId, amountPaise, now });
  return { settlement: 'confirmed', refundReason: null };
}
