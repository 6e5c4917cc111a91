import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { extendHold, expireWithoutOrder } from '../../../server/payments/expire.ts';
import { GatewayError } from '../../../server/payments/provider/gatewayError.ts';
import { startReconciling, reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { START } from '../../api/startServer.ts';
import { CONFIRMED, created, HELD, withOpenPayment } from '../openPayment.ts';
import { server } from '../freshPayments.ts';
import { callSheet, beginCard, CARDS, pay, payByCard } from '../payer.ts';
import { complete, create, dataOf, MORNING, release, bookingState } from '../startPayments.ts';

withOpenPayment();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EXPIRED = { status: 'expired', slots: [], refunds: [] };

/** Runs the reconciler `ms` after the order was created, and returns the state of the booking. */
async function reconcileAt(ms: number): Promise<Awaited<ReturnType<typeof bookingState>>> {
  server.clock.now = START + ms;
  await reconcile(server.payments);
  return bookingState(server, created);
}

/** Payment dependencies with a gateway that records which orders are fetched. */
function countingGateway() {
  const fetched: string[] = [];
  const gateway = {
    ...server.gateway,
    fetchOrderPayments: (id: string) => {
      fetched.push(id);
      return server.gateway.fetchOrderPayments(id);
    },
  };
  return { fetched, deps: { ...server.payments, gateway } };
}

const setManualCapture = () =>
  sql`update sandbox_order set capture = 'manual' where id = ${created.id}`.execute(server.database);

/** Minutes after START. Checks that booking and slots have the same end of the hold. */
async function holdEndMinute(): Promise<number> {
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
  test('confirms its booking after two minutes, not earlier', async () => {
    await pay(server, created);
    expect(await reconcileAt(2 * MINUTE - 1)).toEqual(HELD);
    expect(await reconcileAt(2 * MINUTE)).toEqual(CONFIRMED);
  });

  test('at the last moment confirms its booking, although the hold has ended before the reconciler runs', async () => {
    await pay(server, created);
    expect(await reconcileAt(14 * MINUTE)).toEqual(CONFIRMED);
  });

  test('that is only authorised is captured', async () => {
    await setManualCapture();
    const paid = await pay(server, created);
    expect(await reconcileAt(2 * MINUTE)).toEqual(CONFIRMED);
    expect((await server.gateway.fetchPayment(paid.razorpay_payment_id)).status).toBe('captured');
  });

  test.each([1, 2, 5])(
    'that is made %i days later is found, and refunded when the slots are taken',
    async (days) => {
      expect(await reconcileAt(15 * MINUTE)).toEqual(EXPIRED);
      const otherBooking = dataOf(await create(server, MORNING, { user: server.member }));
      dataOf(await complete(server, otherBooking, await pay(server, otherBooking), { user: server.member }));
      server.clock.now = START + days * DAY - MINUTE;
      await pay(server, created);
      const found = await reconcileAt(days * DAY);
      expect(found).toMatchObject({ status: expect.stringMatching(/^refund/), slots: [] });
      expect(found.refunds).toHaveLength(1);
    },
  );

  test('for a booking that another payment has confirmed is found and refunded', async () => {
    const paid = await pay(server, created);
    await complete(server, created, paid);
    await sql`insert into sandbox_payment
      select 'pay_abcdefghij0002', order_id, amount, currency, method, status, card_last4, vpa, email, contact,
        verdict, failure, amount_refunded, created_at
      from sandbox_payment where id = ${paid.razorpay_payment_id}`.execute(server.database);
    expect(await reconcileAt(15 * MINUTE)).toEqual({ ...CONFIRMED, refunds: ['pay_abcdefghij0002'] });
    expect((await server.gateway.fetchPayment('pay_abcdefghij0002')).status).toBe('refunded');
    expect((await server.gateway.fetchPayment(paid.razorpay_payment_id)).status).toBe('captured');
  });
});

describe('a hold', () => {
  test('without a payment ends at its time, not earlier', async () => {
    expect(await reconcileAt(13 * MINUTE - 1)).toEqual(HELD);
    expect(await reconcileAt(14 * MINUTE)).toEqual(EXPIRED);
    expect(dataOf(await create(server, MORNING, { user: server.member })).timeout).toBe(600);
  });

  test('with a declined card ends too', async () => {
    await payByCard(server, created, { number: CARDS.declined });
    expect(await reconcileAt(14 * MINUTE)).toEqual(EXPIRED);
    const payments = await server.database.selectFrom('payment').select(['order_id', 'status']).execute();
    expect(payments).toEqual([{ order_id: created.id, status: 'failed' }]);
  });

  test('is checked every minute, also after an earlier booking was paid', async () => {
    dataOf(await complete(server, created, await pay(server, created)));
    const held = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    await reconcileAt(3 * MINUTE);
    const { next_check_at } = await server.database
      .selectFrom('payment_order')
      .select('next_check_at')
      .where('order_id', '=', held.id)
      .executeTakeFirstOrThrow();
    expect(next_check_at).toEqual(new Date(START + 4 * MINUTE));
  });

  test('is extended while an attempt is pending at the bank, and ends when that fails', async () => {
    server.clock.now = START + 9.9 * MINUTE;
    const attempt = await beginCard(server, created);
    expect(await reconcileAt(12.5 * MINUTE)).toEqual(HELD);
    expect(await holdEndMinute()).toBe(15.5);
    server.clock.now = START + 14 * MINUTE;
    expect(await create(server, MORNING, { user: server.member })).toMatchObject({ status: 409 });
    await callSheet(server, 'cancel', attempt);
    expect(await reconcileAt(15 * MINUTE)).toEqual(HELD);
    expect(await reconcileAt(16.5 * MINUTE)).toEqual(EXPIRED);
  });

  test('that has ended is restored for a pending attempt when its slots are still free', async () => {
    server.clock.now = START + 9.9 * MINUTE;
    const attempt = await beginCard(server, created);
    expect(await reconcileAt(14 * MINUTE)).toEqual(HELD);
    expect(await holdEndMinute()).toBe(17);
    await callSheet(server, 'authenticate', { ...attempt, otp: '123456' });
    expect(await reconcileAt(16 * MINUTE)).toEqual(CONFIRMED);
  });

  test('is not shortened by an extension that ends earlier', async () => {
    const { booking_id } = created.notes[2];
    expect(await holdEndMinute()).toBe(13);
    await extendHold(server.payments, booking_id, new Date(START + 5 * MINUTE));
    expect(await holdEndMinute()).toBe(13);
    await extendHold(server.payments, booking_id, new Date(START + 14 * MINUTE));
    expect(await holdEndMinute()).toBe(14);
  });

  test('is never extended beyond 22 minutes after the order', async () => {
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
    expect(await bookingState(server, created)).toEqual(HELD);
    expect(await holdEndMinute()).toBe(22);
    server.clock.now = START + 22 * MINUTE;
    await reconcile({ ...server.payments, gateway });
    expect(await bookingState(server, created)).toEqual(EXPIRED);
  });

  test('whose slots were taken by another user is not restored by a pending attempt', async () => {
    await beginCard(server, created);
    server.clock.now = START + 13.5 * MINUTE;
    const otherBooking = dataOf(await create(server, MORNING, { user: server.member }));
    expect(await reconcileAt(14 * MINUTE)).toEqual(EXPIRED);
    expect(await bookingState(server, otherBooking)).toEqual(HELD);
  });

  test('without an order ends at its time', async () => {
    await server.database.deleteFrom('payment_order').execute();
    server.provider.up = false;
    expect(await reconcileAt(13 * MINUTE - 1)).toEqual(HELD);
    expect(await reconcileAt(13 * MINUTE)).toEqual(EXPIRED);
  });
});

describe('while the provider is down', () => {
  test('a hold expires only at its maximum length, because its payment cannot be checked', async () => {
    server.provider.up = false;
    expect(await reconcileAt(21 * MINUTE)).toEqual(HELD);
    expect(server.logged[0]).toMatchObject({ level: 'warn', details: { code: 'unreachable' } });
    expect(await reconcileAt(22.5 * MINUTE)).toEqual(EXPIRED);
  });

  test('it is polled every minute until it responds, also for expired holds', async () => {
    await pay(server, created);
    server.provider.up = false;
    expect(await reconcileAt(23 * MINUTE)).toEqual(EXPIRED);
    server.provider.up = true;
    expect(await reconcileAt(24 * MINUTE)).toEqual(CONFIRMED);
  });

  test('a pass stops at its first failing request', async () => {
    dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    let fetched = 0;
    const fetchOrderPayments = () => {
      fetched += 1;
      return Promise.reject(new GatewayError('unreachable', 'away'));
    };
    server.clock.now = START + 3 * MINUTE;
    await reconcile({ ...server.payments, gateway: { ...server.gateway, fetchOrderPayments } });
    expect(fetched).toBe(1);
  });
});

describe('the payments of an order are fetched', () => {
  const DAYS = [1, 2, 3, 4, 5].map((day) => day * 24 * 60);

  test('after 2 and 15 minutes, then daily for five days', async () => {
    const { fetched, deps } = countingGateway();
    await release(server, created);
    const minutes: number[] = [];
    for (let minute = 0; minute <= 7 * 24 * 60; minute += minute < 20 ? 1 : 60) {
      server.clock.now = START + minute * MINUTE;
      const before = fetched.length;
      await reconcile(deps);
      if (fetched.length > before) minutes.push(minute);
    }
    expect(minutes.slice(0, 2)).toEqual([2, 15]);
    // From minute 20 on the reconciler runs hourly, so that each daily check happens 20 minutes late.
    expect(minutes.slice(2)).toEqual(DAYS.map((day) => day + 20));
  });

  test('by one process only when several reconcile concurrently', async () => {
    const { fetched, deps } = countingGateway();
    server.clock.now = START + 3 * MINUTE;
    await Promise.all([reconcile(deps), reconcile(deps), reconcile(deps)]);
    expect(fetched).toEqual([created.id]);
  });

  test('by another process when the first one has crashed', async () => {
    server.clock.now = START + 3 * MINUTE;
    await new Promise<void>((crash) => {
      const fetchOrderPayments = () => {
        crash();
        return new Promise<never>(() => {});
      };
      void reconcile({ ...server.payments, gateway: { ...server.gateway, fetchOrderPayments } });
    });
    const { fetched, deps } = countingGateway();
    await reconcile(deps);
    expect(fetched).toEqual([]);
    server.clock.now += 2 * MINUTE;
    await reconcile(deps);
    expect(fetched).toEqual([created.id]);
  });
});

describe('a database error', () => {
  /** Makes the database reject every change of one row, until the returned function is called or the test ends. */
  async function blockChanges(table: string, key: string, id: string): Promise<() => Promise<void>> {
    const { database } = server;
    await sql`create or replace function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception 'this row cannot be changed'; end $$`.execute(database);
    await sql`create or replace trigger spoiled before insert or update on ${sql.table(table)} for each row
      when (new.${sql.ref(key)} = ${sql.lit(id)}) execute function refuse_change()`.execute(database);
    const unblock = async () => {
      await sql`drop function if exists refuse_change cascade`.execute(database);
    };
    onTestFinished(unblock);
    return unblock;
  }
  const loggedErrors = () =>
    server.logged.filter(({ level }) => level === 'error').map(({ details }) => details);

  test('for one order does not stop the others, is logged with its id, and is retried with growing delays', async () => {
    const otherBooking = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    const { razorpay_payment_id } = await pay(server, created);
    await pay(server, otherBooking);
    const unblock = await blockChanges('payment', 'payment_id', razorpay_payment_id);
    server.clock.now = START + 3 * MINUTE;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    expect(await bookingState(server, otherBooking)).toMatchObject({ status: 'confirmed' });
    expect(loggedErrors()).toEqual([
      expect.objectContaining({ order: created.id, booking: created.notes[2].booking_id }),
    ]);

    const retryMinutes: number[] = [];
    for (let minute = 4; minute <= 60; minute += 1) {
      server.clock.now = START + minute * MINUTE;
      const before = loggedErrors().length;
      await reconcile(server.payments).catch(() => undefined);
      if (loggedErrors().length > before) retryMinutes.push(minute);
    }
    expect(retryMinutes).toEqual([5, 8, 12, 18, 27, 41]);
    await unblock();
    expect(await reconcileAt(62 * MINUTE)).toEqual(CONFIRMED);
  });

  test('for one hold without an order does not stop the others, is logged with its id, and is retried with growing delays', async () => {
    const otherBooking = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    await server.database.deleteFrom('payment_order').execute();
    const id = created.notes[2].booking_id;
    const unblock = await blockChanges('booking', 'id', id);
    server.clock.now = START + 14 * MINUTE;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    expect(await bookingState(server, otherBooking)).toEqual(EXPIRED);
    await reconcile(server.payments);
    expect(loggedErrors()).toEqual([expect.objectContaining({ booking: id })]);
    server.clock.now += MINUTE;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    server.clock.now += MINUTE;
    await reconcile(server.payments);
    await unblock();
    expect(await reconcileAt(17 * MINUTE)).toEqual(EXPIRED);
  });

  test('for one hold without an order is retried after pauses that double from a minute up to six hours', async () => {
    await server.database.deleteFrom('payment_order').execute();
    await blockChanges('booking', 'id', created.notes[2].booking_id);
    server.clock.now = START + 14 * MINUTE;
    expect(await expireWithoutOrder(server.payments)).toHaveLength(1);
    for (const pause of [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]) {
      server.clock.now += pause * MINUTE - 1;
      expect(await expireWithoutOrder(server.payments), `${pause} minutes are not over`).toEqual([]);
      server.clock.now += 1;
      expect(await expireWithoutOrder(server.payments), `${pause} minutes are over`).toHaveLength(1);
    }
  });

  test('of a whole step does not stop the other steps, and is reported', async () => {
    await pay(server, created);
    await sql`alter table webhook_event rename to webhook_event_elsewhere`.execute(server.database);
    onTestFinished(async () => {
      await sql`alter table webhook_event_elsewhere rename to webhook_event`.execute(server.database);
    });
    await sql`alter table refund rename to refund_elsewhere`.execute(server.database);
    onTestFinished(async () => {
      await sql`alter table refund_elsewhere rename to refund`.execute(server.database);
    });
    server.clock.now = START + 3 * MINUTE;
    await expect(reconcile(server.payments)).rejects.toThrow(/refund.*;.*webhook_event/u);
  });

  test('for one refund does not stop the others, is logged with its id, and is retried', async () => {
    const otherBooking = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
    await release(server, created);
    await release(server, otherBooking, server.member);
    const { razorpay_payment_id: blockedPayment } = await pay(server, created);
    const { razorpay_payment_id: otherPayment } = await pay(server, otherBooking);
    // The time of both bookings has passed, so that the payments are refunded.
    expect(await reconcileAt(5 * DAY)).toMatchObject({ status: 'refund_due', refunds: [blockedPayment] });
    const unblock = await blockChanges('payment', 'payment_id', blockedPayment);
    server.clock.now += DAY;
    await expect(reconcile(server.payments)).rejects.toThrow('this row cannot be changed');
    const refunds = () =>
      server.database.selectFrom('refund').select(['payment_id', 'status']).orderBy('payment_id').execute();
    const expectedRefunds = (status: string) =>
      [
        { payment_id: blockedPayment, status },
        { payment_id: otherPayment, status: 'processed' },
      ].sort((a, b) => (a.payment_id < b.payment_id ? -1 : 1));
    expect(await refunds()).toEqual(expectedRefunds('requested'));
    // Once for the refund, once for the same refund in the provider's list.
    expect(loggedErrors()).toEqual([
      expect.objectContaining({ payment: blockedPayment }),
      expect.objectContaining({ payment: blockedPayment }),
    ]);
    await unblock();
    server.clock.now += DAY;
    await reconcile(server.payments);
    expect(await refunds()).toEqual(expectedRefunds('processed'));
  });
});

test('the reconciler confirms a payment without being called for it', async () => {
  await pay(server, created);
  server.clock.now = START + 3 * MINUTE;
  onTestFinished(startReconciling(server.payments));
  await expect.poll(() => bookingState(server, created)).toEqual(CONFIRMED);
});

test('the first pass begins at once, because payments may have come while the server was down', async () => {
  server.clock.now = START + 3 * MINUTE;
  // No timer runs, so that a first pass after a pause would never come.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let stop = async () => {};
  try {
    const firstOrder = await new Promise<string>((resolve) => {
      const fetchOrderPayments = async (id: string) => {
        resolve(id);
        return [];
      };
      stop = startReconciling({ ...server.payments, gateway: { ...server.gateway, fetchOrderPayments } });
    });
    expect(firstOrder).toBe(created.id);
  } finally {
    vi.useRealTimers();
    await stop();
  }
});

test('a pass that is stopped finishes its current order, and the next pass processes the others', async () => {
  const second = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
  server.clock.now = START + 3 * MINUTE;
  const fetched: string[] = [];
  let response = () => {};
  const gateway = {
    ...server.gateway,
    fetchOrderPayments: async (id: string) => {
      fetched.push(id);
      await new Promise<void>((resolve) => (response = resolve));
      return server.gateway.fetchOrderPayments(id);
    },
  };
  const stop = startReconciling({ ...server.payments, gateway });
  onTestFinished(() => {
    response();
    return stop();
  });
  await expect.poll(() => fetched).toHaveLength(1);
  const stopped = stop();
  response();
  await stopped;
  expect(fetched).toHaveLength(1);

  const next = countingGateway();
  await reconcile(next.deps);
  expect([...fetched, ...next.fetched].sort()).toEqual([created.id, second.id].sort());
});

test('a webhook event is kept for thirty days, because the provider may deliver it again', async () => {
  const events = server.database.insertInto('webhook_event');
  const day = 24 * 60 * MINUTE;
  const event = (event_key: string, age: number) => ({
    event_key,
    event: 'payment.captured',
    received_at: new Date(server.clock.now - age),
  });
  await events.values([event('new', 0), event('old', 30 * day), event('older', 30 * day + 1)]).execute();
  await reconcile(server.payments);
  const kept = await server.database
    .selectFrom('webhook_event')
    .select('event_key')
    .orderBy('received_at')
    .execute();
  expect(kept).toEqual([{ event_key: 'old' }, { event_key: 'new' }]);
});

test('one pass confirms a paid hold and expires an unpaid one', async () => {
  const otherBooking = dataOf(await create(server, { start: 30, end: 32 }, { user: server.member }));
  await pay(server, otherBooking);
  expect(await reconcileAt(14 * MINUTE)).toEqual(EXPIRED);
  expect(await bookingState(server, otherBooking)).toMatchObject({ status: 'confirmed' });
});
