import { beforeEach, describe, expect, test } from 'vitest';
import { server, withFreshPayments } from '../freshPayments.ts';
import { webhookReceiver, withWebhookReceiver } from '../webhookReceiver.ts';
import {
  callSheet,
  beginCard,
  CARDS,
  VALID_OTP,
  openSheet,
  payByCard,
  type CheckoutOptions,
} from '../payer.ts';

withFreshPayments();
withWebhookReceiver();

beforeEach(() => server.sandbox.sendWebhooksTo(webhookReceiver.url));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function order(capture_options: object = { automatic_expiry_period: 15 }): Promise<CheckoutOptions> {
  const payment = { capture: 'automatic', capture_options } as never;
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR', payment });
  return { id, amount: 59000, key: server.keys.keyId };
}
const payments = async ({ id }: CheckoutOptions) => (await server.sdk.orders.fetchPayments(id)).items;
const payment = (id: string) => server.sdk.payments.fetch(id);
async function events(): Promise<string[]> {
  await server.sandbox.deliverDue();
  return webhookReceiver.received.splice(0).map(({ event }) => event.event);
}

/** Starts a UPI payment that stays pending. */
async function payPending(checkout: CheckoutOptions): Promise<{ id: string; page: object }> {
  const { order_id, page_token } = await openSheet(server, checkout);
  const response = await callSheet(server, 'pay', {
    order_id,
    page_token,
    amount: checkout.amount,
    currency: 'INR',
    instrument: { method: 'upi', vpa: 'pending@razorpay' },
  });
  expect(response).toMatchObject({ next: 'wait' });
  const id = response.payment_id ?? '';
  return { id, page: { order_id, page_token, payment_id: id } };
}

describe('a payment that is not approved in the UPI app', () => {
  test('stays pending, cannot be cancelled, and its page shows a later authorisation', async () => {
    const checkout = await order();
    const { id, page } = await payPending(checkout);
    expect(await callSheet(server, 'status', page)).toMatchObject({ next: 'wait' });
    expect(await callSheet(server, 'cancel', page)).toMatchObject({ next: 'wait' });
    expect(await callSheet(server, 'authenticate', { ...page, otp: VALID_OTP })).toMatchObject({
      next: 'wait',
    });
    expect(await payment(id)).toMatchObject({ status: 'created' });
    await server.sandbox.authorizePayment(id);
    expect(await callSheet(server, 'status', page)).toMatchObject({
      next: 'done',
      paid: { razorpay_payment_id: id, razorpay_order_id: checkout.id },
    });
    expect(await events()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });

  test('can be declined by a control, and its page shows the reason', async () => {
    const { id, page } = await payPending(await order());
    await server.sandbox.failPayment(id);
    expect(await callSheet(server, 'status', page)).toMatchObject({ error: { reason: 'payment_declined' } });
    expect(await events()).toEqual(['payment.failed']);
  });

  test('fails after ten minutes', async () => {
    const { id } = await payPending(await order());
    server.clock.now += 10 * MINUTE - 1;
    expect(await payment(id)).toMatchObject({ status: 'created' });
    server.clock.now += 1;
    expect(await payment(id)).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' });
    expect(await events()).toEqual(['payment.failed']);
  });

  test('does not prevent a payment by card', async () => {
    const checkout = await order();
    await payPending(checkout);
    expect(await payByCard(server, checkout)).toMatchObject({ next: 'done' });
  });
});

describe('a late authorisation', () => {
  test('of a failed payment within the capture time of its order is captured automatically', async () => {
    const checkout = await order();
    await payByCard(server, checkout, { number: CARDS.declined });
    const [failed] = await payments(checkout);
    expect(await events()).toEqual(['payment.failed']);
    server.clock.now += 15 * MINUTE;
    expect(await server.sandbox.authorizePayment(failed?.id ?? '')).toMatchObject({
      id: failed?.id,
      status: 'captured',
    });
    expect(await payments(checkout)).toMatchObject([{ status: 'captured', error_code: null }]);
    expect(await server.sdk.orders.fetch(checkout.id)).toMatchObject({ status: 'paid' });
    expect(await events()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });

  test('after the capture time of its order, counted from the start of the attempt, is not captured', async () => {
    const checkout = await order();
    server.clock.now += 20 * MINUTE;
    await payByCard(server, checkout, { otp: '1' });
    const [failed] = await payments(checkout);
    server.clock.now += 15 * MINUTE + 1;
    await server.sandbox.authorizePayment(failed?.id ?? '');
    expect(await payments(checkout)).toMatchObject([{ status: 'authorized', captured: false }]);
    expect(await events()).toEqual(['payment.failed', 'payment.authorized']);
    expect((await payByCard(server, checkout)).error).toMatchObject({ reason: 'order_already_paid' });
  });

  test('happens at its scheduled time, by the rules of that time', async () => {
    const checkout = await order();
    const { id } = await payPending(checkout);
    await server.sandbox.authorizePayment(id, { afterMs: 14 * MINUTE });
    server.clock.now += 12 * MINUTE;
    expect(await payment(id)).toMatchObject({ status: 'failed' });
    // The next call comes long after the authorisation.
    server.clock.now += 60 * MINUTE;
    expect(await payment(id)).toMatchObject({ status: 'captured' });
    expect(await events()).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ]);
  });

  test('on an order that is paid already is captured only when that is forced', async () => {
    const checkout = await order();
    const [second, third] = [await payPending(checkout), await payPending(checkout)];
    await payByCard(server, checkout);
    await events();
    expect(await server.sandbox.authorizePayment(second.id)).toMatchObject({ status: 'authorized' });
    await expect(server.gateway.capture(second.id, 59000)).rejects.toMatchObject({ code: 'refused' });
    expect(await events()).toEqual(['payment.authorized']);
    await server.sandbox.authorizePayment(third.id, { capture: 'always' });
    expect(await payment(third.id)).toMatchObject({ status: 'captured' });
    expect(await events()).toEqual(['payment.authorized', 'payment.captured']);
  });

  test('of a payment that has succeeded is refused', async () => {
    const checkout = await order();
    await payByCard(server, checkout);
    const [paid] = await payments(checkout);
    await expect(server.sandbox.authorizePayment(paid?.id ?? '')).rejects.toThrow('has failed');
  });
});

describe('an authorised payment', () => {
  const authorised = async (options?: object): Promise<string> => {
    const checkout = await order(options);
    const { id } = await payPending(checkout);
    server.clock.now += 16 * MINUTE;
    await server.sandbox.authorizePayment(id);
    await events();
    return id;
  };

  test('is refunded after three days', async () => {
    const id = await authorised();
    await server.sandbox.advanceClock(3 * DAY - 17 * MINUTE);
    expect(await payment(id)).toMatchObject({ status: 'authorized' });
    await server.sandbox.advanceClock(MINUTE);
    expect(await payment(id)).toMatchObject({
      status: 'refunded',
      captured: false,
      amount_refunded: 59000,
      refund_status: 'full',
    });
    expect(await events()).toEqual(['refund.processed']);
    await expect(server.gateway.capture(id, 59000)).rejects.toMatchObject({ code: 'refused' });
  });

  test('is refunded earlier when its order says so', async () => {
    const id = await authorised({ automatic_expiry_period: 12, manual_expiry_period: 24 * 60 });
    await server.sandbox.advanceClock(DAY - 16 * MINUTE);
    expect(await payment(id)).toMatchObject({ status: 'refunded' });
  });

  test('is not refunded after its capture', async () => {
    const id = await authorised();
    await server.gateway.capture(id, 59000);
    await server.sandbox.advanceClock(4 * DAY);
    expect(await payment(id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
  });
});

test('an attempt without an OTP fails after ten minutes, with a webhook', async () => {
  await beginCard(server, await order());
  expect(await events()).toEqual([]);
  server.clock.now += 10 * MINUTE;
  expect(await events()).toEqual(['payment.failed']);
});

test('an attempt with another amount than its order fails, with a webhook', async () => {
  expect((await payByCard(server, { ...(await order()), amount: 100 })).error).toMatchObject({
    reason: 'order_amount_mismatch',
  });
  expect(await events()).toEqual(['payment.failed']);
});

test('orders with contradictory capture times are refused', async () => {
  for (const options of [
    { automatic_expiry_period: 30, manual_expiry_period: 20 },
    { automatic_expiry_period: 30, manual_expiry_period: 7201 },
  ])
    await expect(order(options)).rejects.toMatchObject({ statusCode: 400 });
});
