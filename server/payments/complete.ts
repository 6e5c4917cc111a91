import type { CompletePaymentRequest } from '../../contract/bookings/booking.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { capturePayment } from './capture.ts';
import type { PaymentDeps } from './deps.ts';
import type { GatewayPayment } from './provider/entities.ts';
import {
  isOfOrder,
  isExpectedAmount,
  ownCardBooking,
  recordPayment,
  statusOf,
  type PaymentOrder,
} from './records.ts';
import {
  bookingCancelled,
  paymentNotVerified,
  orProviderUnavailable,
  refundPending,
  providerUnavailable,
} from './paymentErrors.ts';
import { unusedReason } from './refunds/refundReason.ts';
import { settle } from './settle.ts';
import { isCaptured } from './settlement.ts';

/**
 * Verifies the payment that a browser reports for an order, and captures it if it is only authorised. The report is not
 * trusted: it must name the stored order, the signature must be the provider's for this order, and the payment is fetched
 * from the provider. Throws 400 for a payment that cannot be verified, and 503 when the provider or the bank has not
 * responded.
 */
export async function verifyAndCapturePayment(
  { database, gateway }: PaymentDeps,
  order: PaymentOrder,
  request: Pick<CompletePaymentRequest, 'order_id' | 'payment_id' | 'signature' | 'amount'>,
): Promise<GatewayPayment> {
  if (request.order_id !== order.order_id || request.amount !== order.amount_paise) {
    throw paymentNotVerified();
  }
  const signedPayment = { orderId: order.order_id, paymentId: request.payment_id };
  if (!gateway.isSigned(signedPayment, request.signature)) throw paymentNotVerified();

  const payment = await orProviderUnavailable(gateway.fetchPayment(request.payment_id));
  if (!isOfOrder(payment, order)) throw paymentNotVerified();
  await recordPayment(database, payment);
  if (payment.status === 'authorized' && isExpectedAmount(payment, order)) {
    return orProviderUnavailable(capturePayment(gateway, payment));
  }
  if (payment.status === 'created') throw providerUnavailable();
  return payment;
}

/**
 * POST payment complete: verifies the result of the checkout (`verifyAndCapturePayment`) and confirms the booking (spec 4
 * and 7). Throws 404 for another user's booking, 400 for a payment that cannot be verified, 409 for a booking that was paid
 * and has been cancelled, 410 for a payment that is refunded because it came too late or has another amount, and 503, with
 * the hold unchanged, when the provider or the bank has not responded. A repeated call returns the same response.
 */
export async function completePayment(
  deps: PaymentDeps,
  request: CompletePaymentRequest,
  userId: string,
): Promise<{ booking_id: string; status: 'confirmed' }> {
  const { database } = deps;
  const { booking, order } = await ownCardBooking(database, request.booking_id, userId);
  if (order === undefined) throw paymentNotVerified();
  const payment = await verifyAndCapturePayment(deps, order, request);
  if (payment.status === 'refunded') {
    // The payment was refunded as a second payment because another payment confirmed the booking, perhaps during the call to
    // the provider.
    const { booking: current } = await ownCardBooking(database, booking.id, userId);
    const status = await statusOf(database, current);
    if (status === bookingCodes.cancelled) throw bookingCancelled();
    if (status !== 'confirmed') throw refundPending(await unusedReason(database, order));
    return { booking_id: booking.id, status: 'confirmed' };
  }
  if (!isOfOrder(payment, order) || !isCaptured(payment)) throw paymentNotVerified();

  const settlement = await settle(deps, payment);
  if (settlement === 'cancelled') throw bookingCancelled();
  if (settlement === 'refund-due') throw refundPending(await unusedReason(database, order));
  return { booking_id: booking.id, status: 'confirmed' };
}
