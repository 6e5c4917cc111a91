import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { settle } from '../../../server/payments/settle.ts';
import type { CapturedPayment } from '../../../server/payments/settlement.ts';
import { captureOf, CONFIRMED, created, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import {
  complete,
  create,
  dataOf,
  MORNING,
  release,
  bookingState,
  type CreatedPayment,
} from '../startPayments.ts';

withOpenPayment();

const HOUR = 3_600_000;

const settleCapture = (change?: Partial<CapturedPayment>) => settle(server.payments, captureOf(change));

/** Lets the hold expire, and holds `range` for another user. */
async function expireAndHoldFor(range = MORNING): Promise<CreatedPayment> {
  server.clock.now += HOUR;
  return dataOf(await create(server, range, { user: server.member }));
}

describe('a payment for a booking', () => {
  test('whose hold has ended confirms it when its slots are still free', async () => {
    const paid = await pay(server, created);
    server.clock.now += HOUR;
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('that was released confirms it when its slots are still free', async () => {
    expect(dataOf(await release(server, created))).toMatchObject({ status: 'released' });
    const paid = await pay(server, created);
    expect(dataOf(await complete(server, created, paid))).toMatchObject({ status: 'confirmed' });
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test.each([
    ['all', MORNING],
    ['the last', { start: 22, end: 24 }],
  ])(
    'is due to be refunded when another user has %s of its slots, which stay with that user',
    async (_n, range) => {
      const paid = await pay(server, created);
      const otherBooking = await expireAndHoldFor(range);
      for (const _again of [1, 2]) {
        expect(await complete(server, created, paid)).toMatchObject({
          status: 410,
          body: { error: { code: 'hold-over' } },
        });
      }
      expect(await bookingState(server, created)).toEqual({
        status: 'refund_due',
        slots: [],
        refunds: [paid.razorpay_payment_id],
      });
      expect(await bookingState(server, otherBooking)).toMatchObject({ status: 'held' });
      expect(
        dataOf(
          await complete(server, otherBooking, await pay(server, otherBooking), { user: server.member }),
        ),
      ).toMatchObject({
        status: 'confirmed',
      });
      expect(await release(server, created), 'it cannot be released either').toMatchObject({ status: 410 });
    },
  );

  test('of a closed account is refunded, although its slots are free', async () => {
    await release(server, created);
    const setClosed = (closed_at: Date | null) =>
      server.database
        .updateTable('app_user')
        .set({ closed_at })
        .where('id', '=', server.guest.user_id)
        .execute();
    await setClosed(new Date(server.clock.now));
    const settlements = [await settleCapture(), await settleCapture()];
    await setClosed(null);
    expect(settlements).toEqual(['refund-due', 'refund-due']);
    expect(await bookingState(server, created)).toMatchObject({ status: 'refund_due', slots: [] });
    const refunds = await server.database.selectFrom('refund').select(['reason', 'late_cause']).execute();
    expect(refunds).toEqual([{ reason: 'late', late_cause: 'account-closed' }]);
  });

  test('that is held confirms it even after its first slot has started', async () => {
    server.clock.now = Date.parse('2025-11-21T10:25:00+05:30');
    const soon = dataOf(await create(server, { start: 21, end: 23 }, { bdate: '2025-11-21' }));
    const paid = await pay(server, soon);
    server.clock.now = Date.parse('2025-11-21T10:31:00+05:30');
    expect(dataOf(await complete(server, soon, paid))).toMatchObject({ status: 'confirmed' });
  });

  test('that comes too late does not release the ended holds of other users', async () => {
    await release(server, created);
    const lapsed = dataOf(await create(server, { start: 20, end: 22 }, { user: server.member }));
    await expireAndHoldFor({ start: 22, end: 23 });
    expect(await settleCapture()).toBe('refund-due');
    expect(await bookingState(server, lapsed)).toMatchObject({ status: 'held', slots: [20, 21] });
  });

  test('that was released is refunded when its time has started', async () => {
    await release(server, created);
    server.clock.now = Date.parse('2025-11-25T10:01:00+05:30');
    expect(await settleCapture()).toBe('refund-due');
  });

  test('with a wrong amount or currency never confirms it', async () => {
    expect(await settleCapture({ amountPaise: created.amount - 1 })).toBe('refund-due');
    expect(await bookingState(server, created)).toMatchObject({ status: 'refund_due', slots: [] });

    const second = dataOf(await create(server));
    expect(await settleCapture({ orderId: second.id, id: 'pay_abcdefghij0002', currency: 'USD' })).toBe(
      'refund-due',
    );
  });

  test('that another payment has confirmed is refunded, in any order of repeated reports', async () => {
    const order = ['pay_abcdefghij0001', 'pay_abcdefghij0002', 'pay_abcdefghij0001', 'pay_abcdefghij0002'];
    for (const id of order) expect(await settleCapture({ id })).toBe('confirmed');
    expect(await bookingState(server, created)).toEqual({ ...CONFIRMED, refunds: ['pay_abcdefghij0002'] });
  });

  test('that is reported concurrently is applied once', async () => {
    expect(await Promise.all([settleCapture(), settleCapture(), settleCapture()])).toEqual(
      Array(3).fill('confirmed'),
    );
    expect(await bookingState(server, created)).toEqual(CONFIRMED);
  });

  test('with an unknown order changes nothing', async () => {
    await expect(settleCapture({ orderId: 'order_AAAAAAAAAAAAAA' })).rejects.toThrow('no result');
    expect(await bookingState(server, created)).toMatchObject({ status: 'held' });
  });

  test('that was refunded stays refunded after a late report of the capture', async () => {
    await settleCapture();
    await server.database.updateTable('payment').set({ status: 'refunded' }).execute();
    await server.database.updateTable('booking').set({ status: 'refunded' }).execute();
    expect(await settleCapture()).toBe('refund-due');
    const found = await sql<{ status: string }>`select status from payment`.execute(server.database);
    expect(found.rows).toEqual([{ status: 'refunded' }]);
    expect(await bookingState(server, created)).toMatchObject({ status: 'refunded' });
  });
});
