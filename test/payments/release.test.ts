import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { get } from '../api/client.ts';
import { START } from '../api/startServer.ts';
import { created, HELD, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { callSheet, beginCard, CARDS, pay, payByCard } from './payer.ts';
import { complete, create, dataOf, release, standing } from './startPayments.ts';

withBegunPayment();

const released = async () => dataOf(await release(server, created)).status;
const FREE = { status: 'cancelled', slots: [], refunds: [] };

describe('a checkout that was closed', () => {
  test('without a payment frees the slots at once, for anyone', async () => {
    expect(await released()).toBe('released');
    expect(await standing(server, created)).toEqual(FREE);
    expect(dataOf(await create(server, undefined, { user: server.member })).timeout).toBe(600);
  });

  test('gives the same result however often it is called', async () => {
    expect([await released(), await released()]).toEqual(['released', 'released']);
  });

  describe('of a booking that is not held any more', () => {
    const status = () =>
      get<{ data: { status: string } }>(
        server,
        `${paths.paymentStatus}?booking_id=${created.notes[2].booking_id}`,
        server.guest.access,
      );
    const ends = {
      'was given up': async () => void (await released()),
      async 'is over'() {
        server.clock.now = START + 14 * 60_000;
        await reconcile(server.payments);
        expect(await standing(server, created)).toMatchObject({ status: 'expired' });
      },
    };

    describe.each(Object.entries(ends))('because it %s', (_how, end) => {
      test('is not called released while the provider cannot be asked', async () => {
        await end();
        server.provider.up = false;
        expect(await release(server, created)).toMatchObject({ status: 503 });
        expect(await status()).toMatchObject({ status: 503 });
        server.provider.up = true;
        expect(await released()).toBe('released');
        expect(dataOf(await status()).status).toBe('released');
      });

      test('is confirmed when it was paid since and the slots are free', async () => {
        await end();
        await pay(server, created);
        expect(await released()).toBe('confirmed');
        expect(await standing(server, created)).toEqual({ ...HELD, status: 'confirmed' });
      });

      test('is a pending refund when it was paid since and the slots are taken', async () => {
        await end();
        dataOf(await create(server, undefined, { user: server.member }));
        await pay(server, created);
        expect(await release(server, created)).toMatchObject({ status: 410 });
        expect(await status()).toMatchObject({ status: 410 });
      });

      test('is pending while an attempt is open at the bank', async () => {
        await end();
        const begun = await beginCard(server, created);
        expect(await released()).toBe('pending');
        expect(dataOf(await status()).status).toBe('pending');
        await callSheet(server, 'cancel', begun);
        expect(await released()).toBe('released');
      });
    });
  });

  test('after a declined card frees them as well', async () => {
    await payByCard(server, created, { number: CARDS.declined });
    expect(await released()).toBe('released');
  });

  test('after a payment without a report confirms the booking', async () => {
    const paid = await pay(server, created);
    expect([await released(), await released()]).toEqual(['confirmed', 'confirmed']);
    expect(await standing(server, created)).toEqual({ ...HELD, status: 'confirmed' });
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('with an attempt open at the bank stays held until that has ended', async () => {
    const begun = await beginCard(server, created);
    expect(await released()).toBe('pending');
    expect(await standing(server, created)).toEqual(HELD);
    await callSheet(server, 'cancel', begun);
    expect(await released()).toBe('released');
  });

  test('with a payment that the bank has authorised but nobody captured stays held', async () => {
    await sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);
    const paid = await pay(server, created);
    expect(await released()).toBe('pending');
    expect(await standing(server, created)).toEqual(HELD);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('stays held while the provider cannot be asked', async () => {
    server.provider.up = false;
    expect(await release(server, created)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
    expect(await standing(server, created)).toEqual(HELD);
  });

  test('of a booking whose order was never opened frees it without asking anyone', async () => {
    await server.database.deleteFrom('payment_order').execute();
    server.provider.up = false;
    expect(await released()).toBe('released');
  });

  test("is not someone else's to close", async () => {
    expect(await release(server, created, server.member)).toMatchObject({ status: 404 });
    expect(await standing(server, created)).toEqual(HELD);
  });
});
