import { beforeEach, expect, test } from 'vitest';
import type { SentPaymentLink } from '../../contract/desk/money/money.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { bookingTimes } from '../../domain/time/slots.ts';
import { post, signIn, type SignedIn } from '../api/client.ts';
import { callSheet, payByCard } from '../payments/payer.ts';
import { costOf, dataOf, DAY, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { reconcile } from '../../server/payments/reconcile/reconcile.ts';
import { countDeadlocks } from './race.ts';
import { roundNumbers } from './rounds.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* A payment of a link for several dates races with the withdrawal of the link, on two servers with one real PostgreSQL. */

let serverA: PaymentServer;
let serverB: PaymentServer;
let desk: SignedIn;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
  desk = await signIn(serverA, 'desk');
});

const RANGE = { start: 20, end: 22 };
const DATES = [DAY, addDays(DAY, 7), addDays(DAY, 14)] as const;

test.each(roundNumbers(8))(
  'all dates are booked and paid, or all are free and the money is returned, round %i',
  async (round) => {
    const link = dataOf(
      await post<{ data: SentPaymentLink }>(
        serverA,
        deskPaths.makeLink,
        {
          email: 'guest@example.com',
          mid: ROOM,
          bdate: DATES[0],
          later_dates: DATES.slice(1),
          ...bookingTimes(RANGE),
          amount: (Number(costOf(RANGE)) * DATES.length).toFixed(2),
        },
        { token: desk.access },
      ),
    );
    const page = await callSheet<{ key: string; order_id: string; amount: number }>(serverA, 'link', {
      id: link.url.split('/').at(-1),
    });
    // The checkout is open: the provider accepts the payment or the withdrawal, whichever comes first.
    const pay = () => payByCard(serverA, { id: page.order_id, key: page.key, amount: page.amount });
    if (round % 2 === 0) await pay();
    const [, withdrawn] = await Promise.all([
      round % 2 === 0 ? serverA.sandbox.deliverDue() : pay(),
      post(serverB, deskPaths.withdrawLink, { booking_id: link.booking_id }, { token: desk.access }),
    ]);
    expect([200, 409]).toContain(withdrawn.status);
    serverA.clock.now += 180_000;
    serverB.clock.now += 180_000;
    await Promise.all([
      serverA.sandbox.deliverDue(),
      reconcile(serverB.payments),
      reconcile(serverA.payments),
    ]);
    const bookings = await serverA.database.selectFrom('booking').select('status').execute();
    const [status, ...different] = new Set(bookings.map((booking) => booking.status));
    expect(different, 'all dates have one state').toEqual([]);
    const slots = await serverA.database.selectFrom('booking_slot').select('slot').execute();
    expect(slots).toHaveLength(status === 'confirmed' ? 6 : 0);
    const captured = await serverA.database
      .selectFrom('payment')
      .select('amount_paise')
      .where('status', 'in', ['captured', 'refunded'])
      .execute();
    const refunds = await serverA.database.selectFrom('refund').select('amount_paise').execute();
    const kept = captured.length - refunds.length;
    expect(kept, 'money is kept by the bookings, or returned').toBe(status === 'confirmed' ? 1 : 0);
    expect(await countDeadlocks(serverA.database)).toBe(0);
  },
);
