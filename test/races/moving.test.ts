import { beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../server/payments/reconcile/reconcile.ts';
import { beginMove, bookByCard, bookByPoints, cancel, move, type Target } from '../payments/cancelling.ts';
import { pay } from '../payments/payer.ts';
import { complete, create, dataOf, DAY, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { deliver, eventOf, paymentOf } from '../payments/webhooks.ts';
import { bookingTimes } from '../../domain/time/slots.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { ApiError } from '../../server/platform/http/apiError.ts';
import { bookingDetails } from '../../server/bookings/bookingDetails.ts';
import { cancelTerms } from '../../server/bookings/cancelTerms.ts';
import { moveBooking } from '../../server/bookings/moveBooking.ts';
import { moveTerms } from '../../server/bookings/moveTerms.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { deskBooking } from '../../server/sales/booking/deskBooking.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';
import { countDeadlocks } from './race.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';
import { roundNumbers } from './rounds.ts';

/* Two servers on one real PostgreSQL move a booking concurrently with other changes of it or of its new slots. */
const rounds = roundNumbers(5);
const HALF_POINTS = 40;
const SLOT = 29_618;

let serverA: PaymentServer;
let serverB: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ serverA, serverB } = servers);
});
beforeEach(async () => {
  await serverA.reset();
  await serverB.reset();
  await setHalfPoints(serverA.database, HALF_POINTS);
});

const bookings = () =>
  serverA.database
    .selectFrom('booking')
    .select(['id', 'status', 'start_slot', 'end_slot', 'sequence', 'total_paise', 'paid_with'])
    .where('room_id', '=', ROOM)
    .orderBy('start_slot')
    .execute();
/** By booking. */
async function slots(): Promise<Record<string, number[]>> {
  const rows = await serverA.database
    .selectFrom('booking_slot')
    .select(['booking_id', 'slot'])
    .orderBy('slot')
    .execute();
  const owners: Record<string, number[]> = {};
  for (const { booking_id, slot } of rows) (owners[booking_id ?? ''] ??= []).push(slot);
  return owners;
}
const refunds = () =>
  serverA.database.selectFrom('refund').select(['reason', 'amount_paise']).orderBy('reason').execute();

/** `back` is the sum of the booking's refunds in paise. */
async function bookingOutcome(id: string) {
  const booking = (await bookings()).find((each) => each.id === id);
  return {
    status: booking?.status,
    sequence: booking?.sequence,
    back: (await refunds()).reduce((sum, { amount_paise }) => sum + amount_paise, 0),
    slots: (await slots())[id] ?? [],
  };
}

/** Expects that every confirmed booking has exactly the slots of its range, and that no other booking has slots. */
async function expectConsistentSlots(): Promise<void> {
  const owned = await slots();
  const confirmed = (await bookings()).filter(({ status }) => status === 'confirmed');
  const expected = confirmed.map(({ id, start_slot, end_slot }) => [
    id,
    Array.from({ length: end_slot - start_slot }, (_, n) => start_slot + n),
  ]);
  expect(owned).toEqual(Object.fromEntries(expected));
}
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }): string =>
  status === 200 ? 'done' : (body.error?.code ?? '');

const targetAt = (start: number, end: number): Target => ({ day: DAY, range: { start, end } });
const unchangedPrice = { sequence: 0, difference: '0' };

describe('concurrently', () => {
  test.each(rounds)('two bookings move onto the same slots: one of them succeeds, round %i', async () => {
    const one = await bookByCard(serverA, DAY, { start: 16, end: 18 });
    const two = await bookByPoints(serverB, DAY, { start: 30, end: 32 });
    const responses = await Promise.all([
      move(serverA, one.id, targetAt(22, 24), unchangedPrice),
      move(serverB, two, targetAt(23, 25), unchangedPrice, serverB.member),
    ]);
    expect(responses.map(codeOf).toSorted()).toEqual(['done', 'slot-taken']);
    await expectConsistentSlots();
  });

  test.each(rounds)(
    'bookings that move onto each other’s slots keep all of their slots, round %i',
    async () => {
      const one = await bookByCard(serverA, DAY, { start: 20, end: 22 });
      const two = await bookByPoints(serverB, DAY, { start: 22, end: 24 });
      const three = await bookByCard(serverA, DAY, { start: 25, end: 27 });
      const responses = await Promise.all([
        move(serverA, one.id, targetAt(21, 23), unchangedPrice),
        move(serverB, two, targetAt(20, 22), unchangedPrice, serverB.member),
        move(serverA, three.id, targetAt(24, 26), unchangedPrice),
        move(serverB, two, targetAt(26, 28), unchangedPrice, serverB.member),
        create(serverA, { start: 19, end: 29 }, { user: serverA.member }),
      ]);
      for (const response of responses)
        expect(['done', 'slot-taken', 'terms-changed', 'already-booked']).toContain(codeOf(response));
      await expectConsistentSlots();
    },
  );

  test.each(rounds)('ten tabs move a booking to two ranges: it has one of them, round %i', async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        move(
          n % 2 === 0 ? serverA : serverB,
          id,
          n % 3 === 0 ? targetAt(21, 23) : targetAt(30, 32),
          unchangedPrice,
        ),
      ),
    );
    for (const response of responses)
      expect(['done', 'terms-changed', 'same-times']).toContain(codeOf(response));
    const [booking] = await bookings();
    expect(booking).toMatchObject({ status: 'confirmed', sequence: 1 });
    await expectConsistentSlots();
  });

  test.each(rounds)('a booking is moved and cancelled: its refunds are exact, round %i', async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 23 });
    const responses = await Promise.all([
      move(serverA, id, targetAt(22, 24), { sequence: 0, difference: '-296.18' }),
      cancel(serverB, id, '888.54'),
      cancel(serverA, id, '592.36'),
    ]);
    const [moved, ...cancelled] = responses.map(codeOf);
    // The two calls have different refunds. Only the one with the currently correct refund can cancel.
    const isCancelled = cancelled.includes('done');
    const isMoved = moved === 'done';
    expect(await bookingOutcome(id)).toEqual({
      status: isCancelled ? bookingCodes.cancelled : 'confirmed',
      sequence: Number(isMoved) + Number(isCancelled),
      back: isCancelled ? 3 * SLOT : isMoved ? SLOT : 0,
      slots: isCancelled ? [] : isMoved ? [22, 23] : [20, 21, 22],
    });
    expect(['done', 'called-off']).toContain(moved);
    for (const each of cancelled) expect(['done', 'terms-changed']).toContain(each);
  });

  test.each(rounds)(
    'a booking is cancelled while its move is paid: its refunds are exact, round %i',
    async () => {
      const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
      const order = await beginMove(serverB, id, targetAt(19, 23));
      const paid = await pay(serverA, order);
      const report = eventOf('payment.captured', {
        payment: paymentOf(order, { id: paid.razorpay_payment_id }),
      });
      const [completed, cancelled] = await Promise.all([
        complete(serverA, order, paid),
        cancel(serverB, id, '592.36'),
        deliver(serverB, report),
        deliver(serverA, report),
        reconcile(serverB.payments),
      ]);
      // After the move, the shown refund is outdated. After the cancellation, the payment of the move is refunded.
      const isMoved = codeOf(cancelled) === 'terms-changed';
      expect([codeOf(completed), codeOf(cancelled)]).toEqual(
        isMoved ? ['done', 'terms-changed'] : ['hold-over', 'done'],
      );
      expect(await bookingOutcome(id)).toEqual(
        isMoved
          ? { status: 'confirmed', sequence: 1, back: 0, slots: [19, 20, 21, 22] }
          : { status: bookingCodes.cancelled, sequence: 1, back: 4 * SLOT, slots: [] },
      );
    },
  );

  test.each(rounds)(
    'a paid move expires while another user requests its slots: one of them succeeds, round %i',
    async () => {
      const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
      const order = await beginMove(serverB, id, targetAt(19, 23));
      const paid = await pay(serverA, order);
      serverA.clock.now = serverB.clock.now += 3_600_000;
      const [completed, other] = await Promise.all([
        complete(serverA, order, paid),
        create(serverB, { start: 22, end: 25 }, { user: serverB.member }),
        reconcile(serverB.payments),
      ]);
      const isMoved = codeOf(completed) === 'done';
      expect([codeOf(completed), codeOf(other)]).toEqual(
        isMoved ? ['done', 'slot-taken'] : ['hold-over', 'done'],
      );
      const booking = (await bookings()).find((each) => each.id === id);
      expect(booking).toMatchObject({ status: 'confirmed', sequence: isMoved ? 1 : 0 });
      expect((await slots())[id]).toEqual(isMoved ? [19, 20, 21, 22] : [20, 21]);
      expect(await refunds()).toEqual(isMoved ? [] : [{ reason: 'late', amount_paise: 2 * SLOT }]);
    },
  );

  test.each(rounds)('sixteen clicks on a move with a higher price create one order, round %i', async () => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 22 });
    const shown = { sequence: 0, difference: '592.36' };
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        move(n % 2 === 0 ? serverA : serverB, id, targetAt(19, 23), shown),
      ),
    );
    const orders = responses.map((response) => {
      const data = dataOf(response);
      return data.status === 'unpaid' ? data.order.id : data.status;
    });
    expect(new Set(orders).size).toBe(1);
    expect((await bookings()).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'moving']);
  });
});

/** `meanwhile` happens after the first statement of one call. */
function afterFirstRead(database: Database, meanwhile: () => Promise<void>): Database {
  let isFirst = true;
  return database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isFirst) return result;
      isFirst = false;
      await meanwhile();
      return result;
    },
  });
}

describe('an answer about a booking that is cancelled while it is read', () => {
  const target = { mid: ROOM, bdate: DAY, ...bookingTimes({ start: 22, end: 24 }) };
  const requester = () => ({ id: serverA.guest.user_id, network: '203.0.113.1' });

  test.each([
    ['cancel terms', 'the refund is 888.54'],
    ['move terms', 'the difference is -296.18'],
    ['the desk’s booking', 'confirmed, the refund is 888.54'],
    ['the customer’s booking', 'confirmed, 0.00 went back'],
    ['a move', 'called-off'],
  ])('%s: the state before or after, never both', async (call, expected) => {
    const { id } = await bookByCard(serverA, DAY, { start: 20, end: 23 });
    const database = afterFirstRead(serverA.database, async () => {
      expect(codeOf(await cancel(serverB, id, '888.54'))).toBe('done');
    });
    const now = serverA.clock.now;
    const userId = serverA.guest.user_id;
    const request = { booking_id: id, uid: userId, ...target };
    const answers: Record<string, () => Promise<string>> = {
      'cancel terms': async () => `the refund is ${(await cancelTerms(database, id, userId, now)).refund}`,
      'move terms': async () =>
        `the difference is ${(await moveTerms(database, request, userId, now)).difference}`,
      'the desk’s booking': async () => {
        const staff = { id: userId, name: 'Divya', role: 'staff', second_factor: false } as const;
        const { status, terms } = await deskBooking(database, id, now, staff);
        return `${status}, the refund is ${terms?.refund}`;
      },
      'the customer’s booking': async () => {
        const { status, back } = await bookingDetails(database, userId, id, now);
        return `${status}, ${back} went back`;
      },
      'a move': async () => {
        const deps = { ...serverA.payments, database, unpaidLimits: serverA.config.unpaidLimits };
        return (
          await moveBooking(
            deps,
            { ...request, sequence: 0, difference: -SLOT, refund: undefined },
            requester(),
          )
        ).status;
      },
    };
    const answer = await answers[call]!().catch((error: ApiError) => error.code);
    expect(answer).toBe(expected);
  });
});

test('there was no deadlock', async () => {
  expect(await countDeadlocks(serverA.database)).toBe(0);
});
