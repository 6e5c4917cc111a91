import { ApiError } from '../apiError.ts';
import { GatewayError } from './gatewayError.ts';

/** The payment is not what it claims to be, or did not happen. */
export const paymentNotVerified = (): ApiError =>
  new ApiError('payment-not-verified', 'This payment could not be verified');

/** The money came when the half-hours were someone else's: it goes back. */
export const refundPending = (): ApiError =>
  new ApiError('hold-over', 'The hold was over and the room is taken; your payment will be refunded in full');

/** The hold went while its order was being opened: the same user chose other half-hours, or a twin call failed. */
export const holdReleased = (): ApiError =>
  new ApiError('hold-over', 'These half-hours were given up meanwhile');

/** The provider gave no answer that settles anything; everything stays as it is and can be asked again. */
export function providerUnavailable(cause?: unknown): ApiError {
  const apiError = new ApiError('unavailable', 'The payment provider does not answer at the moment');
  apiError.cause = cause;
  return apiError;
}

/** What the provider answers; refused with 'unavailable' (503) when it does not. */
export async function orProviderUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof GatewayError ? providerUnavailable(error) : error;
  }
}
