import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { CONFIRMED, created, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { pay } from './payer.ts';
import { standing } from './startPayments.ts';
import { deliver, eventOf, paymentOf, type Entity } from './webhooks.ts';

withBegunPayment();

/* The provider counts a delivery as failed, and in the end switches the webhook off, when it waits longer than this. */
const PROVIDER_WAITS_MS = 5_000;

/** Delivers an event and measures how long the provider has to wait for the answer. */
async function measured(event: object) {
  const began = performance.now();
  const { status } = await deliver(server, event, { eventId: 'evt_slow' });
  return { status, waited: performance.now() - began };
}

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
    const { status, waited } = await measured(event);
    letGo();
    await busy;
    expect(status).toBe(503);
    expect(waited).toBeLessThan(PROVIDER_WAITS_MS);

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
    const { status, waited } = await measured(event);
    expect(status).toBe(503);
    expect(waited).toBeLessThan(PROVIDER_WAITS_MS);

    await delay(1_500);
    await expect.poll(() => standing(server, created), { timeout: 10_000 }).toEqual(CONFIRMED);
    expect(await deliver(server, event, { eventId: 'evt_slow' })).toMatchObject({
      status: 200,
      body: { status: 'duplicate' },
    });
  });
});
