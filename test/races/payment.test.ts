import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../server/payments/settle.ts';
import { pay } from '../payments/payer.ts';
import {
  complete,
  create,
  dataOf,
  MORNING,
  release,
  bookingState,
  type PaymentServer,
} from '../payments/startPayments.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/*
 * Two servers on one real PostgreSQL: the embedded database runs one statement after the other, so concurrent payments
 * and bookings are tested only here.
 */
const CALLS = 16;
const rounds = Array.from({ length: 20 }, (_, round) => round + 1);

let here: PaymentServer;
let there: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ here, there } = servers);
});
beforeEach(async () => {
  await here.reset();
  await there.reset();
});

/** Makes many calls at once, on alternating servers. */
const atOnce = <T>(call: (server: PaymentServer, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLS }, (_, n) => call(n % 2 === 0 ? here : there, n)));

describe('at the same moment', () => {
  test.each(rounds)('sixteen clicks of one user open one order, round %i', async () => {
    const responses = await atOnce((server) => create(server));
    expect(new Set(responses.map((response) => dataOf(response).id)).size).toBe(1);
  });

  test.each(rounds)('wishes of one user that overlap leave one hold at most, round %i', async () => {
    const responses = await atOnce((server, n) =>
      create(server, { start: MORNING.start + (n % 3), end: MORNING.end + (n % 3) }),
    );
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const held = await here.database
      .selectFrom('booking')
      .select('id')
      .where('status', '=', 'held')
      .execute();
    expect(held.length).toBeLessThanOrEqual(1);
  });

  test.each(rounds)(
    'concurrent reports of a payment and of a closed checkout all get the correct result, round %i',
    async () => {
      const created = dataOf(await create(here));
      const paid = await pay(here, created);
      const responses = await atOnce((server, n) =>
        n % 4 < 2 ? complete(server, created, paid) : release(server, created),
      );
      for (const response of responses) expect(dataOf(response).status).toBe('confirmed');
      expect(await bookingState(here, created)).toEqual({
        status: 'confirmed',
        slots: [20, 21, 22],
        refunds: [],
      });
    },
  );

  test.each(rounds)('two payments of one order: one pays, the other is refunded, round %i', async () => {
    const created = dataOf(await create(here));
    const captured = (id: string) => ({
      id,
      orderId: created.id,
      amountPaise: created.amount,
      currency: 'INR',
      status: 'captured' as const,
    });
    await Promise.all([
      settle(here.payments, captured('pay_abcdefghij0001')),
      settle(there.payments, captured('pay_abcdefghij0002')),
    ]);
    const { status, refunds } = await bookingState(here, created);
    expect({ status, refunds: refunds.length }).toEqual({ status: 'confirmed', refunds: 1 });
  });

  test.each(rounds)('late money and another booker: one has the room, round %i', async () => {
    const created = dataOf(await create(here));
    const paid = await pay(here, created);
    here.clock.now = there.clock.now += 3_600_000;
    const [late, other] = await Promise.all([
      complete(here, created, paid),
      create(there, { start: 21, end: 24 }, { user: there.member }),
    ]);
    const { status, refunds } = await bookingState(here, created);
    expect([
      { late: 200, other: 409, status: 'confirmed', refunds: [] },
      { late: 410, other: 200, status: 'refund_due', refunds: [paid.razorpay_payment_id] },
    ]).toContainEqual({ late: late.status, other: other.status, status, refunds });
  });
});
