import { createHmac, timingSafeEqual } from 'node:crypto';
import { isProviderId } from './providerId.ts';

/** What the provider signs when a payment succeeds. `orderId` is the one we stored, never the browser's. */
export interface PaidOrder {
  readonly orderId: string;
  readonly paymentId: string;
}

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * True when `signature` is the provider's for this order and payment: hex HMAC-SHA256 of 'order|payment' under the key
 * secret. Never throws, whatever it is given. The SDK's own check compares with `===`, which tells an attacker by its
 * duration how much of a guess is right, and throws on a missing signature.
 */
export function isSignedByProvider(
  { orderId, paymentId }: PaidOrder,
  signature: string,
  keySecret: string,
): boolean {
  if (!isProviderId('order', orderId) || !isProviderId('payment', paymentId)) return false;
  if (!HEX_SHA256.test(signature)) return false;
  const expected = createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * True when `signature` is the provider's for these bytes of a webhook's body under one of the secrets: after a rotation
 * old deliveries still carry the old one. Never throws. Any change to the bytes, even another way of writing the same
 * JSON, makes it false.
 */
export function isSignedWebhook(body: Buffer, signature: unknown, secrets: readonly string[]): boolean {
  if (typeof signature !== 'string' || !HEX_SHA256.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given));
}
