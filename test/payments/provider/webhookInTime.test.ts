import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { RESPONSE_TIMEOUT_MS } from '../../../server/payments/routes/routes.ts';
import { CONFIRMED, created, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { bookingState } from '../startPayments.ts';
import { deliver, eventOf, paymentOf, type Entity } from '../webhooks.ts';

withOpenPayment();

/** After this time the provider counts a delivery as failed. After many failures it disables the webhook. */
const PROVIDER_WAITS_MS = 5_000;

test('the server’s timeout is shorter than the provider’s', () => {
  expect(RESPONSE_TIMEOUT_MS).toBeLessThan(PROVIDER_WAITS_MS);
});

const deliverSlow = (event: object) => deliver(server, event, { eventId: 'evt_slow' });

const paymentEvent = (event: string, change: Entity = {}) =>
  eventOf(event, { payment: paymentOf(created, change) });

describe('a slow webhook gets a 503 before the provider’s timeout, and is applied once', () => {
  test('when it waits for a lock of the database', async () => {
    const event = paymentEvent('payment.captured');
    let releaseLock = () => {};
    const lockReleased = new Promise<void>((resolve) => (releaseLock = resolve));
    const lockingTransaction = server.database.transaction().execute(async (tx) => {
      await tx.selectFrom('booking').selectAll().forUpdate().execute();
      await lockReleased;
    });
    const { status } = await deliverSlow(event);
    releaseLock();
    await lockingTransaction;
    expect(status).toBe(503);

    await expect.poll(() => bookingState(server, created)).toEqual(CONFIRMED);
    expect(await deliver(server, event, { eventId: 'evt_slow' })).toMatchObject({
      status: 200,
      body: { status: 'duplicate' },
    });
  });

  test('when the provider captures slowly', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const { razorpay_payment_id: id } = await pay(server, created);
    server.sandbox.failCalls('POST /payments/:id/capture', { kind: 'latency', ms: 6_000 });
    const event = paymentEvent('payment.authorized', { id, status: 'authorized' });
    const { status } = await deliverSlow(event);
    expect(status).toBe(503);

    await expect.poll(() => bookingState(server, created)).toEqual(CONFIRMED);
    expect(await deliver(server, event, { eventId: 'evt_slow' })).toMatchObject({
      status: 200,
      body: { status: 'duplicate' },
    });
  });
});
