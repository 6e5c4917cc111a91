import type { CompletePaymentRequest } from '../../contract/booking.ts';
import { CURRENCY } from '../../domain/pricing.ts';
import type { GatewayPayment, PaymentGateway } from './gateway.ts';
import type { PaymentParts } from './parts.ts';
import { ownCardBooking, recordPayment, type PaymentOrder } from './records.ts';
import { notVerified, orUnavailable, refundOnItsWay, unavailable } from './refusals.ts';
import { settle, type Capture } from './settle.ts';

/** Captures an authorised payment. Auto-capture, or a twin of this call, may come first: then it is captured as well. */
async function captured(gateway: PaymentGateway, payment: GatewayPayment): Promise<GatewayPayment> {
  try {
    return await gateway.capture(payment.id, payment.amountPaise);
  } catch (error) {
    const again = await gateway.fetchPayment(payment.id);
    if (again.status === 'captured') return again;
    throw error;
  }
}

/** True when a payment is one for this order, all of it and in our currency. */
const pays = (payment: GatewayPayment, order: PaymentOrder): payment is Capture =>
  payment.orderId === order.order_id &&
  payment.amountPaise === order.amount_paise &&
  payment.currency === CURRENCY;

/**
 * POST payment complete: what the checkout handed to the browser confirms the booking (spec 4 and 7). Nothing of it is
 * believed: the order must be the one stored for this user's booking, the signature the provider's over that order, and
 * the payment is fetched from the provider, and captured if it is only authorised. Refuses with 404 another user's
 * booking, 400 what cannot be verified, 410 when the money came too late and goes back, and 503, the hold staying as it
 * is, when the provider does not answer or the bank has not yet. Repeated, it answers the same.
 */
export async function completePayment(
  { database, gateway, now }: PaymentParts,
  request: CompletePaymentRequest,
  userId: string,
): Promise<{ booking_id: string; status: 'confirmed' }> {
  const { booking, order } = await ownCardBooking(database, request.booking_id, userId);
  if (order === undefined || request.order_id !== order.order_id || request.amount !== order.amount_paise) {
    throw notVerified();
  }
  const paid = { orderId: order.order_id, paymentId: request.payment_id };
  if (!gateway.isSigned(paid, request.signature)) throw notVerified();

  let payment = await orUnavailable(gateway.fetchPayment(request.payment_id));
  if (!pays(payment, order)) throw notVerified();
  await recordPayment(database, payment);
  if (payment.status === 'authorized') payment = await orUnavailable(captured(gateway, payment));
  if (payment.status === 'created') throw unavailable();
  if (payment.status !== 'captured' || !pays(payment, order)) throw notVerified();

  if ((await settle(database, payment, now())) === 'refund-due') throw refundOnItsWay();
  return { booking_id: booking.id, status: 'confirmed' };
}
