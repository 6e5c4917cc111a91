import { capturePayment } from './capture.ts';
import { GatewayError } from './gatewayError.ts';
import type { PaymentDeps } from './deps.ts';
import { isExpectedAmount, recordPayment, type OrderPayment, type PaymentOrder } from './records.ts';
import { isCapture, settle } from './settle.ts';

/** An attempt at the bank that may still turn into money. */
export const isOpen = ({ status }: OrderPayment): boolean => status === 'created' || status === 'authorized';

/**
 * Captures a payment that the bank has authorised, whether its half-hours are still free or not: what `settle` then
 * cannot use is refunded where the payer sees it (docs/decisions/0008-late-money-is-captured.md). What is not of its
 * order's amount, and what the provider will not let us capture, stays as it is, and goes back by itself within a day.
 * Rejects with a `GatewayError` when the provider does not answer. Never inside a transaction.
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
    log.warn({ ...details, said: error.message }, 'the provider refused to capture a payment');
    return payment;
  }
}

/**
 * Does what has to be done about a payment of one of our orders that the provider told of: money is settled, what the
 * bank has authorised is captured first, anything else is written down. The answer is the payment as it is then. Rejects
 * with a `GatewayError` when the provider does not answer. Never inside a transaction.
 */
export async function applyPaymentUpdate(
  deps: PaymentDeps,
  payment: OrderPayment,
  order: PaymentOrder,
): Promise<OrderPayment> {
  const known = payment.status === 'authorized' ? await captureAuthorized(deps, payment, order) : payment;
  if (isCapture(known)) await settle(deps, known);
  else await recordPayment(deps.database, known);
  return known;
}
