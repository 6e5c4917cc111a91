import { sql, type RawBuilder } from 'kysely';
import type { RefundReason, UnusedPaymentReason } from '../../../domain/money/refundReasons.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';

/**
 * SQL: the reason of the outer query's `refund`. A refund that an earlier version made for the payment of a move has no
 * stored cause, and its reason is always 'move-ended'.
 */
export const refundReason: RawBuilder<RefundReason> = sql<RefundReason>`case
  when refund.late_cause is not null then refund.late_cause
  when refund.reason = 'late' and exists (
    select from payment late join payment_order on payment_order.order_id = late.order_id
      join booking move on move.id = payment_order.booking_id
    where late.payment_id = refund.payment_id and move.moves_booking_id is not null) then 'move-ended'
  else refund.reason end`;

/** Reason of the latest full refund of an order's payments; null when there is none. */
export async function unusedReason(
  database: Database | Tx,
  order: { readonly order_id: string } | undefined,
): Promise<UnusedPaymentReason | null> {
  if (order === undefined) return null;
  const found = await database
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.payment_id')
    .select(refundReason.as('reason'))
    .where('payment.order_id', '=', order.order_id)
    .orderBy('due_since', 'desc')
    .executeTakeFirst();
  return (found?.reason ?? null) as UnusedPaymentReason | null;
}
