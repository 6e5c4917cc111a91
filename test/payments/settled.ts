import { settle } from '../../server/payments/settle.ts';
import { isCaptured } from '../../server/payments/settlement.ts';
import type { PaymentServer } from './startPayments.ts';

/** Settles a payment of an order that the provider reports now, and returns the reason of the refund, or 'done'. */
export async function settled(
  server: PaymentServer,
  { id, amount }: { id: string; amount: number },
): Promise<string> {
  const payment = {
    id: `pay_${id.slice(-14)}`,
    orderId: id,
    amountPaise: amount,
    currency: 'INR',
    status: 'captured' as const,
  };
  if (isCaptured(payment)) await settle(server.payments, payment);
  const refund = await server.database
    .selectFrom('refund')
    .select(['reason', 'late_cause'])
    .where('source_payment_id', '=', payment.id)
    .executeTakeFirst();
  return refund ? (refund.late_cause ?? refund.reason) : 'done';
}
