import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
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
import { deadlocks } from './contest.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL: a booking is cancelled while something else happens to it at the same moment. */
const rounds = Array.from({ length: 5 }, (_, round) => round + 1);
const PRICE = '888.54';

let here: PaymentServer;
let there: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ here, there } = servers);
});
const HALF_POINTS = 40;
beforeEach(async () => {
  await here.reset();
  await there.reset();
  await here.database.updateTable('app_user').set({ half_points: HALF_POINTS }).execute();
});

const serverOf = (n: number): PaymentServer => (n % 2 === 0 ? here : there);

const booking = (id: string) =>
  here.database
    .selectFrom('booking')
    .select(['status', 'returned', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const refunds = () =>
  here.database.selectFrom('refund').select(['reason', 'amount_paise']).orderBy('reason').execute();
const slots = () =>
  here.database.selectFrom('booking_slot').select(['booking_id', 'slot']).orderBy('slot').execute();
const balance = async (): Promise<number> => {
  const { half_points } = await here.database
    .selectFrom('app_user')
    .select('half_points')
    .where('id', '=', here.member.user_id)
    .executeTakeFirstOrThrow();
  return half_points;
};

describe('at the same moment', () => {
  test.each(rounds)('many tabs that cancel a card booking refund it once, round %i', async () => {
    const { id } = await bookByCard(here, DAY);
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => cancel(serverOf(n), id, PRICE)));
    for (const response of responses) {
      expect(dataOf(response)).toEqual({ booking_id: id, status: 'called_off', refund: PRICE });
    }
    expect(await refunds()).toEqual([{ reason: 'cancelled', amount_paise: 88_854 }]);
    expect(await booking(id)).toEqual({ status: 'called_off', returned: 88_854, sequence: 1 });
    expect(await slots()).toEqual([]);
  });

  test.each(rounds)('many tabs that cancel a points booking return its points once, round %i', async () => {
    const id = await bookByPoints(here, DAY);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => cancel(serverOf(n), id, '1.5', here.member)),
    );
    for (const response of responses) expect(dataOf(response)).toMatchObject({ refund: '1.5' });
    expect(await balance()).toBe(HALF_POINTS);
  });

  test.each(rounds)(
    'reports of the payment, a second payment and the cancelling leave it cancelled, round %i',
    async () => {
      const { id, created, paid, paymentId } = await bookByCard(here, DAY);
      const report = eventOf('payment.captured', { payment: paymentOf(created, { id: paymentId }) });
      const second = { id: 'pay_abcdefghij0002', orderId: created.id, amountPaise: created.amount };
      const responses = await Promise.all([
        deliver(here, report),
        deliver(there, report),
        complete(there, created, paid),
        settle(there.payments, { ...second, currency: 'INR', status: 'captured' }),
        reconcile(here.payments),
        cancel(there, id, PRICE),
        deliver(here, report),
      ]);
      expect(responses[5]).toMatchObject({ status: 200 });
      expect(await booking(id)).toMatchObject({ status: 'called_off', sequence: 1 });
      expect(await refunds()).toEqual([
        { reason: 'cancelled', amount_paise: 88_854 },
        { reason: 'second-payment', amount_paise: 88_854 },
      ]);
      expect(await slots()).toEqual([]);
    },
  );

  test.each(rounds)('others who want its slots get them once, or not yet, round %i', async () => {
    const { id } = await bookByCard(here, DAY);
    const wish = bookingFields(here.member, ROOM, DAY, MORNING);
    const [cancelled, ...others] = await Promise.all([
      cancel(here, id, PRICE),
      post<{ data: { booking_id: string } }>(there, paths.book, wish, { token: there.member.access }),
      create(here, { start: 21, end: 24 }, { user: here.guest }),
    ]);
    expect(cancelled).toMatchObject({ status: 200 });
    for (const { status } of others) expect([200, 409]).toContain(status);
    const owners = new Set((await slots()).map(({ booking_id }) => booking_id));
    expect(owners.has(id)).toBe(false);
    const live = await here.database
      .selectFrom('booking')
      .select(['id', 'start_slot', 'end_slot'])
      .where('status', 'in', ['held', 'confirmed'])
      .orderBy('start_slot')
      .execute();
    expect(live.length).toBeLessThanOrEqual(1);
    expect(owners.size).toBe(live.length);
  });

  test.each(rounds)('the points of a booking that is cancelled pay another one once, round %i', async () => {
    const id = await bookByPoints(here, DAY);
    await here.database.updateTable('app_user').set({ half_points: 0 }).execute();
    const other = bookingFields(here.member, ROOM, DAY, { start: 30, end: 33 });
    const again = bookingFields(here.member, ROOM, DAY, { start: 34, end: 37 });
    const [, ...responses] = await Promise.all([
      cancel(here, id, '1.5', here.member),
      post(there, paths.book, other, { token: there.member.access }),
      post(here, paths.book, again, { token: here.member.access }),
    ]);
    const booked = responses.filter(({ status }) => status === 200).length;
    for (const { status } of responses) expect([200, 422]).toContain(status);
    expect((await balance()) + 3 * booked).toBe(3);
  });
});

test('there was no deadlock', async () => {
  expect(await deadlocks(here.database)).toBe(0);
});
