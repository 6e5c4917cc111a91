import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { handleWebhook } from '../../server/payments/webhook.ts';
import { CONFIRMED, created, HELD, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { pay } from './payer.ts';
import { complete, dataOf, release, standing } from './startPayments.ts';
import { deliver, eventOf, PAYMENT, paymentOf, sign } from './webhooks.ts';

withBegunPayment();

const captured = (change = {}) => eventOf('payment.captured', { payment: paymentOf(created, change) });
const done = { status: 200, body: { status: 'done' } };

const paymentStatuses = async () => {
  const payments = await server.database.selectFrom('payment').select('status').execute();
  return payments.map(({ status }) => status);
};

describe('a webhook', () => {
  test('of a captured payment confirms the booking though no browser came back', async () => {
    expect(await deliver(server, captured())).toMatchObject(done);
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test('of a paid order confirms it as well, and both for one payment confirm it once', async () => {
    const paid = eventOf('order.paid', {
      order: { id: created.id, entity: 'order', status: 'paid' },
      payment: paymentOf(created),
    });
    for (const event of [paid, captured(), paid]) expect(await deliver(server, event)).toMatchObject(done);
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test('before and after the browser says the same, changes nothing, and the browser is answered', async () => {
    const paid = await pay(server, created);
    const event = captured({ id: paid.razorpay_payment_id });
    await deliver(server, event);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await deliver(server, event)).toMatchObject(done);
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test('that is delivered again has its effect once, also when the two come at once', async () => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => deliver(server, captured(), { eventId: 'evt_1' })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(({ body }) => String(body.status)).sort()).toEqual([
      'done',
      'duplicate',
      'duplicate',
    ]);
    // An applied event is not applied again, also when its booking has changed since.
    await server.database.deleteFrom('paper_due').execute();
    await server.database.deleteFrom('payment').execute();
    await server.database.updateTable('booking').set({ status: 'expired' }).execute();
    expect(await deliver(server, captured(), { eventId: 'evt_1' })).toMatchObject({
      body: { status: 'duplicate' },
    });
    expect(await standing(server, created)).toMatchObject({ status: 'expired' });
  });

  test('without an event id is known by its bytes', async () => {
    const body = Buffer.from(JSON.stringify(captured()));
    const deliverEvent = () => handleWebhook(server.payments, { body, eventId: undefined });
    expect([await deliverEvent(), await deliverEvent()]).toEqual(['done', 'duplicate']);
  });

  test('of an authorised payment captures it, and confirms the booking', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const { razorpay_payment_id: id } = await pay(server, created);
    const event = eventOf('payment.authorized', {
      payment: paymentOf(created, { id, status: 'authorized' }),
    });
    expect(await deliver(server, event)).toMatchObject(done);
    expect(await standing(server, created)).toEqual(CONFIRMED);
    expect((await server.gateway.fetchPayment(id)).status).toBe('captured');
  });

  test('of an authorised payment is asked for again while the provider does not let us capture it', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const { razorpay_payment_id: id } = await pay(server, created);
    const event = eventOf('payment.authorized', {
      payment: paymentOf(created, { id, status: 'authorized' }),
    });
    server.provider.up = false;
    expect(await deliver(server, event, { eventId: 'evt_1' })).toMatchObject({ status: 503 });
    expect(await standing(server, created)).toEqual(HELD);
    server.provider.up = true;
    expect(await deliver(server, event, { eventId: 'evt_1' })).toMatchObject(done);
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test('of a payment that failed is written down, and undoes nothing, before or after the money', async () => {
    const failed = eventOf('payment.failed', { payment: paymentOf(created, { status: 'failed' }) });
    expect(await deliver(server, failed)).toMatchObject(done);
    expect(await standing(server, created)).toEqual(HELD);
    expect(await paymentStatuses()).toEqual(['failed']);
    await deliver(server, captured());
    await deliver(server, failed);
    expect(await standing(server, created)).toEqual(CONFIRMED);
    expect(await paymentStatuses()).toEqual(['captured']);
  });

  test.each([{ amount: 100 }, { currency: 'USD' }])(
    'of a payment that is not what was ordered, %o, never confirms: it is refunded',
    async (change) => {
      await deliver(server, captured(change));
      expect(await standing(server, created)).toEqual({
        status: 'refund_due',
        slots: [],
        refunds: [PAYMENT],
      });
    },
  );

  test('of a second payment for a booking has that one refunded', async () => {
    await deliver(server, captured());
    await deliver(server, captured({ id: 'pay_abcdefghij0002' }));
    expect(await standing(server, created)).toEqual({ ...CONFIRMED, refunds: ['pay_abcdefghij0002'] });
  });

  test('of a payment for a released booking whose slots are free confirms it', async () => {
    await release(server, created);
    await deliver(server, captured());
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test.each([
    ['an event that is not about money', () => eventOf('payment.dispute.created', {})],
    [
      'a payment of an order that is not ours',
      () =>
        eventOf('payment.captured', { payment: paymentOf(created, { order_id: 'order_AAAAAAAAAAAAAA' }) }),
    ],
    ['a payment without an order', () => captured({ order_id: null })],
  ])('of %s is answered and ignored', async (_case, event) => {
    expect(await deliver(server, event())).toMatchObject({ status: 200, body: { status: 'ignored' } });
    expect(await standing(server, created)).toEqual(HELD);
  });

  test('is signed over its exact bytes: other spacing, another order and any characters are valid', async () => {
    const body = `${JSON.stringify(captured({ notes: { who: 'Zoë – ✓' } }), null, 3)}\n`;
    expect(await deliver(server, body)).toMatchObject(done);
  });
});

describe('a signed event that is impossible is acknowledged, logged, and changes nothing:', () => {
  const payment = (change: object) => captured({ ...change });
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
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -100 }],
    ['parts of a paisa', { amount: 100.5 }],
    ['more than the tables hold', { amount: 2_147_483_648 }],
    ['more than a number counts', { amount: Number.MAX_SAFE_INTEGER + 1 }],
    ['more than that by far', { amount: 1e300 }],
    ['an id with a NUL', { id: 'pay_abcdefghij\x0001' }],
    ['an id that is none', { id: '' }],
    ['nothing, and failed', { amount: 0, status: 'failed' }],
    ['nothing, and authorised', { amount: 0, status: 'authorized' }],
  ])('a payment of %s', async (_case, change) => {
    for (const eventId of ['evt_1', 'evt_1', undefined]) {
      expect(await deliver(server, payment(change), { eventId })).toMatchObject(unusable);
    }
    expect(await standing(server, created)).toEqual(HELD);
    expect(await paymentStatuses()).toEqual([]);
    const remembered = await server.database.selectFrom('webhook_event').select('event_key').execute();
    expect(remembered).toEqual([]);
    // The right one still counts.
    expect(await deliver(server, captured(), { eventId: 'evt_1' })).toMatchObject(done);
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test.each([
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -1 }],
    ['too much', { amount: 2 ** 40 }],
    ['an id with a NUL', { id: 'rfnd_abcdefghij\x0001' }],
    ['a payment with a NUL', { payment_id: 'pay_abcdefghij\x0001' }],
  ])('a refund of %s', async (_case, change) => {
    expect(await deliver(server, refund(change))).toMatchObject(unusable);
    expect(await standing(server, created)).toEqual(HELD);
  });

  test.each([
    ['order', 'ignored', () => captured({ order_id: 'order_\0AAAAAAAAAAAAA' })],
    ['currency', 'done', () => captured({ currency: 'I\0R' })],
    ['event', 'ignored', () => eventOf('payment.captured\0', { payment: paymentOf(created) })],
    ['notes', 'done', () => captured({ notes: { a: '\0' }, email: '\0' })],
  ])('a NUL in its %s', async (_case, status, event) => {
    expect(await deliver(server, event())).toMatchObject({ status: 200, body: { status } });
  });

  test('the operators read which event it was, and nothing personal', async () => {
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

describe('what the provider did not sign changes nothing:', () => {
  test.each([
    ['no signature', () => ({ signature: null })],
    ['an empty one', () => ({ signature: '' })],
    ['one of another secret', () => ({ secret: 'guessed' })],
    ['one of the key secret', () => ({ secret: server.keys.keySecret })],
    ['one of another body', () => ({ signature: sign('{}', server.keys.webhookSecret) })],
    [
      'the right one in capitals',
      () => ({ signature: sign(JSON.stringify(captured()), server.keys.webhookSecret).toUpperCase() }),
    ],
  ])('%s', async (_case, sent) => {
    expect(await deliver(server, captured(), sent())).toMatchObject({
      status: 400,
      body: { error: { code: 'payment-not-verified' } },
    });
    expect(await standing(server, created)).toEqual(HELD);
    expect(await paymentStatuses()).toEqual([]);
  });

  test('nor does it use up the id of the event that it pretends to be', async () => {
    await deliver(server, captured(), { eventId: 'evt_1', secret: 'guessed' });
    expect(await deliver(server, captured(), { eventId: 'evt_1' })).toMatchObject(done);
  });
});

describe('a signed body that is none of the provider', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'payment=captured'],
    ['no event', '[]'],
    ['a known event about nothing', JSON.stringify(eventOf('payment.captured', {}))],
    ['a refund without a payment', JSON.stringify(eventOf('refund.processed', { refund: { id: 'rfnd_1' } }))],
  ])('is refused, changing nothing: %s', async (_case, body) => {
    expect(await deliver(server, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad-input' } },
    });
    expect(await standing(server, created)).toEqual(HELD);
  });

  test('is refused when it is too long to be read', async () => {
    expect(await deliver(server, 'x'.repeat(70_000))).toMatchObject({ status: 413 });
  });
});

test('the log names what must be refunded, without anything secret or personal', async () => {
  const deliverEvent = (event: object) =>
    handleWebhook(server.payments, { body: Buffer.from(JSON.stringify(event)), eventId: undefined });
  await deliverEvent(captured({ amount: 100, email: 'somebody@example.com' }));
  await deliverEvent(captured({ id: 'pay_abcdefghij0002' }));
  await deliverEvent(captured({ id: 'pay_abcdefghij0002', again: true }));
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
