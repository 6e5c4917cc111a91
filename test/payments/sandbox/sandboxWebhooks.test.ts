import Razorpay from 'razorpay';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox } from '../../../tools/sandbox/sandbox.ts';
import { createControls } from '../../../tools/sandbox/controls.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { webhookReceiver, type WebhookReceiver, withWebhookReceiver } from '../webhookReceiver.ts';
import { CARDS, pay, payByCard, type CheckoutOptions } from '../payer.ts';
import { create, dataOf, bookingState } from '../startPayments.ts';

withFreshPayments();
withWebhookReceiver();

beforeEach(() => server.sandbox.sendWebhooksTo(webhookReceiver.url));

const SECOND = 1000;
const HOUR = 3600 * SECOND;

async function order(fields: object = {}): Promise<CheckoutOptions> {
  const { id } = await server.sdk.orders.create({ amount: 59000, currency: 'INR', ...fields });
  return { id, amount: 59000, key: server.keys.keyId };
}
const eventNames = () => webhookReceiver.received.map(({ event }) => event.event);
const eventIds = () => webhookReceiver.received.map(({ headers }) => headers['x-razorpay-event-id']);
const isSigned = (
  { bytes, headers }: WebhookReceiver['received'][number],
  secret = server.keys.webhookSecret,
) => Razorpay.validateWebhookSignature(bytes.toString(), String(headers['x-razorpay-signature']), secret);
/** Creates a declined payment, which causes exactly one event. */
const declinePayment = async () => payByCard(server, await order(), { number: CARDS.declined });

describe('the sandbox sends a webhook for', () => {
  test('the authorisation and capture of a payment, and for the paid order', async () => {
    const checkout = await order();
    const { razorpay_payment_id: id } = await pay(server, checkout);
    const deliveries = await server.sandbox.deliverDue();
    expect(deliveries.every(({ delivered }) => delivered)).toBe(true);
    expect(webhookReceiver.received.map(({ event }) => event)).toMatchObject([
      {
        entity: 'event',
        account_id: expect.stringMatching(/^acc_\w{14}$/) as string,
        event: 'payment.authorized',
        contains: ['payment'],
        payload: {
          payment: { entity: { id, order_id: checkout.id, status: 'authorized', captured: false } },
        },
        created_at: server.clock.now / 1000,
      },
      { event: 'payment.captured', payload: { payment: { entity: { id, status: 'captured' } } } },
      {
        event: 'order.paid',
        contains: ['payment', 'order'],
        payload: {
          payment: { entity: { id, status: 'captured' } },
          order: { entity: { id: checkout.id, status: 'paid', amount_due: 0 } },
        },
      },
    ]);
  });

  test('a failed attempt with its reason, but not for its start', async () => {
    const checkout = await order();
    await payByCard(server, checkout, { number: CARDS.declined });
    await server.sandbox.deliverDue();
    expect(webhookReceiver.received.map(({ event }) => event)).toMatchObject([
      {
        event: 'payment.failed',
        payload: { payment: { entity: { status: 'failed', error_reason: 'card_declined' } } },
      },
    ]);
  });

  test('a manual capture when it happens', async () => {
    const checkout = await order({ payment: { capture: 'manual' } });
    const { razorpay_payment_id: id } = await pay(server, checkout);
    await server.sandbox.deliverDue();
    expect(eventNames()).toEqual(['payment.authorized']);
    await server.sdk.payments.capture(id, 59000, 'INR');
    await server.sandbox.deliverDue();
    expect(eventNames()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });
});

describe('a delivery', () => {
  test('is signed over its exact bytes, as the official SDK checks them', async () => {
    await pay(server, await order());
    await server.sandbox.deliverDue();
    expect(webhookReceiver.received).toHaveLength(3);
    for (const delivery of webhookReceiver.received) {
      expect(isSigned(delivery)).toBe(true);
      expect(isSigned(delivery, server.keys.keySecret)).toBe(false);
    }
    expect(new Set(eventIds()).size).toBe(3);
  });

  test('that succeeded is not repeated', async () => {
    await declinePayment();
    await server.sandbox.deliverDue();
    expect(await server.sandbox.deliverDue(server.clock.now + 25 * HOUR)).toEqual([]);
    expect(webhookReceiver.received).toHaveLength(1);
  });

  test('that failed is repeated with the same id and bytes and growing delays for 24 hours', async () => {
    await declinePayment();
    webhookReceiver.respondWith = 500;
    const start = server.clock.now;
    const attemptMinutes: number[] = [];
    for (let minute = 0; minute <= 30 * 60; minute += 1) {
      const deliveries = await server.sandbox.deliverDue(start + minute * 60 * SECOND);
      if (deliveries.length > 0) attemptMinutes.push(minute);
    }
    const pauses = attemptMinutes.slice(1).map((minute, i) => minute - (attemptMinutes[i] ?? 0));
    expect(pauses.every((pause, i) => pause >= (pauses[i - 1] ?? 0))).toBe(true);
    expect(attemptMinutes.at(-1)).toBeGreaterThan(22 * 60);
    expect(attemptMinutes.at(-1)).toBeLessThanOrEqual(24 * 60);
    expect(new Set(eventIds()).size).toBe(1);
    expect(new Set(webhookReceiver.received.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  test('without a response within five seconds has failed', async () => {
    await declinePayment();
    webhookReceiver.respondWith = 'never';
    const start = Date.now();
    expect(await server.sandbox.deliverDue()).toMatchObject([{ status: null, delivered: false }]);
    expect(Date.now() - start).toBeGreaterThanOrEqual(4_900);
  });

  test('is repeated from the database after a restart', async () => {
    await declinePayment();
    server.sandbox.sendWebhooksTo('http://127.0.0.1:9/');
    expect(await server.sandbox.deliverDue()).toMatchObject([{ delivered: false, attempt: 1 }]);
    const options = { database: server.database, now: () => server.clock.now, ...server.keys };
    const restarted = createControls(createSandbox({ ...options, shopUrl: () => webhookReceiver.url }));
    server.clock.now += HOUR;
    expect(await restarted.deliverDue()).toMatchObject([{ delivered: true, attempt: 2 }]);
    expect(eventNames()).toEqual(['payment.failed']);
  });

  test('is made by only one of two concurrent processes', async () => {
    await pay(server, await order());
    const [mine, others] = await Promise.all([server.sandbox.deliverDue(), server.sandbox.deliverDue()]);
    expect(mine.length + others.length).toBe(3);
    expect(new Set(eventIds()).size).toBe(3);
  });

  test('is made only on request, and its failure does not affect the payment', async () => {
    const checkout = await order();
    expect(await payByCard(server, checkout)).toMatchObject({ next: 'done' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(webhookReceiver.received).toEqual([]);
    server.sandbox.sendWebhooksTo('http://127.0.0.1:9/');
    expect((await server.sandbox.deliverDue()).map(({ delivered }) => delivered)).toEqual([
      false,
      false,
      false,
    ]);
    expect(await server.sdk.orders.fetch(checkout.id)).toMatchObject({ status: 'paid' });
  });
});

describe('with a fault, a delivery', () => {
  test('is dropped, and repeated later', async () => {
    await declinePayment();
    server.sandbox.injectWebhookFaults({ kind: 'drop' });
    expect(await server.sandbox.deliverDue()).toMatchObject([{ fault: 'drop', delivered: false }]);
    expect(webhookReceiver.received).toEqual([]);
    expect(await server.sandbox.deliverDue(server.clock.now + HOUR)).toMatchObject([{ delivered: true }]);
  });

  test('is dropped permanently, only for the given event', async () => {
    await pay(server, await order());
    server.sandbox.injectWebhookFaults({ kind: 'drop', forGood: true }, { event: 'payment.captured' });
    await server.sandbox.deliverDue();
    await server.sandbox.deliverDue(server.clock.now + HOUR);
    expect(eventNames()).toEqual(['payment.authorized', 'order.paid']);
  });

  test('is delayed', async () => {
    await declinePayment();
    server.sandbox.injectWebhookFaults({ kind: 'delay', ms: 90 * SECOND });
    await server.sandbox.deliverDue();
    await server.sandbox.deliverDue(server.clock.now + 89 * SECOND);
    expect(webhookReceiver.received).toEqual([]);
    await server.sandbox.deliverDue(server.clock.now + 90 * SECOND);
    expect(webhookReceiver.received).toHaveLength(1);
  });

  test('is duplicated with the same id', async () => {
    await declinePayment();
    server.sandbox.injectWebhookFaults({ kind: 'duplicate', copies: 2 });
    await server.sandbox.deliverDue();
    expect(eventNames()).toHaveLength(3);
    expect(new Set(eventIds()).size).toBe(1);
  });

  test('arrives in the wrong order', async () => {
    await pay(server, await order());
    server.sandbox.injectWebhookFaults({ kind: 'reorder' });
    await server.sandbox.deliverDue();
    expect(eventNames()).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  test('is signed with another secret, and repeated with the correct one', async () => {
    await declinePayment();
    webhookReceiver.respondWith = 400;
    server.sandbox.injectWebhookFaults({ kind: 'wrong-secret' });
    await server.sandbox.deliverDue();
    webhookReceiver.respondWith = 200;
    await server.sandbox.deliverDue(server.clock.now + HOUR);
    expect(webhookReceiver.received.map((delivery) => isSigned(delivery))).toEqual([false, true]);
  });

  test('is repeated because its response was lost', async () => {
    await declinePayment();
    server.sandbox.injectWebhookFaults({ kind: 'lost-response' });
    expect(await server.sandbox.deliverDue()).toMatchObject([{ status: 200, delivered: false }]);
    await server.sandbox.deliverDue(server.clock.now + HOUR);
    expect(webhookReceiver.received).toHaveLength(2);
    expect(new Set(eventIds()).size).toBe(1);
  });
});

test('the webhooks of the sandbox confirm a booking whose browser was closed after the payment', async () => {
  server.sandbox.sendWebhooksTo(null);
  const created = dataOf(await create(server));
  await pay(server, created);
  expect(await bookingState(server, created)).toMatchObject({ status: 'held' });
  const deliveries = await server.sandbox.deliverDue();
  expect(deliveries.map(({ event, status }) => [event, status])).toEqual([
    ['payment.authorized', 200],
    ['payment.captured', 200],
    ['order.paid', 200],
  ]);
  expect(await bookingState(server, created)).toMatchObject({ status: 'confirmed', refunds: [] });
});
