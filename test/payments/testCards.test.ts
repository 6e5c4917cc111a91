import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findOrder } from '../../tools/sandbox/orders.ts';
import type { SandboxPayment } from '../../tools/sandbox/paymentEntity.ts';
import { isAutoCaptured } from '../../tools/sandbox/payments.ts';
import { testCards } from '../../tools/sandbox/testCards.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import {
  callSheet,
  beginCard,
  CARDS,
  GOOD_CODE,
  openSheet,
  payByCard,
  payByUpi,
  type Opened,
} from './payer.ts';

withFreshPayments();

const MINUTE = 60_000;

async function order(fields: object = {}): Promise<Opened> {
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR', ...fields });
  return { id, amount: 59000, key: server.keys.keyId };
}
const payments = async ({ id }: Opened) => (await server.sdk.orders.fetchPayments(id)).items;

describe('a test card', () => {
  test.each([
    ['4100 2800 0006 0003', 'BAD_REQUEST_ERROR', 'card_declined'],
    ['4100 2800 0008 0001', 'BAD_REQUEST_ERROR', 'insufficient_fund'],
    ['4100 2800 0009 0000', 'BAD_REQUEST_ERROR', 'payment_timed_out'],
    ['4100 2800 0007 0002', 'BAD_REQUEST_ERROR', 'payment_cancelled'],
    ['4100 2800 0002 0007', 'GATEWAY_ERROR', 'gateway_technical_error'],
  ])('%s fails with %s, %s', async (number, code, reason) => {
    const opened = await order();
    const { error } = await payByCard(server, opened, { number });
    expect(error).toMatchObject({ code, reason, metadata: { order_id: opened.id } });
    expect(await payments(opened)).toMatchObject([
      { id: error?.metadata.payment_id, status: 'failed', error_code: code, error_reason: reason },
    ]);
  });

  test('that succeeds is captured automatically with a signature that the official SDK accepts', async () => {
    const opened = await order();
    const { paid } = await payByCard(server, opened);
    if (!paid) throw new Error('not paid');
    expect(await payments(opened)).toMatchObject([
      { id: paid.razorpay_payment_id, status: 'captured', captured: true, amount: 59000, method: 'card' },
    ]);
    const signed = { orderId: paid.razorpay_order_id, paymentId: paid.razorpay_payment_id };
    expect(server.gateway.isSigned(signed, paid.razorpay_signature)).toBe(true);
  });

  test.each(['123456', '1234', '1234567890'])('takes a code of 4 to 10 digits: %s', async (otp) => {
    expect(await payByCard(server, await order(), { otp })).toMatchObject({ next: 'done' });
  });

  test.each(['123', '12345678901', 'abcd'])('fails with any other code: %s', async (otp) => {
    expect(await payByCard(server, await order(), { otp })).toMatchObject({
      error: { reason: 'incorrect_otp' },
    });
  });

  test('is the only kind accepted, and of it nothing but the last four digits is kept', async () => {
    const opened = await order();
    expect((await beginCard(server, opened, '4111 1111 1111 1111')).error).toMatchObject({
      description: 'In test mode, use one of the test cards.',
    });
    expect(await payments(opened)).toEqual([]);

    await payByCard(server, opened);
    const kept = await sql`select * from sandbox_payment`.execute(server.database);
    const text = JSON.stringify(kept.rows);
    for (const { number } of testCards) expect(text).not.toContain(number);
    expect(text).toContain('"card_last4":"1007"');
  });
});

describe('a UPI id', () => {
  test('succeeds or fails as its name says, and no other is taken', async () => {
    const opened = await order();
    expect((await payByUpi(server, opened, 'someone@bank')).error).toBeDefined();
    expect((await payByUpi(server, opened, 'failure@razorpay')).error).toMatchObject({
      reason: 'payment_failed',
    });
    expect(await payByUpi(server, opened, 'Success@Razorpay')).toMatchObject({ next: 'done' });
    expect((await payments(opened)).map(({ status }) => status).sort()).toEqual(['captured', 'failed']);
  });
});

describe('an attempt', () => {
  test('fails when the page named another amount than the order', async () => {
    const opened = await order();
    expect((await payByCard(server, { ...opened, amount: 100 })).error).toMatchObject({
      reason: 'order_amount_mismatch',
    });
  });

  test('on a paid order is refused', async () => {
    const opened = await order();
    await payByCard(server, opened);
    expect((await payByCard(server, opened)).error).toMatchObject({ reason: 'order_already_paid' });
    expect(await payments(opened)).toHaveLength(1);
  });

  test('that two tabs finish takes the money once', async () => {
    const opened = await order();
    const [first, second] = [await beginCard(server, opened), await beginCard(server, opened)];
    const finish = (begun: typeof first) => callSheet(server, 'authenticate', { ...begun, otp: GOOD_CODE });
    expect(await finish(first)).toMatchObject({ next: 'done' });
    expect(await finish(second)).toMatchObject({ error: { reason: 'order_already_paid' } });
    expect(await finish(first), 'the answer that was lost comes again').toMatchObject({ next: 'done' });
  });

  test('that is called off cannot be finished', async () => {
    const opened = await order();
    const begun = await beginCard(server, opened);
    expect((await callSheet(server, 'cancel', begun)).error).toMatchObject({ reason: 'payment_cancelled' });
    expect((await callSheet(server, 'authenticate', { ...begun, otp: GOOD_CODE })).error).toMatchObject({
      reason: 'payment_cancelled',
    });
  });

  test('that nobody finishes fails after ten minutes', async () => {
    const opened = await order();
    const begun = await beginCard(server, opened);
    expect(await payments(opened)).toMatchObject([{ status: 'created' }]);
    server.clock.now += 10 * MINUTE;
    expect(await payments(opened)).toMatchObject([{ status: 'failed', error_reason: 'payment_timed_out' }]);
    expect((await callSheet(server, 'authenticate', { ...begun, otp: GOOD_CODE })).error).toBeDefined();
  });

  test('that the bank authorises after the time of its order is not captured automatically', async () => {
    const capture_options = { automatic_expiry_period: 15 };
    const opened = await order({ payment: { capture: 'automatic', capture_options } });
    const placed = await findOrder(server.database, opened.id);
    const begun = { created_at: new Date(server.clock.now) } as SandboxPayment;
    expect(isAutoCaptured(placed, begun, server.clock.now + 15 * MINUTE)).toBe(true);
    expect(isAutoCaptured(placed, begun, server.clock.now + 15 * MINUTE + 1)).toBe(false);
  });

  test('on an order with manual capture waits, authorised, until it is captured in full', async () => {
    const opened = await order({ payment: { capture: 'manual' } });
    await payByCard(server, opened);
    const [payment] = await payments(opened);
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

describe("the sheet's own calls", () => {
  test("are made by the sheet only, for the order it shows, with the shop's own key", async () => {
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

  test('answer pages that only our own site may frame and that run only their own scripts', async () => {
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
