import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { extendHold } from '../../server/payments/expire.ts';
import { GatewayError } from '../../server/payments/gatewayError.ts';
import { startReconciling, reconcile } from '../../server/payments/reconcile.ts';
import { START } from '../api/startServer.ts';
import { CONFIRMED, created, HELD, withBegunPayment } from './begunPayment.ts';
import { server } from './freshPayments.ts';
import { callSheet, beginCard, CARDS, pay, payByCard } from './payer.ts';
import { complete, create, dataOf, MORNING, release, standing } from './startPayments.ts';

withBegunPayment();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EXPIRED = { status: 'expired', slots: [], refunds: [] };

/** What the reconciler makes of it so long after the order was opened. */
async function after(ms: number): Promise<Awaited<ReturnType<typeof standing>>> {
  server.clock.now = START + ms;
  await reconcile(server.payments);
  return standing(server, created);
}

/** The provider as it is, counting the questions about orders. */
function counting() {
  const asked: string[] = [];
  const gateway = {
    ...server.gateway,
    fetchOrderPayments: (id: string) => {
      asked.push(id);
      return server.gateway.fetchOrderPayments(id);
    },
  };
  return { asked, deps: { ...server.payments, gateway } };
}

const makeManual = () =>
  sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);

/** Booking and slots have the same expiry. */
async function holdEnd(): Promise<number> {
  const booking = await server.database
    .selectFrom('booking')
    .select('hold_expires_at')
    .where('id', '=', created.notes[2].booking_id)
    .executeTakeFirstOrThrow();
  const slots = await server.database
    .selectFrom('booking_slot')
    .select('hold_expires_at')
    .where('booking_id', '=', created.notes[2].booking_id)
    .execute();
  const ends = [booking, ...slots].map(({ hold_expires_at }) => hold_expires_at?.getTime());
  expect(new Set(ends).size).toBe(1);
  return ((ends[0] as number) - START) / MINUTE;
}

describe('a payment without a report', () => {
  test('confirms its booking after two minutes, and not before', async () => {
    await pay(server, created);
    expect(await after(2 * MINUTE - 1)).toEqual(HELD);
    expect(await after(2 * MINUTE)).toEqual(CONFIRMED);
  });

  test('made at the last moment confirms it though the hold was over when we asked', async () => {
    await pay(server, created);
    expect(await after(14 * MINUTE)).toEqual(CONFIRMED);
  });

  test('that the bank has authorised and nobody captured is captured', async () => {
    await makeManual();
    const paid = await pay(server, created);
    expect(await after(2 * MINUTE)).toEqual(CONFIRMED);
    expect((await server.gateway.fetchPayment(paid.razorpay_payment_id)).status).toBe('captured');
  });

  test.each([1, 2, 5])('is found %i days later, and refunded when the slots are taken', async (days) => {
    expect(await after(15 * MINUTE)).toEqual(EXPIRED);
    const theirs = dataOf(await create(server, MORNING, { user: server.member }));
    dataOf(await complete(server, theirs, await pay(server, theirs), { user: server.member }));
    server.clock.now = START + days * DAY - MINUTE;
    await pay(server, created);
    const found = await after(days * DAY);
    expect(found).toMatchObject({ status: expect.stringMatching(/^refund/), slots: [] });
    expect(found.refunds).toHaveLength(1);
  });

  test('of a booking that is confirmed by another one is found and refunded', async () => {
    const paid = await pay(server, created);
    await complete(server, created, paid);
    await sql`insert into sandbox_payment
      select 'pay_abcdefghij0002', order_id, amount, currency, method, status, card_last4, vpa, email, contact,
        verdict, failure, amount_refunded, created_at
      from sandbox_payment where id = ${paid.razorpay_payment_id}`.execute(server.database);
    expect(await after(15 * MINUTE)).toEqual({ ...CONFIRMED, refunds: ['pay_abcdefghij0002'] });
    expect((await server.gateway.fetchPayment('pay_abcdefghij0002')).status).toBe('refunded');
    expect((await server.gateway.fetchPayment(paid.razorpay_payment_id)).status).toBe('captured');
  });
});

describe('a hold', () => {
  test('that nobody pays ends when it is over, and not before', async () => {
    expect(await after(13 * MINUTE - 1)).toEqual(HELD);
    expect(await after(14 * MINUTE)).toEqual(EXPIRED);
    expect(dataOf(await create(server, MORNING, { user: server.member })).timeout).toBe(600);
  });

  test('after a declined card ends as well', async () => {
    await payByCard(server, created, { number: CARDS.declined });
    expect(await after(14 * MINUTE)).toEqual(EXPIRED);
  });

  test('is extended while an attempt is open at the bank, for everyone to see, and ends when that fails', async () => {
    server.clock.now = START + 9.9 * MINUTE;
    const begun = await beginCard(server, created);
    expect(await after(12.5 * MINUTE)).toEqual(HELD);
    expect(await holdEnd()).toBe(15.5);
    server.clock.now = START + 14 * MINUTE;
    expect(await create(server, MORNING, { user: server.member })).toMatchObject({ status: 409 });
    await callSheet(server, 'cancel', begun);
    expect(await after(15 * MINUTE)).toEqual(HELD);
    expect(await after(16.5 * MINUTE)).toEqual(EXPIRED);
  });

  test('that was over, but that nobody took, lives again for an attempt that is open', async () => {
    server.clock.now = START + 9.9 * MINUTE;
    const begun = await beginCard(server, created);
    expect(await after(14 * MINUTE)).toEqual(HELD);
    expect(await holdEnd()).toBe(17);
    await callSheet(server, 'authenticate', { ...begun, otp: '123456' });
    expect(await after(16 * MINUTE)).toEqual(CONFIRMED);
  });

  test('is not shortened by an extension that ends sooner', async () => {
    const { booking_id } = created.notes[2];
    expect(await holdEnd()).toBe(13);
    await extendHold(server.payments, booking_id, new Date(START + 5 * MINUTE));
    expect(await holdEnd()).toBe(13);
    await extendHold(server.payments, booking_id, new Date(START + 14 * MINUTE));
    expect(await holdEnd()).toBe(14);
  });

  test('is never extended past 22 minutes after the order', async () => {
    server.clock.now = START + 13 * MINUTE;
    const open = {
      id: 'pay_abcdefghij0001',
      orderId: created.id,
      amountPaise: created.amount,
      currency: 'INR',
      status: 'created',
    } as const;
    const gateway = { ...server.gateway, fetchOrderPayments: async () => [open] };
    for (let minute = 13; minute <= 21; minute += 1) {
      server.clock.now = START + minute * MINUTE;
      await reconcile({ ...server.payments, gateway });
    }
    expect(await standing(server, created)).toEqual(HELD);
    expect(await holdEnd()).toBe(22);
    server.clock.now = START + 22 * MINUTE;
    await reconcile({ ...server.payments, gateway });
    expect(await standing(server, created)).toEqual(EXPIRED);
  });

  test('that was taken over is not restored by an open attempt', async () => {
    await beginCard(server, created);
    server.clock.now = START + 13.5 * MINUTE;
    const theirs = dataOf(await create(server, MORNING, { user: server.member }));
    expect(await after(14 * MINUTE)).toEqual(EXPIRED);
    expect(await standing(server, theirs)).toEqual(HELD);
  });

  test('whose order was never opened ends when it is over', async () => {
    await server.database.deleteFrom('payment_order').execute();
    server.provider.up = false;
    expect(await after(13 * MINUTE - 1)).toEqual(HELD);
    expect(await after(13 * MINUTE)).toEqual(EXPIRED);
  });
});

describe('while the provider is away', () => {
  test('a hold that is over is not called unpaid before its cap, and then it is let go', async () => {
    server.provider.up = false;
    expect(await after(21 * MINUTE)).toEqual(HELD);
    expect(server.logged[0]).toMatchObject({ level: 'warn', details: { code: 'unreachable' } });
    expect(await after(22.5 * MINUTE)).toEqual(EXPIRED);
  });

  test('it is asked again every minute until it answers, also about what was let go', async () => {
    await pay(server, created);
    server.provider.up = false;
    expect(await after(23 * MINUTE)).toEqual(EXPIRED);
    server.provider.up = true;
    expect(await after(24 * MINUTE)).toEqual(CONFIRMED);
  });

  test('it is waited for once, not once for every order', async () => {
    dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    let asked = 0;
    const fetchOrderPayments = () => {
      asked += 1;
      return Promise.reject(new GatewayError('unreachable', 'away'));
    };
    server.clock.now = START + 3 * MINUTE;
    await reconcile({ ...server.payments, gateway: { ...server.gateway, fetchOrderPayments } });
    expect(asked).toBe(1);
  });
});

describe('the provider is asked about an order', () => {
  const DAYS = [1, 2, 3, 4, 5].map((day) => day * 24 * 60);

  test('every minute while it is held, at 15 minutes, then daily for five days, and no more', async () => {
    const { asked, deps } = counting();
    await release(server, created);
    const minutes: number[] = [];
    for (let minute = 0; minute <= 7 * 24 * 60; minute += minute < 20 ? 1 : 60) {
      server.clock.now = START + minute * MINUTE;
      const before = asked.length;
      await reconcile(deps);
      if (asked.length > before) minutes.push(minute);
    }
    expect(minutes.slice(0, 2)).toEqual([2, 15]);
    // Hours that begin at minute 20: each day is seen at the first of them.
    expect(minutes.slice(2)).toEqual(DAYS.map((day) => day + 20));
  });

  test('by one process only, however many look at once', async () => {
    const { asked, deps } = counting();
    server.clock.now = START + 3 * MINUTE;
    await Promise.all([reconcile(deps), reconcile(deps), reconcile(deps)]);
    expect(asked).toEqual([created.id]);
  });

  test('by another process when the one that took it on has died', async () => {
    server.clock.now = START + 3 * MINUTE;
    await new Promise<void>((dead) => {
      const fetchOrderPayments = () => {
        dead();
        return new Promise<never>(() => {});
      };
      void reconcile({ ...server.payments, gateway: { ...server.gateway, fetchOrderPayments } });
    });
    const { asked, deps } = counting();
    await reconcile(deps);
    expect(asked).toEqual([]);
    server.clock.now += 2 * MINUTE;
    await reconcile(deps);
    expect(asked).toEqual([created.id]);
  });
});

describe('what fails on our side', () => {
  /** Makes the database refuse every change of one row of a table, until the returned function is called. */
  async function spoil(table: string, key: string, id: string): Promise<() => Promise<void>> {
    const { database } = server;
    await sql`create function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception 'this row cannot be changed'; end $$`.execute(database);
    await sql`create trigger spoiled before insert or update on ${sql.table(table)} for each row
      when (new.${sql.ref(key)} = ${sql.lit(id)}) execute function refuse_change()`.execute(database);
    return async () => {
      await sql`drop function refuse_change cascade`.execute(database);
    };
  }
  const complaints = () =>
    server.logged.filter(({ level }) => level === 'error').map(({ details }) => details);

  test('about one order stops no other, is logged with its id, and is retried with growing pauses', async () => {
    const theirs = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    const { razorpay_payment_id } = await pay(server, created);
    await pay(server, theirs);
    const mend = await spoil('payment', 'payment_id', razorpay_payment_id);
    server.clock.now = START + 3 * MINUTE;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    expect(await standing(server, theirs)).toMatchObject({ status: 'confirmed' });
    expect(complaints()).toEqual([
      expect.objectContaining({ order: created.id, booking: created.notes[2].booking_id }),
    ]);

    const tries: number[] = [];
    for (let minute = 4; minute <= 60; minute += 1) {
      server.clock.now = START + minute * MINUTE;
      const before = complaints().length;
      await reconcile(server.payments).catch(() => undefined);
      if (complaints().length > before) tries.push(minute);
    }
    expect(tries).toEqual([5, 8, 12, 18, 27, 41]);
    await mend();
    expect(await after(62 * MINUTE)).toEqual(CONFIRMED);
  });

  test('about one hold without an order stops no other, is logged with its id, and is retried', async () => {
    const theirs = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    await server.database.deleteFrom('payment_order').execute();
    const id = created.notes[2].booking_id;
    const mend = await spoil('booking', 'id', id);
    server.clock.now = START + 14 * MINUTE;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    expect(await standing(server, theirs)).toEqual(EXPIRED);
    await reconcile(server.payments);
    expect(complaints()).toEqual([expect.objectContaining({ booking: id })]);
    await mend();
    expect(await after(15 * MINUTE)).toEqual(EXPIRED);
  });

  test('about one refund stops no other, is logged with its id, and is retried', async () => {
    const theirs = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    await release(server, created);
    await release(server, theirs, server.member);
    const { razorpay_payment_id: spoiled } = await pay(server, created);
    const { razorpay_payment_id: other } = await pay(server, theirs);
    // Their time has passed: the refunds are taken on.
    expect(await after(5 * DAY)).toMatchObject({ status: 'refund_due', refunds: [spoiled] });
    const mend = await spoil('payment', 'payment_id', spoiled);
    server.clock.now += DAY;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    const refunds = () =>
      server.database.selectFrom('refund').select(['payment_id', 'status']).orderBy('payment_id').execute();
    const stand = (status: string) =>
      [
        { payment_id: spoiled, status },
        { payment_id: other, status: 'processed' },
      ].sort((a, b) => (a.payment_id < b.payment_id ? -1 : 1));
    expect(await refunds()).toEqual(stand('requested'));
    expect(complaints()).toEqual([expect.objectContaining({ payment: spoiled })]);
    await mend();
    server.clock.now += DAY;
    await reconcile(server.payments);
    expect(await refunds()).toEqual(stand('processed'));
  });
});

test('reconciling repeats until it is stopped', async () => {
  await pay(server, created);
  server.clock.now = START + 3 * MINUTE;
  const stop = startReconciling(server.payments);
  await expect.poll(() => standing(server, created)).toEqual(CONFIRMED);
  await stop();
});

test('a pass that is stopped finishes the order it asks about and leaves the others due', async () => {
  const second = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
  server.clock.now = START + 3 * MINUTE;
  const asked: string[] = [];
  let response = () => {};
  const gateway = {
    ...server.gateway,
    fetchOrderPayments: async (id: string) => {
      asked.push(id);
      await new Promise<void>((resolve) => (response = resolve));
      return server.gateway.fetchOrderPayments(id);
    },
  };
  const stop = startReconciling({ ...server.payments, gateway });
  await expect.poll(() => asked).toHaveLength(1);
  const stopped = stop();
  response();
  await stopped;
  expect(asked).toHaveLength(1);

  const next = counting();
  await reconcile(next.deps);
  expect([...asked, ...next.asked].sort()).toEqual([created.id, second.id].sort());
});

test('a hold that is paid and one that is not do not stand in each other’s way', async () => {
  const theirs = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
  await pay(server, theirs);
  expect(await after(14 * MINUTE)).toEqual(EXPIRED);
  expect(await standing(server, theirs)).toMatchObject({ status: 'confirmed' });
});
