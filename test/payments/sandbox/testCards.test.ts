import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findOrder } from '../../../tools/sandbox/orders.ts';
import type { SandboxPayment } from '../../../tools/sandbox/paymentEntity.ts';
import { isAutoCaptured } from '../../../tools/sandbox/payments.ts';
import { testCards } from '../../../tools/sandbox/testCards.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import {
  callSheet,
  beginCard,
  CARDS,
  VALID_OTP,
  openSheet,
  payByCard,
  payByUpi,
  type CheckoutOptions,
} from '../payer.ts';

withFreshPayments();

const MINUTE = 60_000;

async function order(fields: object = {}): Promise<CheckoutOptions> {
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR', ...fields });
  return { id, amount: 59000, key: server.keys.keyId };
}
const payments = async ({ id }: CheckoutOptions) => (await server.sdk.orders.fetchPayments(id)).items;

describe('a test card', () => {
  test.each([
    ['4100 2800 0006 0003', 'BAD_REQUEST_ERROR', 'card_declined'],
    ['4100 2800 0008 0001', 'BAD_REQUEST_ERROR', 'insufficient_fund'],
    ['4100 2800 0009 0000', 'BAD_REQUEST_ERROR', 'payment_timed_out'],
    ['4100 2800 0007 0002', 'BAD_REQUEST_ERROR', 'payment_cancelled'],
    ['4100 2800 0002 0007', 'GATEWAY_ERROR', 'gateway_technical_error'],
  ])('%s fails with %s, %s', async (number, code, reason) => {
    const options = await order();
    const { error } = await payByCard(server, options, { number });
    expect(error).toMatchObject({ code, reason, metadata: { order_id: options.id } });
    expect(await payments(options)).toMatchObject([
      { id: error?.metadata.payment_id, status: 'failed', error_code: code, error_reason: reason },
    ]);
  });

  test('that succeeds is captured automatically with a signature that the official SDK accepts', async () => {
    const options = await order();
    const { paid } = await payByCard(server, options);
    if (!paid) throw new Error('not paid');
    expect(await payments(options)).toMatchObject([
      { id: paid.razorpay_payment_id, status: 'captured', captured: true, amount: 59000, method: 'card' },
    ]);
    const signed = { orderId: paid.razorpay_order_id, paymentId: paid.razorpay_payment_id };
    expect(server.gateway.isSigned(signed, paid.razorpay_signature)).toBe(true);
  });

  test.each(['123456', '1234', '1234567890'])('succeeds with an OTP of 4 to 10 digits: %s', async (otp) => {
    expect(await payByCard(server, await order(), { otp })).toMatchObject({ next: 'done' });
  });

  test.each(['123', '12345678901', 'abcd'])('fails with any other OTP: %s', async (otp) => {
    expect(await payByCard(server, await order(), { otp })).toMatchObject({
      error: { reason: 'incorrect_otp' },
    });
  });

  test('is required, and only its last four digits are stored', async () => {
    const options = await order();
    expect((await beginCard(server, options, '4111 1111 1111 1111')).error).toMatchObject({
      description: 'In test mode, use one of the test cards.',
    });
    expect(await payments(options)).toEqual([]);

    await payByCard(server, options);
    const stored = await sql`select * from sandbox_payment`.execute(server.database);
    const text = JSON.stringify(stored.rows);
    for (const { number } of testCards) expect(text).not.toContain(number);
    expect(text).toContain('"card_last4":"1007"');
  });
});

describe('a UPI id', () => {
  test('succeeds or fails by its name, and any other is refused', async () => {
    const options = await order();
    expect((await payByUpi(server, options, 'someone@bank')).error).toBeDefined();
    expect((await payByUpi(server, options, 'failure@razorpay')).error).toMatchObject({
      reason: 'payment_failed',
    });
    expect(await payByUpi(server, options, 'Success@Razorpay')).toMatchObject({ next: 'done' });
    expect((await payments(options)).map(({ status }) => status).sort()).toEqual(['captured', 'failed']);
  });
});

describe('an attempt', () => {
  test('with another amount than its order fails', async () => {
    const options = await order();
    expect((await payByCard(server, { ...options, amount: 100 })).error).toMatchObject({
      reason: 'order_amount_mismatch',
    });
  });

  test('on a paid order is refused', async () => {
    const options = await order();
    await payByCard(server, options);
    expect((await payByCard(server, options)).error).toMatchObject({ reason: 'order_already_paid' });
    expect(await payments(options)).toHaveLength(1);
  });

  test('that two tabs finish is captured once', async () => {
    const options = await order();
    const [first, second] = [await beginCard(server, options), await beginCard(server, options)];
    const finish = (attempt: typeof first) =>
      callSheet(server, 'authenticate', { ...attempt, otp: VALID_OTP });
    expect(await finish(first)).toMatchObject({ next: 'done' });
    expect(await finish(second)).toMatchObject({ error: { reason: 'order_already_paid' } });
    expect(await finish(first), 'a repeated call gets the same response').toMatchObject({ next: 'done' });
  });

  test('that was cancelled cannot be finished', async () => {
    const options = await order();
    const attempt = await beginCard(server, options);
    expect((await callSheet(server, 'cancel', attempt)).error).toMatchObject({ reason: 'payment_cancelled' });
    expect((await callSheet(server, 'authenticate', { ...attempt, otp: VALID_OTP })).error).toMatchObject({
      reason: 'payment_cancelled',
    });
  });

  test('that is not finished fails after ten minutes', async () => {
    const options = await order();
    const attempt = await beginCard(server, options);
    expect(await payments(options)).toMatchObject([{ status: 'created' }]);
    server.clock.now += 10 * MINUTE;
    expect(await payments(options)).toMatchObject([{ status: 'failed', error_reason: 'payment_timed_out' }]);
    expect((await callSheet(server, 'authenticate', { ...attempt, otp: VALID_OTP })).error).toBeDefined();
  });

  test('that is authorised after the capture time of its order is not captured automatically', async () => {
    const capture_options = { automatic_expiry_period: 15 };
    const options = await order({ payment: { capture: 'automatic', capture_options } });
    const placed = await findOrder(server.database, options.id);
    const attempt = { created_at: new Date(server.clock.now) } as SandboxPayment;
    expect(isAutoCaptured(placed, attempt, server.clock.now + 15 * MINUTE)).toBe(true);
    expect(isAutoCaptured(placed, attempt, server.clock.now + 15 * MINUTE + 1)).toBe(false);
  });

  test('on an order with manual capture stays authorised until its full amount is captured', async () => {
    const options = await order({ payment: { capture: 'manual' } });
    await payByCard(server, options);
    const [payment] = await payments(options);
    expect(payment).toMatchObject({ status: 'authorized', captured: false });
    const id = payment?.id ?? '';
    await expect(server.gateway.capture(id, 58999)).rejects.toMatchObject({ code: 'refused' });
    expect(await server.gateway.capture(id, 59000)).toMatchObject({ status: 'captured' });
    await expect(server.gateway.capture(id, 59000)).rejects.toMatchObject({
      code: 'refused',
      message: 'Your payment has been declined as the order is already paid.',
    });
  });
});

describe('the calls of the payment page', () => {
  test('are accepted only from the page, for its order and with the key of the site', async () => {
    const [mine, other] = [await order(), await order()];
    const page = await openSheet(server, mine);
    const attempt = {
      ...page,
      amount: 59000,
      currency: 'INR',
      instrument: { method: 'card', number: CARDS.succeeding },
    };
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect(
        (await callSheet(server, 'pay', attempt, headers as Record<string, string>)).error,
      ).toBeDefined();
    }
    expect((await callSheet(server, 'pay', { ...attempt, order_id: other.id })).error).toMatchObject({
      description: 'The id provided does not exist',
    });
    expect(
      (await callSheet(server, 'order', { key: 'rzp_test_other', order_id: mine.id })).error,
    ).toBeDefined();
    expect([...(await payments(mine)), ...(await payments(other))]).toEqual([]);
  });

  test('show the amount of the order', async () => {
    expect(await openSheet(server, await order({ amount: 12345 }))).toMatchObject({ amount: 12345 });
  });

  test('come from a page that only the site may frame and that runs only its own scripts', async () => {
    const response = await fetch(`${server.url}/sandbox/v1/checkout/public`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    const html = await response.text();
    for (const [, file] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect((await fetch(new URL(file ?? '', response.url))).status, file).toBe(200);
    }
    expect(html).not.toMatch(/<script(?![^>]*src=)|style="|onclick=/);
  });
});
