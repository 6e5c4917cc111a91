import { createHmac } from 'node:crypto';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { isSignedByProvider, isSignedWebhook } from '../../server/payments/signature.ts';

const SECRET = 'a-secret';
const orderId = 'order_ABCDEFGHIJ0123';
const paymentId = 'pay_abcdefghij0123';
const sign = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');
const good = sign(`${orderId}|${paymentId}`);

const cases: [string, string][] = [
  ['the right signature', good],
  ['one of another order', sign(`order_ABCDEFGHIJ0124|${paymentId}`)],
  ['one of another payment', sign(`${orderId}|pay_abcdefghij0124`)],
  ['one under another secret', sign(`${orderId}|${paymentId}`, 'another')],
  ['one with order and payment swapped', sign(`${paymentId}|${orderId}`)],
  ['one with its last digit changed', good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')],
  ['the right one in capitals', good.toUpperCase()],
  ['the right one cut short', good.slice(0, 62)],
  ['the right one and more', `${good}00`],
  ['nothing', ''],
];

describe('a payment signature', () => {
  test.each(cases)('is judged as the official SDK does: %s', (_name, signature) => {
    const theirs = validatePaymentVerification(
      { order_id: orderId, payment_id: paymentId },
      signature,
      SECRET,
    );
    expect(isSignedByProvider({ orderId, paymentId }, signature, SECRET)).toBe(theirs);
  });

  test('is good for exactly one of these', () => {
    const accepted = cases.filter(([, signature]) =>
      isSignedByProvider({ orderId, paymentId }, signature, SECRET),
    );
    expect(accepted.map(([name]) => name)).toEqual(['the right signature']);
  });

  test.each([
    ['order', { orderId: '../payments/x', paymentId }],
    ['payment', { orderId, paymentId: 'pay_x|y' }],
  ])('is refused over a malformed %s id, even when it fits', (_kind, paid) => {
    expect(isSignedByProvider(paid, sign(`${paid.orderId}|${paid.paymentId}`), SECRET)).toBe(false);
  });

  test('never throws where the SDK would', () => {
    const missing = undefined as unknown as string;
    expect(isSignedByProvider({ orderId: missing, paymentId: missing }, missing, SECRET)).toBe(false);
  });
});

describe('a webhook signature', () => {
  const body = Buffer.from('{"event":"payment.captured"}');
  const signed = sign(body.toString());

  test('is good under each of the secrets, and never throws', () => {
    const accepted = (signature: unknown, secrets = ['another', SECRET]) =>
      isSignedWebhook(body, signature, secrets);
    expect([accepted(signed), accepted(signed, [SECRET, 'another'])]).toEqual([true, true]);
    const bad = [
      signed.toUpperCase(),
      signed.slice(0, 62),
      `${signed}00`,
      'zz',
      '',
      undefined,
      null,
      [signed],
      7,
    ];
    for (const signature of [...bad, sign(`${body.toString()} `)]) expect(accepted(signature)).toBe(false);
    expect([accepted(signed, ['another']), accepted(signed, [])]).toEqual([false, false]);
  });
});
