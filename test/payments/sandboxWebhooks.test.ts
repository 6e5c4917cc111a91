import Razorpay from 'razorpay';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox } from '../../tools/sandbox/sandbox.ts';
import { createControls } from '../../tools/sandbox/controls.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { shop, type WebhookReceiver, withWebhookReceiver } from './webhookReceiver.ts';
import { CARDS, pay, payByCard, type Opened } from './payer.ts';
import { create, dataOf, standing } from './startPayments.ts';

withFreshPayments();
withWebhookReceiver();

beforeEach(() => server.sandbox.sendWebhooksTo(shop.url));

const SECOND = 1000;
const HOUR = 3600 * SECOND;

async function order(fields: object = {}): Promise<Opened> {
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR', ...fields });
  return { id, amount: 59000, key: server.keys.keyId };
}
const names = () => shop.received.map(({ event }) => event.event);
const ids = () => shop.received.map(({ headers }) => headers['x-razorpay-event-id']);
const isSigned = (
  { bytes, headers }: WebhookReceiver['received'][number],
  secret = server.keys.webhookSecret,
) => Razorpay.validateWebhookSignature(bytes.toString(), String(headers['x-razorpay-signature']), secret);
/** One event on its way, and nothing else. */
const oneEvent = async () => payByCard(server, await order(), { number: CARDS.declined });

describe('the shop gets a webhook for', () => {
  test('a payment: that it was authorised, captured, and that it paid the order', async () => {
    const opened = await order();
    const { razorpay_payment_id: id } = await pay(server, opened);
    const deliveries = await server.sandbox.deliverDue();
    expect(deliveries.every(({ delivered }) => delivered)).toBe(true);
    expect(shop.received.map(({ event }) => event)).toMatchObject([
      {
        entity: 'event',
        account_id: expect.stringMatching(/^acc_\w{14}$/) as string,
        event: 'payment.authorized',
        contains: ['payment'],
        payload: { payment: { entity: { id, order_id: opened.id, status: 'authorized', captured: false } } },
        created_at: server.clock.now / 1000,
      },
      { event: 'payment.captured', payload: { payment: { entity: { id, status: 'captured' } } } },
      {
        event: 'order.paid',
        contains: ['payment', 'order'],
        payload: {
          payment: { entity: { id, status: 'captured' } },
          order: { entity: { id: opened.id, status: 'paid', amount_due: 0 } },
        },
      },
    ]);
  });

  test('a failed attempt with its reason, and for nothing that was only started', async () => {
    const opened = await order();
    await payByCard(server, opened, { number: CARDS.declined });
    await server.sandbox.deliverDue();
    expect(shop.received.map(({ event }) => event)).toMatchObject([
      {
        event: 'payment.failed',
        payload: { payment: { entity: { status: 'failed', error_reason: 'card_declined' } } },
      },
    ]);
  });

  test('a capture by hand when it happens, not before', async () => {
    const opened = await order({ payment: { capture: 'manual' } });
    const { razorpay_payment_id: id } = await pay(server, opened);
    await server.sandbox.deliverDue();
    expect(names()).toEqual(['payment.authorized']);
    await server.sdk.payments.capture(id, 59000, 'INR');
    await server.sandbox.deliverDue();
    expect(names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });
});

describe('a delivery', () => {
  test("is signed over its very bytes, which the official SDK's check accepts", async () => {
    await pay(server, await order());
    await server.sandbox.deliverDue();
    expect(shop.received).toHaveLength(3);
    for (const heard of shop.received) {
      expect(isSigned(heard)).toBe(true);
      expect(isSigned(heard, server.keys.keySecret)).toBe(false);
    }
    expect(new Set(ids()).size).toBe(3);
  });

  test('that succeeded is not made again', async () => {
    await oneEvent();
    await server.sandbox.deliverDue();
    expect(await server.sandbox.deliverDue(server.clock.now + 25 * HOUR)).toEqual([]);
    expect(shop.received).toHaveLength(1);
  });

  test('that failed is made again under the same id and with the same bytes, ever later, for 24 hours', async () => {
    await oneEvent();
    shop.answer = 500;
    const start = server.clock.now;
    const tried: number[] = [];
    for (let minute = 0; minute <= 30 * 60; minute += 1) {
      const deliveries = await server.sandbox.deliverDue(start + minute * 60 * SECOND);
      if (deliveries.length > 0) tried.push(minute);
    }
    const pauses = tried.slice(1).map((minute, i) => minute - (tried[i] ?? 0));
    expect(pauses.every((pause, i) => pause >= (pauses[i - 1] ?? 0))).toBe(true);
    expect(tried.at(-1)).toBeGreaterThan(22 * 60);
    expect(tried.at(-1)).toBeLessThanOrEqual(24 * 60);
    expect(new Set(ids()).size).toBe(1);
    expect(new Set(shop.received.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  test('that is not answered within five seconds has failed', async () => {
    await oneEvent();
    shop.answer = 'never';
    const begun = Date.now();
    expect(await server.sandbox.deliverDue()).toMatchObject([{ status: null, delivered: false }]);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(4_900);
  });

  test('goes on from the database after a restart', async () => {
    await oneEvent();
    server.sandbox.sendWebhooksTo('http://127.0.0.1:9/');
    expect(await server.sandbox.deliverDue()).toMatchObject([{ delivered: false, attempt: 1 }]);
    const options = { database: server.database, now: () => server.clock.now, ...server.keys };
    const restarted = createControls(createSandbox({ ...options, shopUrl: () => shop.url }));
    server.clock.now += HOUR;
    expect(await restarted.deliverDue()).toMatchObject([{ delivered: true, attempt: 2 }]);
    expect(names()).toEqual(['payment.failed']);
  });

  test('that two processes want to make is made by one of them', async () => {
    await pay(server, await order());
    const [mine, others] = await Promise.all([server.sandbox.deliverDue(), server.sandbox.deliverDue()]);
    expect(mine.length + others.length).toBe(3);
    expect(new Set(ids()).size).toBe(3);
  });

  test('is never made unless it is asked for, and its failing fails no payment', async () => {
    const opened = await order();
    expect(await payByCard(server, opened)).toMatchObject({ next: 'done' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(shop.received).toEqual([]);
    server.sandbox.sendWebhooksTo('http://127.0.0.1:9/');
    expect((await server.sandbox.deliverDue()).map(({ delivered }) => delivered)).toEqual([
      false,
      false,
      false,
    ]);
    expect(await server.sdk.orders.fetch(opened.id)).toMatchObject({ status: 'paid' });
  });
});

describe('by control, a delivery', () => {
  test('is dropped, and made later', async () => {
    await oneEvent();
    server.sandbox.injectWebhookFaults({ kind: 'drop' });
    expect(await server.sandbox.deliverDue()).toMatchObject([{ fault: 'drop', delivered: false }]);
    expect(shop.received).toEqual([]);
    expect(await server.sandbox.deliverDue(server.clock.now + HOUR)).toMatchObject([{ delivered: true }]);
  });

  test('is dropped for good, for the event that is named only', async () => {
    await pay(server, await order());
    server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { event: 'payment.captured' });
    await server.sandbox.deliverDue();
    await server.sandbox.deliverDue(server.clock.now + HOUR);
    expect(names()).toEqual(['payment.authorized', 'order.paid']);
  });

  test('is delayed', async () => {
    await oneEvent();
    server.sandbox.injectWebhookFaults({ kind: 'delay', ms: 90 * SECOND });
    await server.sandbox.deliverDue();
    await server.sandbox.deliverDue(server.clock.now + 89 * SECOND);
    expect(shop.received).toEqual([]);
    await server.sandbox.deliverDue(server.clock.now + 90 * SECOND);
    expect(shop.received).toHaveLength(1);
  });

  test('is duplicated under one id', async () => {
    await oneEvent();
    server.sandbox.injectWebhookFaults({ kind: 'duplicate', copies: 2 });
    await server.sandbox.deliverDue();
    expect(names()).toHaveLength(3);
    expect(new Set(ids()).size).toBe(1);
  });

  test('comes with the others in the wrong order', async () => {
    await pay(server, await order());
    server.sandbox.injectWebhookFaults({ kind: 'reorder' });
    await server.sandbox.deliverDue();
    expect(names()).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  test('is signed with another secret, then rightly', async () => {
    await oneEvent();
    shop.answer = 400;
    server.sandbox.injectWebhookFaults({ kind: 'wrong-secret' });
    await server.sandbox.deliverDue();
    shop.answer = 200;
    await server.sandbox.deliverDue(server.clock.now + HOUR);
    expect(shop.received.map((heard) => isSigned(heard))).toEqual([false, true]);
  });

  test('is made again because its answer was lost', async () => {
    await oneEvent();
    server.sandbox.injectWebhookFaults({ kind: 'unanswered' });
    expect(await server.sandbox.deliverDue()).toMatchObject([{ status: 200, delivered: false }]);
    await server.sandbox.deliverDue(server.clock.now + HOUR);
    expect(shop.received).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
  });
});

test('a booking whose browser was closed after the payment is confirmed by the webhooks of the sandbox alone', async () => {
  server.sandbox.sendWebhooksTo(null);
  const created = dataOf(await create(server));
  await pay(server, created);
  expect(await standing(server, created)).toMatchObject({ status: 'held' });
  const deliveries = await server.sandbox.deliverDue();
  expect(deliveries.map(({ event, status }) => [event, status])).toEqual([
    ['payment.authorized', 200],
    ['payment.captured', 200],
    ['order.paid', 200],
  ]);
  expect(await standing(server, created)).toMatchObject({ status: 'confirmed', refunds: [] });
});
