import type { CompletePaymentRequest } from '../../contract/booking.ts';
import { capturePayment } from './capture.ts';
import type { PaymentDeps } from './deps.ts';
import { isOfOrder, isExpectedAmount, ownCardBooking, recordPayment } from './records.ts';
import {
  paymentNotVerified,
  orProviderUnavailable,
  refundPending,
  providerUnavailable,
} from './paymentErrors.ts';
import { isCapture, settle } from './settle.ts';

/**
 * POST payment complete: what the checkout handed to the browser confirms the booking (spec 4 and 7). Nothing of it is
 * believed: the order must be the one stored for this user's booking, the signature the provider's over that order, and
 * the payment is fetched from the provider, and captured if it is only authorised. Refuses with 404 another user's
 * booking, 400 what cannot be verified, 410 when the money came too late, or is not what was ordered, and goes back, and
 * 503, the hold staying as it is, when the provider does not answer or the bank has not yet. Repeated, it answers the
 * same.
 */
export async function completePayment(
  deps: PaymentDeps,
  request: CompletePaymentRequest,
  userId: string,
): Promise<{ booking_id: string; status: 'confirmed' }> {
  const { database, gateway } = deps;
  const { booking, order } = await ownCardBooking(database, request.booking_id, userId);
  if (order === undefined || request.order_id !== order.order_id || request.amount !== order.amount_paise) {
    throw paymentNotVerified();
  }
  const paid = { orderId: order.order_id, paymentId: request.payment_id };
  if (!gateway.isSigned(paid, request.signature)) throw paymentNotVerified();

  let payment = await orProviderUnavailable(gateway.fetchPayment(request.payment_id));
  if (!isOfOrder(payment, order)) throw paymentNotVerified();
  await recordPayment(database, payment);
  if (payment.status === 'authorized' && isExpectedAmount(payment, order)) {
    payment = await orProviderUnavailable(capturePayment(gateway, payment));
  }
  if (payment.status === 'created') throw providerUnavailable();
  if (payment.status === 'refunded') {
    // Given back already: as a second payment, when another confirmed the booking, maybe while the provider was asked.
    const { booking: since } = await ownCardBooking(database, booking.id, userId);
    if (since.status !== 'confirmed') throw refundPending();
    return { booking_id: booking.id, status: 'confirmed' };
  }
  if (!isOfOrder(payment, order) || !isCapture(payment)) throw paymentNotVerified();

  if ((await settle(deps, payment)) === 'refund-due') throw refundPending();
  return { booking_id: booking.id, status: 'confirmed' };
}
