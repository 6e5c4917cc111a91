import { Refusal } from '../refusal.ts';
import { GatewayError } from './gatewayError.ts';

/** The payment is not what it claims to be, or did not happen. */
export const notVerified = (): Refusal =>
  new Refusal('payment-not-verified', 'This payment could not be verified');

/** The money came when the half-hours were someone else's: it goes back. */
export const refundOnItsWay = (): Refusal =>
  new Refusal('hold-over', 'The hold was over and the room is taken; your payment will be refunded in full');

/** The hold went while its order was being opened: the same user chose other half-hours, or a twin call failed. */
export const givenUp = (): Refusal => new Refusal('hold-over', 'These half-hours were given up meanwhile');

/** The provider gave no answer that settles anything; everything stays as it is and can be asked again. */
export function unavailable(cause?: unknown): Refusal {
  const refusal = new Refusal('unavailable', 'The payment provider does not answer at the moment');
  refusal.cause = cause;
  return refusal;
}

/** What the provider answers; refused with 'unavailable' (503) when it does not. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof GatewayError ? unavailable(error) : error;
  }
}
