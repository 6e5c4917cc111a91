import type { GatewayRefund } from './entities.ts';
import type { OperatorLog } from './parts.ts';
import type { RefundNews } from './refunds.ts';

/** Tells the operators of a refund that the provider could not do, and of one that nobody owed. */
export function tellRefund(
  log: OperatorLog,
  paymentId: string,
  refund: GatewayRefund,
  news: RefundNews,
): void {
  const details = { payment: paymentId, refund: refund.id, amountPaise: refund.amountPaise };
  if (news === 'failed')
    log.error(details, 'the provider could not refund a payment: it will be tried again');
  if (news === 'not-owed') log.warn(details, 'a refund was made, or failed, that is none of ours');
}
