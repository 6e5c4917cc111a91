import type { GatewayPayment } from './entities.ts';
import type { PaymentGateway } from './gateway.ts';

/**
 * Captures an authorised payment. Auto-capture, or a twin of this call, may come first: then it is captured as well.
 * Rejects with a `GatewayError` when it is not captured. Never inside a transaction.
 */
export async function capturePayment(
  gateway: PaymentGateway,
  payment: GatewayPayment,
): Promise<GatewayPayment> {
  try {
    return await gateway.capture(payment.id, payment.amountPaise);
  } catch (error) {
    const again = await gateway.fetchPayment(payment.id);
    if (again.status === 'captured') return again;
    throw error;
  }
}
