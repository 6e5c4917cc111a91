import type { GatewayRefund } from '../provider/entities.ts';
import type { OperatorLog } from '../deps.ts';
import type { RefundUpdate } from '../refunds/refundUpdates.ts';

/** Logs a refund that the provider could not process or that we did not request. */
export function logRefundUpdate(
  log: OperatorLog,
  paymentId: string,
  refund: GatewayRefund,
  update: RefundUpdate,
): void {
  const details = { payment: paymentId, refund: refund.id, amountPaise: refund.amountPaise };
  if (update === 'failed')
    log.error(details, 'the provider could not refund a payment: it will be tried again');
  if (update === 'outside') log.warn(details, 'a refund was made at the provider that we did not request');
  if (update === 'unknown') log.warn(details, 'a refund was made, or failed, that is none of ours');
}
