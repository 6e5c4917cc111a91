import { capturePayment } from './capture.ts';
import { GatewayError } from './provider/gatewayError.ts';
import type { PaymentDeps } from './deps.ts';
import { isExpectedAmount, recordPayment, type OrderPayment, type PaymentOrder } from './records.ts';
import { settle } from './settle.ts';
import { isCaptured } from './settlement.ts';

/** True for an attempt that the bank may still authorise, or that can be captured. */
export const isOpenAttempt = ({ status }: OrderPayment): boolean =>
  status === 'created' || status === 'authorized';

/**
 * Captures an authorised payment, even if its slots are no longer free: a payment that `settle` cannot use is refunded, and
 * My bookings shows it (docs/decisions/0004-payment-results.md). A payment whose amount differs from its order's
 * is not captured. The provider refunds such a payment, and one that it refuses to capture, within a day. Rejects with a
 * `GatewayError` when the provider does not respond. Must not be called inside a transaction.
 */
export async function captureAuthorized(
  { gateway, log }: Pick<PaymentDeps, 'gateway' | 'log'>,
  payment: OrderPayment,
  order: PaymentOrder,
): Promise<OrderPayment> {
  const details = { order: order.order_id, payment: payment.id, amountPaise: payment.amountPaise };
  if (!isExpectedAmount(payment, order)) {
    log.error(details, 'an authorised payment is not of the amount of its order: not captured');
    return payment;
  }
  try {
    return { ...(await capturePayment(gateway, payment)), orderId: order.order_id };
  } catch (error) {
    if (!(error instanceof GatewayError && error.code === 'refused')) throw error;
    log.warn({ ...details, description: error.message }, 'the provider refused to capture a payment');
    return payment;
  }
}

/**
 * Applies the provider's state of a payment of one of our orders: an authorised payment is captured, a captured one is
 * settled, and any other is recorded. Returns the payment's state afterwards. Rejects with a `GatewayError` when the
 * provider does not respond. Must not be called inside a transaction.
 */
export async function applyPaymentUpdate(
  deps: PaymentDeps,
  payment: OrderPayment,
  order: PaymentOrder,
): Promise<OrderPayment> {
  const current = payment.status === 'authorized' ? await captureAuthorized(deps, payment, order) : payment;
  if (isCaptured(current)) await settle(deps, current);
  else await recordPayment(deps.database, current);
  return current;
}
