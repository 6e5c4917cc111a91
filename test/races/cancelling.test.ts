import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { reconcile } from '../../server/payments/reconcile/reconcile.ts';
import { settle } from '../../server/payments/settle.ts';
import { bookingFields, post } from '../api/client.ts';
import { bookByCard, bookByPoints, cancel } from '../payments/cancelling.ts';
import {
  complete,
  create,
  dataOf,
  DAY,
  MORNING,
  ROOM,
  type PaymentServer,
} from '../payments/startPayments.ts';
import { deliver, eventOf, paymentOf } from '../payments/webhooks.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';
import { countDeadlocks } from './race.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundNumbers } from './rounds.ts';

/* Two servers on one real PostgreSQL cancel a booking concurrently with other changes of it. */
const rounds = roundNumbers(5);
const PRICE = '888.54';

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
const HALF_POINTS = 40;
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
  await setHalfPoints(serverA.database, HALF_POINTS);
});

const serverOf = (n: number): PaymentServer => (n % 2 === 0 ? serverA : serverB);

const booking = (id: string) =>
  serverA.database
    .selectFrom('booking')
    .select(['status', 'returned', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const refunds = () =>
  serverA.database.selectFrom('refund').select(['reason', 'amount_paise']).orderBy('reason').execute();
const slots = () =>
  serverA.database.selectFrom('booking_slot').select(['booking_id', 'slot']).orderBy('slot').execute();
const balance = async (): Promise<number> => {
  const { half_points } = await serverA.database
    .selectFrom('app_user')
    .select('half_points')
    .where('id', '=', serverA.member.user_id)
    .executeTakeFirstOrThrow();
  return half_points;
};

describe('concurrently', () => {
  test.each(rounds)('ten tabs cancel a card booking, which is refunded once, round %i', async () => {
    const { id } = await bookByCard(serverA, DAY);
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => cancel(serverOf(n), id, PRICE)));
    for (const response of responses) {
      expect(dataOf(response)).toEqual({
        booking_id: id,
        state: 'cancelled',
        status: 'called_off',
        refund: PRICE,
      });
    }
    expect(await refunds()).toEqual([{ reason: 'cancelled', amount_paise: 88_854 }]);
    expect(await booking(id)).toEqual({ status: bookingCodes.cancelled, returned: 88_854, sequence: 1 });
    expect(await slots()).toEqual([]);
  });

  test.each(rounds)(
    'ten tabs cancel a points booking, whose points are returned once, round %i',
    async () => {
      const id = await bookByPoints(serverA, DAY);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, n) => cancel(serverOf(n), id, '1.5', serverA.member)),
      );
      for (const response of responses) expect(dataOf(response)).toMatchObject({ refund: '1.5' });
      expect(await balance()).toBe(HALF_POINTS);
    },
  );

  test.each(rounds)(
    'a booking is cancelled and its payment and a second payment are reported: it is cancelled, round %i',
    async () => {
      const { id, created, paid, paymentId } = await bookByCard(serverA, DAY);
      const report = eventOf('payment.captured', { payment: paymentOf(created, { id: paymentId }) });
      const second = { id: 'pay_abcdefghij0002', orderId: created.id, amountPaise: created.amount };
      const responses = await Promise.all([
        deliver(serverA, report),
        deliver(serverB, report),
        complete(serverB, created, paid),
        settle(serverB.payments, { ...second, currency: 'INR', status: 'captured' }),
        reconcile(serverA.payments),
        cancel(serverB, id, PRICE),
        deliver(serverA, report),
      ]);
      expect(responses[5]).toMatchObject({ status: 200 });
      expect(await booking(id)).toMatchObject({ status: bookingCodes.cancelled, sequence: 1 });
      expect(await refunds()).toEqual([
        { reason: 'cancelled', amount_paise: 88_854 },
        { reason: 'second-payment', amount_paise: 88_854 },
      ]);
      expect(await slots()).toEqual([]);
    },
  );

  test.each(rounds)(
    'a booking is cancelled and two users request its slots: at most one of them gets them, round %i',
    async () => {
      const { id } = await bookByCard(serverA, DAY);
      const fields = bookingFields(serverA.member, ROOM, DAY, MORNING);
      const [cancelled, ...others] = await Promise.all([
        cancel(serverA, id, PRICE),
        post<{ data: { booking_id: string } }>(serverB, paths.book, fields, { token: serverB.member.access }),
        create(serverA, { start: 21, end: 24 }, { user: serverA.guest }),
      ]);
      expect(cancelled).toMatchObject({ status: 200 });
      for (const { status } of others) expect([200, 409]).toContain(status);
      const owners = new Set((await slots()).map(({ booking_id }) => booking_id));
      expect(owners.has(id)).toBe(false);
      const activeBookings = await serverA.database
        .selectFrom('booking')
        .select(['id', 'start_slot', 'end_slot'])
        .where('status', 'in', ['held', 'confirmed'])
        .orderBy('start_slot')
        .execute();
      expect(activeBookings.length).toBeLessThanOrEqual(1);
      expect(owners.size).toBe(activeBookings.length);
    },
  );

  test.each(rounds)(
    'the points of a cancelled booking pay for at most one other booking, round %i',
    async () => {
      const id = await bookByPoints(serverA, DAY);
      await setHalfPoints(serverA.database, 0);
      const firstFields = bookingFields(serverA.member, ROOM, DAY, { start: 30, end: 33 });
      const secondFields = bookingFields(serverA.member, ROOM, DAY, { start: 34, end: 37 });
      const [, ...responses] = await Promise.all([
        cancel(serverA, id, '1.5', serverA.member),
        post(serverB, paths.book, firstFields, { token: serverB.member.access }),
        post(serverA, paths.book, secondFields, { token: serverA.member.access }),
      ]);
      const booked = responses.filter(({ status }) => status === 200).length;
      for (const { status } of responses) expect([200, 422]).toContain(status);
      expect((await balance()) + 3 * booked).toBe(3);
    },
  );
});

test('there was no deadlock', async () => {
  expect(await countDeadlocks(serverA.database)).toBe(0);
});
