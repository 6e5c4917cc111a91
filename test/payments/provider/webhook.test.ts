import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { handleWebhook } from '../../../server/payments/reconcile/webhook.ts';
import { CONFIRMED, created, HELD, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, dataOf, release, bookingState } from '../startPayments.ts';
import { deliver, eventOf, PAYMENT, paymentOf, sign } from '../webhooks.ts';

withOpenPayment();

const capturedEvent = (change = {}) => eventOf('payment.captured', { payment: paymentOf(created, change) });
const appliedOnce = { status: 200, body: { status: 'done' } };

const paymentStatuses = async () => {
  const payments = await server.database.selectFrom('payment').select('status').execute();
  return payments.map(({ status }) => status);
};

describe('a webhook', () => {
  test('of a captured payment confirms the booking without a report of the browser', async () => {
    expect(await deliver(server, capturedEvent())).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('of a paid order confirms it too, and both events for one payment confirm it once', async () => {
    const paid = eventOf('order.paid', {
      order: { id: created.id, entity: 'order', status: 'paid' },
      payment: paymentOf(created),
    });
    for (const event of [paid, capturedEvent(), paid])
      expect(await deliver(server, event)).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('before and after the browser’s report changes nothing, and the browser gets its response', async () => {
    const paid = await pay(server, created);
    const event = capturedEvent({ id: paid.razorpay_payment_id });
    await deliver(server, event);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await deliver(server, event)).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('that is delivered repeatedly is applied once, also when the deliveries are concurrent', async () => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => deliver(server, capturedEvent(), { eventId: 'evt_1' })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(({ body }) => String(body.status)).sort()).toEqual([
      'done',
      'duplicate',
      'duplicate',
    ]);
    // An applied event is not applied again, even when its booking has changed meanwhile.
    await server.database.deleteFrom('paper_due').execute();
    await server.database.deleteFrom('payment').execute();
    await server.database.updateTable('booking').set({ status: 'expired' }).execute();
    expect(await deliver(server, capturedEvent(), { eventId: 'evt_1' })).toMatchObject({
      body: { status: 'duplicate' },
    });
    expect(await bookingState(server, created)).toMatchObject({ status: 'expired' });
  });

  test.each([
    [
      'a refund',
      'refund.processed',
      { refund: { id: 'rfnd_abcdefghij0001', amount: 1_000, status: 'processed' } },
    ],
    [
      'a dispute',
      'payment.dispute.created',
      { dispute: { id: 'disp_abcdefghij0001', amount: 1_000, status: 'open', created_at: 1_763_700_000 } },
    ],
  ])('about %s is applied once when its deliveries are concurrent', async (_about, name, payload) => {
    await deliver(server, capturedEvent());
    const [[kind, entity]] = Object.entries(payload) as [[string, object]];
    const event = eventOf(name, { [kind]: { ...entity, payment_id: PAYMENT } });
    const responses = await Promise.all([1, 2, 3, 4].map(() => deliver(server, event, { eventId: 'evt_2' })));
    expect(responses.map(({ body }) => String(body.status)).sort()).toEqual([
      'done',
      'duplicate',
      'duplicate',
      'duplicate',
    ]);
  });

  test('without an event id is identified by its bytes', async () => {
    const body = Buffer.from(JSON.stringify(capturedEvent()));
    const deliverEvent = () => handleWebhook(server.payments, { body, eventId: undefined });
    expect([await deliverEvent(), await deliverEvent()]).toEqual(['done', 'duplicate']);
  });

  test('of an authorised payment captures it, and confirms the booking', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const { razorpay_payment_id: id } = await pay(server, created);
    const event = eventOf('payment.authorized', {
      payment: paymentOf(created, { id, status: 'authorized' }),
    });
    expect(await deliver(server, event)).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
    expect((await server.gateway.fetchPayment(id)).status).toBe('captured');
  });

  test('of an authorised payment requests a redelivery while the payment cannot be captured', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const { razorpay_payment_id: id } = await pay(server, created);
    const event = eventOf('payment.authorized', {
      payment: paymentOf(created, { id, status: 'authorized' }),
    });
    server.provider.up = false;
    expect(await deliver(server, event, { eventId: 'evt_1' })).toMatchObject({ status: 503 });
    expect(await bookingState(server, created)).toEqual(HELD);
    server.provider.up = true;
    expect(await deliver(server, event, { eventId: 'evt_1' })).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('of a failed payment is stored, and never reverts a captured payment', async () => {
    const failed = eventOf('payment.failed', { payment: paymentOf(created, { status: 'failed' }) });
    expect(await deliver(server, failed)).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(await paymentStatuses()).toEqual(['failed']);
    await deliver(server, capturedEvent());
    await deliver(server, failed);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
    expect(await paymentStatuses()).toEqual(['captured']);
  });

  test.each([{ amount: 100 }, { currency: 'USD' }])(
    'of a payment that differs from its order, %o, never confirms the booking; the payment is refunded',
    async (change) => {
      await deliver(server, capturedEvent(change));
      expect(await bookingState(server, created)).toEqual({
        status: 'refund_due',
        slots: [],
        refunds: [PAYMENT],
      });
    },
  );

  test('of a second payment for a booking causes its refund', async () => {
    await deliver(server, capturedEvent());
    await deliver(server, capturedEvent({ id: 'pay_abcdefghij0002' }));
    expect(await bookingState(server, created)).toEqual({ ...CONFIRMED, refunds: ['pay_abcdefghij0002'] });
  });

  test('of a payment for a released booking whose slots are free confirms it', async () => {
    await release(server, created);
    await deliver(server, capturedEvent());
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test.each([
    ['an event of an unused type', () => eventOf('payment.downtime.started', {})],
    [
      'a payment of an unknown order',
      () =>
        eventOf('payment.captured', { payment: paymentOf(created, { order_id: 'order_AAAAAAAAAAAAAA' }) }),
    ],
    ['a payment without an order', () => capturedEvent({ order_id: null })],
  ])('of %s is acknowledged and ignored', async (_case, event) => {
    expect(await deliver(server, event())).toMatchObject({ status: 200, body: { status: 'ignored' } });
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test('is verified over its exact bytes, with any spacing and characters', async () => {
    const body = `${JSON.stringify(capturedEvent({ notes: { who: 'Zoë – ✓' } }), null, 3)}\n`;
    expect(await deliver(server, body)).toMatchObject(appliedOnce);
  });
});

describe('a signed event with impossible values is acknowledged, logged, and changes nothing:', () => {
  const payment = (change: object) => capturedEvent({ ...change });
  const refund = (change: object) =>
    eventOf('refund.processed', {
      refund: {
        id: 'rfnd_abcdefghij0001',
        payment_id: PAYMENT,
        amount: 1180,
        status: 'processed',
        ...change,
      },
    });
  const unusable = { status: 200, body: { status: 'unusable' } };

  test.each([
    ['zero', { amount: 0 }],
    ['a negative amount', { amount: -100 }],
    ['a fraction of a paisa', { amount: 100.5 }],
    ['more than the column can store', { amount: 2_147_483_648 }],
    ['more than a number can represent', { amount: Number.MAX_SAFE_INTEGER + 1 }],
    ['a very large amount', { amount: 1e300 }],
    ['an id with a NUL', { id: 'pay_abcdefghij\x0001' }],
    ['an empty id', { id: '' }],
    ['zero, failed', { amount: 0, status: 'failed' }],
    ['zero, authorised', { amount: 0, status: 'authorized' }],
  ])('a payment of %s', async (_case, change) => {
    for (const eventId of ['evt_1', 'evt_1', undefined]) {
      expect(await deliver(server, payment(change), { eventId })).toMatchObject(unusable);
    }
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(await paymentStatuses()).toEqual([]);
    const storedEvents = await server.database.selectFrom('webhook_event').select('event_key').execute();
    expect(storedEvents).toEqual([]);
    // A valid event with the same id is still applied.
    expect(await deliver(server, capturedEvent(), { eventId: 'evt_1' })).toMatchObject(appliedOnce);
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test.each([
    ['zero', { amount: 0 }],
    ['a negative amount', { amount: -1 }],
    ['too large an amount', { amount: 2 ** 40 }],
    ['an id with a NUL', { id: 'rfnd_abcdefghij\x0001' }],
    ['a payment with a NUL', { payment_id: 'pay_abcdefghij\x0001' }],
  ])('a refund of %s', async (_case, change) => {
    expect(await deliver(server, refund(change))).toMatchObject(unusable);
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test.each([
    ['order', 'ignored', () => capturedEvent({ order_id: 'order_\0AAAAAAAAAAAAA' })],
    ['currency', 'done', () => capturedEvent({ currency: 'I\0R' })],
    ['event', 'ignored', () => eventOf('payment.captured\0', { payment: paymentOf(created) })],
    ['notes', 'done', () => capturedEvent({ notes: { a: '\0' }, email: '\0' })],
  ])('a NUL in its %s', async (_case, status, event) => {
    expect(await deliver(server, event())).toMatchObject({ status: 200, body: { status } });
  });

  test('the log names the event, without personal data', async () => {
    const body = Buffer.from(JSON.stringify(payment({ amount: 0, email: 'somebody@example.com' })));
    await handleWebhook(server.payments, { body, eventId: 'evt_1' });
    expect(server.logged).toEqual([
      {
        level: 'error',
        message: expect.stringContaining('impossible amount'),
        details: { event: 'payment.captured', eventId: 'evt_1' },
      },
    ]);
  });
});

describe('a delivery without a valid signature changes nothing:', () => {
  test.each([
    ['no signature', () => ({ signature: null })],
    ['an empty signature', () => ({ signature: '' })],
    ['a signature with another secret', () => ({ secret: 'guessed' })],
    ['a signature with the key secret', () => ({ secret: server.keys.keySecret })],
    ['the signature of another body', () => ({ signature: sign('{}', server.keys.webhookSecret) })],
    [
      'the correct signature in capitals',
      () => ({ signature: sign(JSON.stringify(capturedEvent()), server.keys.webhookSecret).toUpperCase() }),
    ],
  ])('%s', async (_case, options) => {
    expect(await deliver(server, capturedEvent(), options())).toMatchObject({
      status: 400,
      body: { error: { code: 'payment-not-verified' } },
    });
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(await paymentStatuses()).toEqual([]);
  });

  test('its event id can still be used by a valid delivery', async () => {
    await deliver(server, capturedEvent(), { eventId: 'evt_1', secret: 'guessed' });
    expect(await deliver(server, capturedEvent(), { eventId: 'evt_1' })).toMatchObject(appliedOnce);
  });
});

describe('a signed body in an unknown format', () => {
  test.each([
    ['an empty body', ''],
    ['not JSON', 'payment=captured'],
    ['not an event', '[]'],
    ['a known event without an entity', JSON.stringify(eventOf('payment.captured', {}))],
    ['a refund without a payment', JSON.stringify(eventOf('refund.processed', { refund: { id: 'rfnd_1' } }))],
  ])('is refused and changes nothing: %s', async (_case, body) => {
    expect(await deliver(server, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad-input' } },
    });
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test('is refused when it is too long', async () => {
    expect(await deliver(server, 'x'.repeat(70_000))).toMatchObject({ status: 413 });
  });
});

test('the log names payments that must be refunded, without secret or personal data', async () => {
  const deliverEvent = (event: object) =>
    handleWebhook(server.payments, { body: Buffer.from(JSON.stringify(event)), eventId: undefined });
  await deliverEvent(capturedEvent({ amount: 100, email: 'somebody@example.com' }));
  await deliverEvent(capturedEvent({ id: 'pay_abcdefghij0002' }));
  await deliverEvent(capturedEvent({ id: 'pay_abcdefghij0002', again: true }));
  expect(server.logged).toEqual([
    {
      level: 'error',
      message: expect.stringContaining('not of the amount'),
      details: {
        order: created.id,
        payment: 'pay_abcdefghij0001',
        amountPaise: 100,
        currency: 'INR',
        reason: 'wrong-amount',
      },
    },
    {
      level: 'warn',
      message: expect.stringContaining('refund due'),
      details: expect.objectContaining({ payment: 'pay_abcdefghij0002', reason: 'booking-ended' }),
    },
  ]);
});
