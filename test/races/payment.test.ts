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
import { roundNumbers } from './rounds.ts';

/* Two servers on one real PostgreSQL. The embedded database runs one statement after the other and cannot test this. */
const CALLS = 16;
const rounds = roundNumbers(20);

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
});

/** Makes CALLS calls concurrently, on alternating servers. */
const callConcurrently = <T>(call: (server: PaymentServer, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLS }, (_, n) => call(n % 2 === 0 ? serverA : serverB, n)));

describe('concurrently', () => {
  test.each(rounds)('sixteen clicks of one user create one order, round %i', async () => {
    const responses = await callConcurrently((server) => create(server));
    expect(new Set(responses.map((response) => dataOf(response).id)).size).toBe(1);
  });

  test.each(rounds)('overlapping requests of one user leave at most one hold, round %i', async () => {
    const responses = await callConcurrently((server, n) =>
      create(server, { start: MORNING.start + (n % 3), end: MORNING.end + (n % 3) }),
    );
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const held = await serverA.database
      .selectFrom('booking')
      .select('id')
      .where('status', '=', 'held')
      .execute();
    expect(held.length).toBeLessThanOrEqual(1);
  });

  test.each(rounds)(
    'reports of a payment and of a closed checkout all get the correct result, round %i',
    async () => {
      const created = dataOf(await create(serverA));
      const paid = await pay(serverA, created);
      const responses = await callConcurrently((server, n) =>
        n % 4 < 2 ? complete(server, created, paid) : release(server, created),
      );
      for (const response of responses) expect(dataOf(response).status).toBe('confirmed');
      expect(await bookingState(serverA, created)).toEqual({
        status: 'confirmed',
        slots: [20, 21, 22],
        refunds: [],
      });
    },
  );

  test.each(rounds)(
    'of two payments for one order, one confirms the booking and the other is refunded, round %i',
    async () => {
      const created = dataOf(await create(serverA));
      const captured = (id: string) => ({
        id,
        orderId: created.id,
        amountPaise: created.amount,
        currency: 'INR',
        status: 'captured' as const,
      });
      await Promise.all([
        settle(serverA.payments, captured('pay_abcdefghij0001')),
        settle(serverB.payments, captured('pay_abcdefghij0002')),
      ]);
      const { status, refunds } = await bookingState(serverA, created);
      expect({ status, refunds: refunds.length }).toEqual({ status: 'confirmed', refunds: 1 });
    },
  );

  test.each(rounds)(
    'a late payment and another user request the same slots: one of them succeeds, round %i',
    async () => {
      const created = dataOf(await create(serverA));
      const paid = await pay(serverA, created);
      serverA.clock.now = serverB.clock.now += 3_600_000;
      const [lateResponse, other] = await Promise.all([
        complete(serverA, created, paid),
        create(serverB, { start: 21, end: 24 }, { user: serverB.member }),
      ]);
      const { status, refunds } = await bookingState(serverA, created);
      expect([
        { late: 200, other: 409, status: 'confirmed', refunds: [] },
        { late: 410, other: 200, status: 'refund_due', refunds: [paid.razorpay_payment_id] },
      ]).toContainEqual({ late: lateResponse.status, other: other.status, status, refunds });
    },
  );
});
