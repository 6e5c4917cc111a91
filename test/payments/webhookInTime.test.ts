import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { RESPONSE_TIMEOUT_MS } from '../../server/payments/webhookRoutes.ts';
import { CONFIRMED, created, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { pay } from './payer.ts';
import { standing } from './startPayments.ts';
import { deliver, eventOf, paymentOf, type Entity } from './webhooks.ts';

withBegunPayment();

/* The provider counts a delivery as failed, and in the end switches the webhook off, when it waits longer than this. */
const PROVIDER_WAITS_MS = 5_000;

test('the server answers sooner than the provider gives up', () => {
  expect(RESPONSE_TIMEOUT_MS).toBeLessThan(PROVIDER_WAITS_MS);
});

const deliverSlow = (event: object) => deliver(server, event, { eventId: 'evt_slow' });

const paymentEvent = (event: string, change: Entity = {}) =>
  eventOf(event, { payment: paymentOf(created, change) });

describe('a webhook is answered before the provider’s timeout, asking for a redelivery, and its effect comes once', () => {
  test('when the database keeps it waiting', async () => {
    const event = paymentEvent('payment.captured');
    let letGo = () => {};
    const kept = new Promise<void>((resolve) => (letGo = resolve));
    const busy = server.database.transaction().execute(async (tx) => {
      await tx.selectFrom('booking').selectAll().forUpdate().execute();
      await kept;
    });
    const { status } = await deliverSlow(event);
    letGo();
    await busy;
    expect(status).toBe(503);

    await expect.poll(() => standing(server, created)).toEqual(CONFIRMED);
    expect(await deliver(server, event, { eventId: 'evt_slow' })).toMatchObject({
      status: 200,
      body: { status: 'duplicate' },
    });
  });

  test('when its effect takes long, because the provider itself is slow to capture', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const { razorpay_payment_id: id } = await pay(server, created);
    server.sandbox.failCalls('POST /payments/:id/capture', { kind: 'latency', ms: 6_000 });
    const event = paymentEvent('payment.authorized', { id, status: 'authorized' });
    const { status } = await deliverSlow(event);
    expect(status).toBe(503);

    await expect.poll(() => standing(server, created)).toEqual(CONFIRMED);
    expect(await deliver(server, event, { eventId: 'evt_slow' })).toMatchObject({
      status: 200,
      body: { status: 'duplicate' },
    });
  });
});
