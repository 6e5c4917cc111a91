import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { get } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import { created, HELD, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { callSheet, beginCard, CARDS, pay, payByCard } from '../payer.ts';
import { complete, create, dataOf, release, bookingState } from '../startPayments.ts';

withOpenPayment();

const releaseStatus = async () => dataOf(await release(server, created)).status;
const RELEASED = { status: bookingCodes.released, slots: [], refunds: [] };

describe('releasing a hold', () => {
  test('without a payment frees its slots at once for everybody', async () => {
    expect(await releaseStatus()).toBe('released');
    expect(await bookingState(server, created)).toEqual(RELEASED);
    expect(dataOf(await create(server, undefined, { user: server.member })).timeout).toBe(600);
  });

  test('repeatedly returns the same result', async () => {
    expect([await releaseStatus(), await releaseStatus()]).toEqual(['released', 'released']);
  });

  describe('that no longer exists', () => {
    const status = () =>
      get<{ data: { status: string } }>(
        server,
        `${paths.paymentStatus}?booking_id=${created.notes[2].booking_id}`,
        server.guest.access,
      );
    const ends = {
      'was released': async () => void (await releaseStatus()),
      async 'has expired'() {
        server.clock.now = START + 14 * 60_000;
        await reconcile(server.payments);
        expect(await bookingState(server, created)).toMatchObject({ status: 'expired' });
      },
    };

    describe.each(Object.entries(ends))('because it %s', (_how, end) => {
      test('is not reported as released while the provider is down', async () => {
        await end();
        server.provider.up = false;
        expect(await release(server, created)).toMatchObject({ status: 503 });
        expect(await status()).toMatchObject({ status: 503 });
        server.provider.up = true;
        expect(await releaseStatus()).toBe('released');
        expect(dataOf(await status()).status).toBe('released');
      });

      test('is reported as confirmed when it was paid meanwhile and the slots are free', async () => {
        await end();
        await pay(server, created);
        expect(await releaseStatus()).toBe('confirmed');
        expect(await bookingState(server, created)).toEqual({ ...HELD, status: 'confirmed' });
      });

      test('fails with 410 when it was paid meanwhile and the slots are taken', async () => {
        await end();
        dataOf(await create(server, undefined, { user: server.member }));
        await pay(server, created);
        expect(await release(server, created)).toMatchObject({ status: 410 });
        expect(await status()).toMatchObject({ status: 410 });
      });

      test('is reported as pending while an attempt is pending at the bank', async () => {
        await end();
        const attempt = await beginCard(server, created);
        expect(await releaseStatus()).toBe('pending');
        expect(dataOf(await status()).status).toBe('pending');
        await callSheet(server, 'cancel', attempt);
        expect(await releaseStatus()).toBe('released');
      });
    });
  });

  test('with a declined card frees its slots too', async () => {
    await payByCard(server, created, { number: CARDS.declined });
    expect(await releaseStatus()).toBe('released');
  });

  test('with an unreported payment confirms the booking', async () => {
    const paid = await pay(server, created);
    expect([await releaseStatus(), await releaseStatus()]).toEqual(['confirmed', 'confirmed']);
    expect(await bookingState(server, created)).toEqual({ ...HELD, status: 'confirmed' });
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('with an attempt pending at the bank has no effect until that has ended', async () => {
    const attempt = await beginCard(server, created);
    expect(await releaseStatus()).toBe('pending');
    expect(await bookingState(server, created)).toEqual(HELD);
    await callSheet(server, 'cancel', attempt);
    expect(await releaseStatus()).toBe('released');
  });

  test('with a payment that is only authorised has no effect', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const paid = await pay(server, created);
    expect(await releaseStatus()).toBe('pending');
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('has no effect while the provider is down', async () => {
    server.provider.up = false;
    expect(await release(server, created)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
    expect(await bookingState(server, created)).toEqual(HELD);
  });

  test('without an order works without the provider', async () => {
    await server.database.deleteFrom('payment_order').execute();
    server.provider.up = false;
    expect(await releaseStatus()).toBe('released');
  });

  test('of another user fails with 404', async () => {
    expect(await release(server, created, server.member)).toMatchObject({ status: 404 });
    expect(await bookingState(server, created)).toEqual(HELD);
  });
});
