import { createHmac } from 'node:crypto';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { isSignedByProvider, isSignedWebhook } from '../../../server/payments/provider/signature.ts';

const SECRET = 'a-secret';
const orderId = 'order_ABCDEFGHIJ0123';
const paymentId = 'pay_abcdefghij0123';
const sign = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');
const correctSignature = sign(`${orderId}|${paymentId}`);

const cases: [string, string][] = [
  ['the correct signature', correctSignature],
  ['one of another order', sign(`order_ABCDEFGHIJ0124|${paymentId}`)],
  ['one of another payment', sign(`${orderId}|pay_abcdefghij0124`)],
  ['one under another secret', sign(`${orderId}|${paymentId}`, 'another')],
  ['one with order and payment swapped', sign(`${paymentId}|${orderId}`)],
  [
    'one with another last digit',
    correctSignature.slice(0, -1) + (correctSignature.endsWith('0') ? '1' : '0'),
  ],
  ['the correct one in capitals', correctSignature.toUpperCase()],
  ['the correct one cut short', correctSignature.slice(0, 62)],
  ['the correct one with more digits', `${correctSignature}00`],
  ['an empty one', ''],
];

describe('a payment signature', () => {
  test.each(cases)('is accepted exactly when the official SDK accepts it: %s', (_name, signature) => {
    const sdkResult = validatePaymentVerification(
      { order_id: orderId, payment_id: paymentId },
      signature,
      SECRET,
    );
    expect(isSignedByProvider({ orderId, paymentId }, signature, SECRET)).toBe(sdkResult);
  });

  test('is accepted only when it is correct', () => {
    const accepted = cases.filter(([, signature]) =>
      isSignedByProvider({ orderId, paymentId }, signature, SECRET),
    );
    expect(accepted.map(([name]) => name)).toEqual(['the correct signature']);
  });

  test.each([
    ['order', { orderId: '../payments/x', paymentId }],
    ['payment', { orderId, paymentId: 'pay_x|y' }],
  ])('of a malformed %s id is refused, even when it matches', (_kind, paid) => {
    expect(isSignedByProvider(paid, sign(`${paid.orderId}|${paid.paymentId}`), SECRET)).toBe(false);
  });

  test('of missing values is refused, while the SDK would throw', () => {
    const missing = undefined as unknown as string;
    expect(isSignedByProvider({ orderId: missing, paymentId: missing }, missing, SECRET)).toBe(false);
  });
});

describe('a webhook signature', () => {
  const body = Buffer.from('{"event":"payment.captured"}');
  const signed = sign(body.toString());

  test('is accepted with each of the secrets, and malformed ones are refused without an exception', () => {
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
