import { beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../server/payments/reconcile.ts';
import { beginMove, bookByCard, bookByPoints, cancel, move, type Target } from '../payments/cancelling.ts';
import { pay } from '../payments/payer.ts';
import { complete, create, dataOf, DAY, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { deliver, eventOf, paymentOf } from '../payments/webhooks.ts';
import { deadlocks } from './contest.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two servers on one real PostgreSQL: a booking is moved while something else happens to it or to its new slots. */
const rounds = Array.from({ length: 5 }, (_, round) => round + 1);
const HALF_POINTS = 40;
const SLOT = 29_618;

let here: PaymentServer;
let there: PaymentServer;
onTwoPaymentServers((servers) => {
  ({ here, there } = servers);
});
beforeEach(async () => {
  await here.reset();
  await there.reset();
  await here.database.updateTable('app_user').set({ half_points: HALF_POINTS }).execute();
});

const bookings = () =>
  here.database
    .selectFrom('booking')
    .select(['id', 'status', 'start_slot', 'end_slot', 'sequence', 'total_paise', 'paid_with'])
    .where('room_id', '=', ROOM)
    .orderBy('start_slot')
    .execute();
/** The slots of each booking that has some. */
async function slots(): Promise<Record<string, number[]>> {
  const rows = await here.database
    .selectFrom('booking_slot')
    .select(['booking_id', 'slot'])
    .orderBy('slot')
    .execute();
  const owners: Record<string, number[]> = {};
  for (const { booking_id, slot } of rows) (owners[booking_id ?? ''] ??= []).push(slot);
  return owners;
}
const refunds = () =>
  here.database.selectFrom('refund').select(['reason', 'amount_paise']).orderBy('reason').execute();

/** What became of a booking: `back` is due to be refunded, in paise. */
async function outcome(id: string) {
  const booking = (await bookings()).find((each) => each.id === id);
  return {
    status: booking?.status,
    sequence: booking?.sequence,
    back: (await refunds()).reduce((sum, { amount_paise }) => sum + amount_paise, 0),
    slots: (await slots())[id] ?? [],
  };
}

/** Every confirmed booking has exactly the slots of its range, and no two have one in common. */
async function expectWhole(): Promise<void> {
  const owned = await slots();
  const confirmed = (await bookings()).filter(({ status }) => status === 'confirmed');
  const expected = confirmed.map(({ id, start_slot, end_slot }) => [
    id,
    Array.from({ length: end_slot - start_slot }, (_, n) => start_slot + n),
  ]);
  expect(owned).toEqual(Object.fromEntries(expected));
}
const said = ({ status, body }: { status: number; body: { error?: { code: string } } }): string =>
  status === 200 ? 'done' : (body.error?.code ?? '');

const at = (start: number, end: number): Target => ({ day: DAY, range: { start, end } });
const free = { sequence: 0, difference: '0' };

describe('at the same moment', () => {
  test.each(rounds)('two bookings that move onto the same slots: one gets there, round %i', async () => {
    const one = await bookByCard(here, DAY, { start: 16, end: 18 });
    const two = await bookByPoints(there, DAY, { start: 30, end: 32 });
    const responses = await Promise.all([
      move(here, one.id, at(22, 24), free),
      move(there, two, at(23, 25), free, there.member),
    ]);
    expect(responses.map(said).toSorted()).toEqual(['done', 'slot-taken']);
    await expectWhole();
  });

  test.each(rounds)('bookings that move into each other’s place stay whole, round %i', async () => {
    const one = await bookByCard(here, DAY, { start: 20, end: 22 });
    const two = await bookByPoints(there, DAY, { start: 22, end: 24 });
    const three = await bookByCard(here, DAY, { start: 25, end: 27 });
    const responses = await Promise.all([
      move(here, one.id, at(21, 23), free),
      move(there, two, at(20, 22), free, there.member),
      move(here, three.id, at(24, 26), free),
      move(there, two, at(26, 28), free, there.member),
      create(here, { start: 19, end: 29 }, { user: here.member }),
    ]);
    for (const response of responses)
      expect(['done', 'slot-taken', 'terms-changed', 'already-booked']).toContain(said(response));
    await expectWhole();
  });

  test.each(rounds)(
    'many tabs that move a booking to two places: it is in one of them, round %i',
    async () => {
      const { id } = await bookByCard(here, DAY, { start: 20, end: 22 });
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          move(n % 2 === 0 ? here : there, id, n % 3 === 0 ? at(21, 23) : at(30, 32), free),
        ),
      );
      for (const response of responses)
        expect(['done', 'terms-changed', 'same-times']).toContain(said(response));
      const [booking] = await bookings();
      expect(booking).toMatchObject({ status: 'confirmed', sequence: 1 });
      await expectWhole();
    },
  );

  test.each(rounds)('a booking that is moved and cancelled loses no paisa, round %i', async () => {
    const { id } = await bookByCard(here, DAY, { start: 20, end: 23 });
    const responses = await Promise.all([
      move(here, id, at(22, 24), { sequence: 0, difference: '-296.18' }),
      cancel(there, id, '888.54'),
      cancel(here, id, '592.36'),
    ]);
    const [moved, ...cancelled] = responses.map(said);
    // Two amounts are named: only the one that is right at its turn cancels.
    const isCancelled = cancelled.includes('done');
    const isMoved = moved === 'done';
    expect(await outcome(id)).toEqual({
      status: isCancelled ? 'called_off' : 'confirmed',
      sequence: Number(isMoved) + Number(isCancelled),
      back: isCancelled ? 3 * SLOT : isMoved ? SLOT : 0,
      slots: isCancelled ? [] : isMoved ? [22, 23] : [20, 21, 22],
    });
    expect(['done', 'called-off']).toContain(moved);
    for (const each of cancelled) expect(['done', 'terms-changed']).toContain(each);
  });

  test.each(rounds)('a paid move and the cancelling of its booking lose no paisa, round %i', async () => {
    const { id } = await bookByCard(here, DAY, { start: 20, end: 22 });
    const order = await beginMove(there, id, at(19, 23));
    const paid = await pay(here, order);
    const report = eventOf('payment.captured', {
      payment: paymentOf(order, { id: paid.razorpay_payment_id }),
    });
    const [completed, cancelled] = await Promise.all([
      complete(here, order, paid),
      cancel(there, id, '592.36'),
      deliver(there, report),
      deliver(here, report),
      reconcile(there.payments),
    ]);
    // Moved first, cancelling returns another amount than was shown; cancelled first, the difference goes back.
    const isMoved = said(cancelled) === 'terms-changed';
    expect([said(completed), said(cancelled)]).toEqual(
      isMoved ? ['done', 'terms-changed'] : ['hold-over', 'done'],
    );
    expect(await outcome(id)).toEqual(
      isMoved
        ? { status: 'confirmed', sequence: 1, back: 0, slots: [19, 20, 21, 22] }
        : { status: 'called_off', sequence: 1, back: 4 * SLOT, slots: [] },
    );
  });

  test.each(rounds)(
    'a move that is paid just when it lapses, and others who want its slots, round %i',
    async () => {
      const { id } = await bookByCard(here, DAY, { start: 20, end: 22 });
      const order = await beginMove(there, id, at(19, 23));
      const paid = await pay(here, order);
      here.clock.now = there.clock.now += 3_600_000;
      const [completed, other] = await Promise.all([
        complete(here, order, paid),
        create(there, { start: 22, end: 25 }, { user: there.member }),
        reconcile(there.payments),
      ]);
      const isMoved = said(completed) === 'done';
      expect([said(completed), said(other)]).toEqual(
        isMoved ? ['done', 'slot-taken'] : ['hold-over', 'done'],
      );
      const booking = (await bookings()).find((each) => each.id === id);
      expect(booking).toMatchObject({ status: 'confirmed', sequence: isMoved ? 1 : 0 });
      expect((await slots())[id]).toEqual(isMoved ? [19, 20, 21, 22] : [20, 21]);
      expect(await refunds()).toEqual(isMoved ? [] : [{ reason: 'late', amount_paise: 2 * SLOT }]);
    },
  );

  test.each(rounds)('sixteen clicks on a move that costs more open one order, round %i', async () => {
    const { id } = await bookByCard(here, DAY, { start: 20, end: 22 });
    const shown = { sequence: 0, difference: '592.36' };
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) => move(n % 2 === 0 ? here : there, id, at(19, 23), shown)),
    );
    const orders = responses.map((response) => {
      const data = dataOf(response);
      return data.status === 'unpaid' ? data.order.id : data.status;
    });
    expect(new Set(orders).size).toBe(1);
    expect((await bookings()).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'moving']);
  });
});

test('nothing of this made transactions wait for each other in a circle', async () => {
  expect(await deadlocks(here.database)).toBe(0);
});
