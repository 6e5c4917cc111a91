import type { GatewayPayment } from './provider/entities.ts';
import type { PaymentGateway } from './provider/gateway.ts';

/**
 * Captures an authorised payment. The provider's auto-capture or a concurrent call may have captured the payment first,
 * which counts as success. Rejects with a `GatewayError` when the payment is not captured. Must not be called inside a
 * transaction.
 */
export async function capturePayment(
  gateway: PaymentGateway,
  payment: GatewayPayment,
): Promise<GatewayPayment> {
  try {
    return await gateway.capture(payment.id, payment.amountPaise);
  } catch (error) {
    const current = await gateway.fetchPayment(payment.id);
    if (current.status === 'captured') return current;
    throw error;
  }
}
