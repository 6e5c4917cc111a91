import { createHmac, timingSafeEqual } from 'node:crypto';
import { isProviderId } from './providerId.ts';

/** Signed by the provider when a payment succeeds. `orderId`: from the database, never from the browser. */
export interface SignedPayment {
  readonly orderId: string;
  readonly paymentId: string;
}

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * True when `signature` is the provider's for this order and payment: hex HMAC-SHA256 of 'order|payment' with the key
 * secret. Never throws. The official SDK's function is not used, because it compares with `===`, which allows timing attacks, and
 * throws for a missing signature.
 */
export function isSignedByProvider(
  { orderId, paymentId }: SignedPayment,
  signature: string,
  keySecret: string,
): boolean {
  if (!isProviderId('order', orderId) || !isProviderId('payment', paymentId)) return false;
  if (!HEX_SHA256.test(signature)) return false;
  const expected = createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * True when `signature` is the provider's for these bytes of a webhook body with one of the secrets. After a rotation,
 * older deliveries are still signed with the old secret. Never throws. False for any change of the bytes, even for another
 * serialisation of the same JSON.
 */
export function isSignedWebhook(body: Buffer, signature: unknown, secrets: readonly string[]): boolean {
  if (typeof signature !== 'string' || !HEX_SHA256.test(signature)) return false;
  const received = Buffer.from(signature, 'hex');
  return secrets.some((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(body).digest(), received),
  );
}
