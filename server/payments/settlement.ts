import type { UnusedPaymentReason } from '../../domain/money/refundReasons.ts';
import type { OrderPayment } from './records.ts';

/** A captured payment of one of our orders. */
export type CapturedPayment = OrderPayment & { readonly status: 'captured' };

export const isCaptured = (payment: OrderPayment): payment is CapturedPayment =>
  payment.status === 'captured';

/**
 * The outcome for the booking. 'cancelled': the booking was confirmed, and has been cancelled since.
 * 'refund-due': the payment is refunded.
 */
export type Settlement = 'confirmed' | 'cancelled' | 'refund-due';

/** `refundReason`: of a refund that this call has created; null for none. */
export interface SettleResult {
  readonly settlement: Settlement;
  readonly refundReason: UnusedPaymentReason | null;
}
