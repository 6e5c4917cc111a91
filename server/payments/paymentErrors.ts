import { refundReasonTexts, type UnusedPaymentReason } from '../../domain/money/refundReasons.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { GatewayError } from './provider/gatewayError.ts';

/** The payment does not exist, belongs to another order, or was not completed. */
export const paymentNotVerified = (): ApiError =>
  new ApiError('payment-not-verified', 'This payment could not be verified');

/** The payment could not be used for the given reason and is refunded. */
export const refundPending = (reason: UnusedPaymentReason | null): ApiError =>
  new ApiError('hold-over', `${refundReasonTexts[reason ?? 'late']} The payment will be refunded in full.`, {
    refund_reason: reason ?? 'late',
  });

/** The booking was paid, and the customer has cancelled it since. */
export const bookingCancelled = (): ApiError =>
  new ApiError('called-off', 'This booking was cancelled. See My bookings for the refund');

/** The hold was released while the server opened its order: the user chose other slots, or a concurrent call failed. */
export const holdReleased = (): ApiError =>
  new ApiError('hold-over', 'These times were released in the meantime');

/** The provider sent no usable response. Nothing has changed, and the call can be repeated. */
export function providerUnavailable(cause?: unknown): ApiError {
  const apiError = new ApiError('unavailable', 'The payment provider is not responding at the moment');
  apiError.cause = cause;
  return apiError;
}

/** Resolves with the provider's response. Rejects with 'unavailable' (503) when there is none. */
export async function orProviderUnavailable<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw error instanceof GatewayError ? providerUnavailable(error) : error;
  }
}
