import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { settle, type CapturedPayment } from '../../server/payments/settle.ts';
import { captureOf, CONFIRMED, created, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { pay } from './payer.ts';
import { complete, create, dataOf, MORNING, release, standing, type Created } from './startPayments.ts';

withBegunPayment();

const HOUR = 3_600_000;

const settled = (change?: Partial<CapturedPayment>) => settle(server.payments, captureOf(change));

/** Lets the hold lapse and another user take `range`. */
async function losesTo(range = MORNING): Promise<Created> {
  server.clock.now += HOUR;
  return dataOf(await create(server, range, { user: server.member }));
}

describe('money for a booking', () => {
  test('whose hold is over, but which nobody took, confirms it', async () => {
    const paid = await pay(server, created);
    server.clock.now += HOUR;
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test('that was released, but whose slots are free, takes them again', async () => {
    expect(dataOf(await release(server, created))).toMatchObject({ status: 'released' });
    const paid = await pay(server, created);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test.each([
    ['all', MORNING],
    ['the last', { start: 22, end: 24 }],
  ])(
    'that lost %s of its slots to another is due to be refunded, and the other keeps them',
    async (_n, range) => {
      const paid = await pay(server, created);
      const theirs = await losesTo(range);
      for (const _again of [1, 2]) {
        expect(await complete(server, created, paid)).toMatchObject({
          status: 410,
          body: { error: { code: 'hold-over' } },
        });
      }
      expect(await standing(server, created)).toEqual({
        status: 'refund_due',
        slots: [],
        refunds: [paid.razorpay_payment_id],
      });
      expect(await standing(server, theirs)).toMatchObject({ status: 'held' });
      expect(
        dataOf(await complete(server, theirs, await pay(server, theirs), { user: server.member })),
      ).toMatchObject({
        status: 'confirmed',
      });
      expect(await release(server, created), 'nor is it released').toMatchObject({ status: 410 });
    },
  );

  test('of an account that was closed goes back, though its slots are free', async () => {
    await release(server, created);
    const closed = (closed_at: Date | null) =>
      server.database
        .updateTable('app_user')
        .set({ closed_at })
        .where('id', '=', server.guest.user_id)
        .execute();
    await closed(new Date(server.clock.now));
    const settlements = [await settled(), await settled()];
    await closed(null);
    expect(settlements).toEqual(['refund-due', 'refund-due']);
    expect(await standing(server, created)).toMatchObject({ status: 'refund_due', slots: [] });
    const refunds = await server.database.selectFrom('refund').select(['reason', 'late_cause']).execute();
    expect(refunds).toEqual([{ reason: 'late', late_cause: 'account-closed' }]);
  });

  test('that is held confirms it even when its first slot has started', async () => {
    server.clock.now = Date.parse('2025-11-21T10:25:00+05:30');
    const soon = dataOf(await create(server, { start: 21, end: 23 }, { bdate: '2025-11-21' }));
    const paid = await pay(server, soon);
    server.clock.now = Date.parse('2025-11-21T10:31:00+05:30');
    expect(dataOf(await complete(server, soon, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('that comes too late leaves the lapsed holds of others as they are', async () => {
    await release(server, created);
    const lapsed = dataOf(await create(server, { start: 20, end: 22 }, { user: server.member }));
    await losesTo({ start: 22, end: 23 });
    expect(await settled()).toBe('refund-due');
    expect(await standing(server, lapsed)).toMatchObject({ status: 'held', slots: [20, 21] });
  });

  test('that was released is refunded once its time has started', async () => {
    await release(server, created);
    server.clock.now = Date.parse('2025-11-25T10:01:00+05:30');
    expect(await settled()).toBe('refund-due');
  });

  test('of another amount or currency never confirms it', async () => {
    expect(await settled({ amountPaise: created.amount - 1 })).toBe('refund-due');
    expect(await standing(server, created)).toMatchObject({ status: 'refund_due', slots: [] });

    const second = dataOf(await create(server));
    expect(await settled({ orderId: second.id, id: 'pay_abcdefghij0002', currency: 'USD' })).toBe(
      'refund-due',
    );
  });

  test('that is confirmed already is refunded when it is another payment, whichever comes again later', async () => {
    const order = ['pay_abcdefghij0001', 'pay_abcdefghij0002', 'pay_abcdefghij0001', 'pay_abcdefghij0002'];
    for (const id of order) expect(await settled({ id })).toBe('confirmed');
    expect(await standing(server, created)).toEqual({ ...CONFIRMED, refunds: ['pay_abcdefghij0002'] });
  });

  test('reported twice at once is taken once', async () => {
    expect(await Promise.all([settled(), settled(), settled()])).toEqual(Array(3).fill('confirmed'));
    expect(await standing(server, created)).toEqual(CONFIRMED);
  });

  test('of an order that is not ours changes nothing', async () => {
    await expect(settled({ orderId: 'order_AAAAAAAAAAAAAA' })).rejects.toThrow('no result');
    expect(await standing(server, created)).toMatchObject({ status: 'held' });
  });

  test('that was refunded is not taken back by an old report', async () => {
    await settled();
    await server.database.updateTable('payment').set({ status: 'refunded' }).execute();
    await server.database.updateTable('booking').set({ status: 'refunded' }).execute();
    expect(await settled()).toBe('refund-due');
    const found = await sql<{ status: string }>`select status from payment`.execute(server.database);
    expect(found.rows).toEqual([{ status: 'refunded' }]);
    expect(await standing(server, created)).toMatchObject({ status: 'refunded' });
  });
});
