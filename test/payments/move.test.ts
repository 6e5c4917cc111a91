import { beforeEach, describe, expect, test } from 'vitest';
import type { BookingDetailsResponse } from '../../contract/bookingDetails.ts';
import type { MemberDetailsResponse } from '../../contract/member.ts';
import { paths } from '../../contract/paths.ts';
import type { SlotRange } from '../../domain/slots.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { settle } from '../../server/payments/settle.ts';
import { get, post } from '../api/client.ts';
import { watchDay } from '../api/liveView.ts';
import { START } from '../api/startServer.ts';
import {
  askMove,
  askTerms,
  beginMove,
  bookByCard,
  bookByPoints,
  cancel,
  cancelNow,
  listed,
  move,
  moveTo,
  type PaidBooking,
  type Target,
} from './cancelling.ts';
import { server, withFreshPayments } from './freshPayments.ts';
import { pay, payByUpi } from './payer.ts';
import { complete, create, dataOf, release, ROOM, type Created } from './startPayments.ts';
import { deliver, eventOf, paymentOf } from './webhooks.ts';

withFreshPayments();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = '2025-11-25';
const OTHER_DAY = '2025-11-27';
/** The price of a slot of the room: half of ₹502 and the tax, in paise. */
const SLOT = 29_618;
const MORNING: SlotRange = { start: 20, end: 23 };
/** As long, and overlapping the morning; shorter; longer, with the morning in the middle. */
const LATER: SlotRange = { start: 22, end: 25 };
const SHORTER: SlotRange = { start: 20, end: 21 };
const LONGER: SlotRange = { start: 19, end: 24 };

const after = (ms: number): void => {
  server.clock.now += ms;
};
const stored = (id: string) =>
  server.database
    .selectFrom('booking')
    .select(['status', 'room_id', 'day', 'start_slot', 'end_slot', 'total_paise', 'half_points', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Whose slot each taken slot of a room and day is. */
const slotsAt = async (day: string, room = ROOM): Promise<Record<string, number[]>> => {
  const rows = await server.database
    .selectFrom('booking_slot')
    .select(['booking_id', 'slot', 'hold_expires_at'])
    .where('room_id', '=', room)
    .where('day', '=', day)
    .orderBy('slot')
    .execute();
  const owners: Record<string, number[]> = {};
  for (const { booking_id, slot } of rows) (owners[booking_id ?? ''] ??= []).push(slot);
  return owners;
};
const refunds = () =>
  server.database
    .selectFrom('refund')
    .select(['source_payment_id', 'amount_paise', 'reason', 'late_cause', 'status', 'booking_id'])
    .orderBy('due_since')
    .orderBy('amount_paise')
    .execute();
const points = async (): Promise<number> => {
  const { user_id, access } = server.member;
  const path = `${paths.memberDetails}?uid=${user_id}`;
  return (await get<MemberDetailsResponse>(server, path, access)).body.data.monthly_limit;
};
/** What the page of a booking says of its payments, and their sums. */
async function paymentsOf(id: string) {
  const path = `${paths.bookingDetails}?booking_id=${id}`;
  const { data } = (await get<BookingDetailsResponse>(server, path, server.guest.access)).body;
  const { payments, paid, back, kept } = data;
  return { payments: payments.map(({ at: _at, ...payment }) => payment), sums: { paid, back, kept } };
}
async function moneyArrives(): Promise<void> {
  await reconcile(server.payments);
  after(10 * MINUTE);
  await reconcile(server.payments);
}
const code = (expected: string) => ({ body: { error: { code: expected } } });
const moveId = (order: Created): string => order.notes[2].booking_id;
const statusOfMove = async (order: Created) => (await stored(moveId(order))).status;

beforeEach(async () => {
  await server.database
    .updateTable('app_user')
    .set({ half_points: 40 })
    .where('id', '=', server.member.user_id)
    .execute();
});

describe('a move that costs the same', () => {
  test('is made at once, for everybody, and the booking keeps its id', async () => {
    const { id } = await bookByCard(server, DAY);
    const here = await watchDay(server, DAY);
    const there = await watchDay(server, OTHER_DAY);
    expect(dataOf(await askMove(server, id, { day: OTHER_DAY }))).toEqual({
      booking_id: id,
      paid_with: 'card',
      sequence: 0,
      amount: '888.54',
      difference: '0.00',
      refund: '888.54',
      percent: 100,
      free_until: '2025-11-25T04:30:00.000Z',
      terms: expect.stringContaining('50% refund until 24 hours before the start.') as string,
    });
    expect(await moveTo(server, id, { day: OTHER_DAY })).toEqual({
      booking_id: id,
      status: 'moved',
      sequence: 1,
    });
    expect([await here.next(), await there.next()]).toEqual([String(ROOM), String(ROOM)]);
    here.close();
    there.close();
    expect([await slotsAt(DAY), await slotsAt(OTHER_DAY)]).toEqual([{}, { [id]: [20, 21, 22] }]);
    expect(await refunds()).toEqual([]);
    expect(await listed(server)).toMatchObject([
      { id, status: 'confirmed', booking_date: OTHER_DAY, amount: '888.54' },
    ]);
    await bookByPoints(server, DAY);
  });

  test('works onto times that overlap its own, in either direction', async () => {
    const { id } = await bookByCard(server, DAY);
    await moveTo(server, id, { day: DAY, range: LATER });
    expect(await slotsAt(DAY)).toEqual({ [id]: [22, 23, 24] });
    await moveTo(server, id, { day: DAY });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
    expect(await stored(id)).toMatchObject({
      status: 'confirmed',
      sequence: 2,
      start_slot: 20,
      end_slot: 23,
    });
  });

  test('is made once: a repeated call answers the same', async () => {
    const { id } = await bookByCard(server, DAY);
    const shown = { sequence: 0, difference: '0.00' };
    for (const _again of [1, 2, 3]) {
      expect(dataOf(await move(server, id, { day: OTHER_DAY }, shown))).toMatchObject({
        status: 'moved',
        sequence: 1,
      });
    }
    expect(await move(server, id, { day: DAY }, shown), 'of the booking as it was').toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { sequence: 1, difference: '0.00' } } },
    });
  });

  test.each([
    ['2025-11-27', { refund: '888.54', percent: 100 }],
    ['2025-11-23', { refund: '444.27', percent: 50 }],
    ['2025-11-22', { refund: '0.00', percent: 0 }],
  ])('says what cancelling would return after a move to %s', async (day, expected) => {
    const { id } = await bookByCard(server, DAY);
    after(3 * HOUR);
    expect(dataOf(await askMove(server, id, { day }))).toMatchObject({ difference: '0.00', ...expected });
    await moveTo(server, id, { day });
    expect(dataOf(await askTerms(server, id))).toMatchObject(expected);
  });

  test('is not made when cancelling it would return less by now than was shown', async () => {
    const { id } = await bookByCard(server, DAY);
    after(3 * HOUR);
    const to = { day: '2025-11-23', range: { start: 27, end: 30 } };
    const { sequence, difference, refund, percent } = dataOf(await askMove(server, id, to));
    expect(percent).toBe(100);
    after(HOUR);
    expect(await move(server, id, to, { sequence, difference, refund })).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { refund: '444.27', percent: 50 } } },
    });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
    const shown = { sequence, difference, refund: '444.27' };
    expect(dataOf(await move(server, id, to, shown))).toMatchObject({ status: 'moved' });
  });

  test('cannot be distinguished by less than a rupee: the price stays', async () => {
    const { id } = await bookByCard(server, DAY);
    await server.database
      .updateTable('booking')
      .set({ total_paise: 88_854 + 99 })
      .where('id', '=', id)
      .execute();
    expect(dataOf(await askMove(server, id, { day: OTHER_DAY }))).toMatchObject({
      difference: '0.00',
      amount: '889.53',
    });
    await moveTo(server, id, { day: OTHER_DAY });
    expect(await stored(id)).toMatchObject({ total_paise: 88_953 });
  });
});

describe('a move that costs less', () => {
  test('returns the difference, and cancelling later returns the rest', async () => {
    const { id, paymentId } = await bookByCard(server, DAY);
    expect(dataOf(await askMove(server, id, { day: DAY, range: SHORTER }))).toMatchObject({
      amount: '296.18',
      difference: '-592.36',
    });
    expect(await moveTo(server, id, { day: DAY, range: SHORTER })).toMatchObject({ status: 'moved' });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20] });
    expect(await stored(id)).toMatchObject({ total_paise: SLOT });
    expect(await refunds()).toMatchObject([
      { source_payment_id: paymentId, amount_paise: 2 * SLOT, reason: 'moved', booking_id: id },
    ]);
    expect(await listed(server)).toMatchObject([
      { status: 'confirmed', amount: '296.18', refund: { amount: '592.36' }, refunds: [{ reason: 'moved' }] },
    ]);
    await moneyArrives();
    expect(await cancelNow(server, id)).toMatchObject({ refund: '296.18' });
    await moneyArrives();
    expect(await server.sdk.payments.fetch(paymentId)).toMatchObject({
      status: 'refunded',
      amount_refunded: 3 * SLOT,
    });
  });

  test.each([
    ['-592.35', 0],
    ['592.36', 0],
    ['0', 0],
    ['-592.36', 1],
  ])('is not made for %s and change %d, which is not what was shown', async (difference, sequence) => {
    const { id } = await bookByCard(server, DAY);
    const response = await move(server, id, { day: DAY, range: SHORTER }, { sequence, difference });
    expect(response).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { difference: '-592.36', sequence: 0 } } },
    });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
    expect(await refunds()).toEqual([]);
  });
});

describe('a move that costs more', () => {
  let booking: PaidBooking;
  let order: Created;
  const longer: Target = { day: DAY, range: LONGER };
  beforeEach(async () => {
    booking = await bookByCard(server, DAY);
    order = await beginMove(server, booking.id, longer);
  });
  const stands = async () => {
    expect(await stored(booking.id)).toMatchObject({
      status: 'confirmed',
      sequence: 0,
      total_paise: 3 * SLOT,
    });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22] });
  };

  test('holds the new slots and leaves the old booking until the difference is paid', async () => {
    expect(order).toMatchObject({ amount: 2 * SLOT, currency: 'INR', timeout: 600 });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22], [moveId(order)]: [19, 23] });
    expect(await stored(booking.id)).toMatchObject({ status: 'confirmed', sequence: 0, start_slot: 20 });
    expect(await create(server, { start: 23, end: 24 }, { user: server.member })).toMatchObject({
      status: 409,
      ...code('slot-taken'),
    });
    expect(await listed(server)).toMatchObject([
      {
        id: booking.id,
        status: 'confirmed',
        start_time: '10:00:00',
        open_move: {
          booking_id: moveId(order),
          amount: '592.36',
          room_id: ROOM,
          start_time: '09:30:00',
          end_time: '11:30:00',
          at_bank: false,
          until: new Date(START + 13 * MINUTE).toISOString(),
        },
      },
    ]);

    const paid = await pay(server, order);
    for (const _again of [1, 2]) {
      expect(dataOf(await complete(server, order, paid))).toEqual({
        booking_id: moveId(order),
        status: 'confirmed',
      });
    }
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [19, 20, 21, 22, 23] });
    expect(await stored(booking.id)).toMatchObject({
      status: 'confirmed',
      sequence: 1,
      total_paise: 5 * SLOT,
    });
    expect(await statusOfMove(order)).toBe('moved');
    const [shown, ...others] = await listed(server);
    expect(shown).toMatchObject({ id: booking.id, amount: '1480.90', start_time: '09:30:00' });
    expect(shown).not.toHaveProperty('open_move');
    expect(others).toEqual([]);
    expect(
      dataOf(await move(server, booking.id, longer, { sequence: 0, difference: '592.36' })),
    ).toMatchObject({
      status: 'moved',
      sequence: 1,
    });
  });

  test('is one order for two clicks, and another one replaces it', async () => {
    const again = await beginMove(server, booking.id, longer);
    expect(again.id).toBe(order.id);
    const other = await beginMove(server, booking.id, { day: OTHER_DAY, range: LONGER });
    expect(await statusOfMove(order)).toBe('not_moved');
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22] });
    expect(await slotsAt(OTHER_DAY)).toEqual({ [moveId(other)]: [19, 20, 21, 22, 23] });
    dataOf(await complete(server, other, await pay(server, other)));
    expect([await slotsAt(DAY), await slotsAt(OTHER_DAY)]).toEqual([
      {},
      { [booking.id]: [19, 20, 21, 22, 23] },
    ]);
  });

  test('that is given up leaves everything as it was', async () => {
    expect(dataOf(await release(server, order))).toMatchObject({ status: 'released' });
    await stands();
    expect(await statusOfMove(order)).toBe('not_moved');
  });

  test('that nobody pays ends like a hold', async () => {
    after(14 * MINUTE);
    await reconcile(server.payments);
    await stands();
    expect(await statusOfMove(order)).toBe('not_moved');
    expect((await listed(server))[0]).not.toHaveProperty('open_move');
  });

  test('that lapsed gives its slots to who wants them, and its late payment goes back', async () => {
    const paid = await pay(server, order);
    after(14 * MINUTE);
    const other = dataOf(await create(server, { start: 23, end: 25 }, { user: server.member }));
    expect(await statusOfMove(order)).toBe('not_moved');
    expect(await complete(server, order, paid)).toMatchObject({
      status: 410,
      body: { error: { code: 'hold-over', refund_reason: 'move-ended' } },
    });
    await stands2();
    expect(await refunds()).toMatchObject([
      {
        source_payment_id: paid.razorpay_payment_id,
        amount_paise: 2 * SLOT,
        reason: 'late',
        late_cause: 'move-ended',
        booking_id: booking.id,
      },
    ]);
    const shown = [
      { id: booking.id, status: 'confirmed', refunds: [{ reason: 'move-ended', amount: '592.36' }] },
    ];
    expect(await listed(server)).toMatchObject(shown);
    // An earlier version has written no cause.
    await server.database.updateTable('refund').set({ late_cause: null }).execute();
    expect(await listed(server)).toMatchObject(shown);
    await moneyArrives();
    expect(await paymentsOf(booking.id)).toMatchObject({
      payments: [{ for: 'booking' }, { for: 'nothing', amount: '592.36' }],
      sums: { paid: '1480.90', back: '592.36', kept: '888.54' },
    });
    expect(await statusOfMove(order)).toBe('refunded');
    expect(await listed(server)).toHaveLength(1);

    async function stands2() {
      expect(await stored(booking.id)).toMatchObject({
        status: 'confirmed',
        sequence: 0,
        total_paise: 3 * SLOT,
      });
      expect(await slotsAt(DAY)).toEqual({
        [booking.id]: [20, 21, 22],
        [other.notes[2].booking_id]: [23, 24],
      });
    }
  });

  test('that was given up is not made by a payment that comes days later: it goes back', async () => {
    await payByUpi(server, order, 'pending@razorpay');
    const path = { booking_id: moveId(order), give_up: true };
    expect(await post(server, paths.releasePayment, path, { token: server.guest.access })).toMatchObject({
      status: 200,
    });
    const [attempt] = (await server.sdk.orders.fetchPayments(order.id)).items;
    await server.sandbox.authorizePayment(String(attempt?.id), { capture: 'always' });
    after(16 * MINUTE);
    await moneyArrives();
    await stands();
    expect(await refunds()).toMatchObject([{ late_cause: 'move-ended', amount_paise: 2 * SLOT }]);
  });

  test('whose hold lapsed, but which nobody ended, is still made by its payment', async () => {
    const paid = await pay(server, order);
    after(30 * MINUTE);
    expect(dataOf(await complete(server, order, paid))).toMatchObject({ status: 'confirmed' });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [19, 20, 21, 22, 23] });
  });

  test('that was paid without a report is found', async () => {
    await pay(server, order);
    after(3 * MINUTE);
    await reconcile(server.payments);
    expect(await stored(booking.id)).toMatchObject({ sequence: 1, total_paise: 5 * SLOT });
  });

  test('reported again and again is made once, and a second payment of its order goes back', async () => {
    const paid = await pay(server, order);
    const report = eventOf('payment.captured', {
      payment: paymentOf(order, { id: paid.razorpay_payment_id }),
    });
    for (const _again of [1, 2]) expect(await deliver(server, report)).toMatchObject({ status: 200 });
    const second = {
      id: 'pay_abcdefghij0002',
      orderId: order.id,
      amountPaise: order.amount,
      currency: 'INR',
    };
    expect(await settle(server.payments, { ...second, status: 'captured' })).toBe('confirmed');
    expect(await stored(booking.id)).toMatchObject({ sequence: 1, total_paise: 5 * SLOT });
    expect(await refunds()).toMatchObject([{ source_payment_id: second.id, reason: 'second-payment' }]);
  });

  test('and is cancelled afterwards refunds both payments', async () => {
    const paid = await pay(server, order);
    dataOf(await complete(server, order, paid));
    expect(await cancelNow(server, booking.id)).toMatchObject({ refund: '1480.90' });
    expect(
      (await refunds()).map(({ amount_paise, source_payment_id }) => [source_payment_id, amount_paise]),
    ).toEqual([
      [paid.razorpay_payment_id, 2 * SLOT],
      [booking.paymentId, 3 * SLOT],
    ]);
    await moneyArrives();
    for (const refund of await refunds()) expect(refund.status).toBe('processed');
    expect(await paymentsOf(booking.id)).toEqual({
      payments: [
        { for: 'booking', method: 'card', amount: '888.54', reference: booking.paymentId },
        { for: 'move', method: 'card', amount: '592.36', reference: paid.razorpay_payment_id },
      ],
      sums: { paid: '1480.90', back: '1480.90', kept: '0.00' },
    });
    expect(await complete(server, order, paid)).toMatchObject({ status: 409, ...code('called-off') });
    expect(await stored(booking.id)).toMatchObject({ status: 'called_off', sequence: 2 });
  });

  test('ends when its booking is cancelled, and what is paid for it then goes back whole', async () => {
    const paid = await pay(server, order);
    expect(dataOf(await cancel(server, booking.id, '888.54'))).toMatchObject({ status: 'called_off' });
    expect(await slotsAt(DAY)).toEqual({});
    expect(await complete(server, order, paid)).toMatchObject({
      status: 410,
      body: { error: { refund_reason: 'booking-cancelled' } },
    });
    await moneyArrives();
    const [{ refunds: ended = [] } = {}] = await listed(server);
    // They began at one instant of the test's clock.
    expect(new Set(ended.map(({ reason, amount, status }) => `${reason} ${amount} ${status}`))).toEqual(
      new Set(['cancelled 888.54 processed', 'booking-cancelled 592.36 processed']),
    );
  });

  test('is not made when its booking has changed since it began', async () => {
    const paid = await pay(server, order);
    await server.database.updateTable('booking').set({ sequence: 1 }).where('id', '=', booking.id).execute();
    expect(await complete(server, order, paid)).toMatchObject({ status: 410 });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22] });
    expect(await refunds()).toMatchObject([{ late_cause: 'booking-moved', amount_paise: 2 * SLOT }]);
  });

  test('is not replaced while it may be paid at the bank', async () => {
    await payByUpi(server, order, 'pending@razorpay');
    const other = { day: OTHER_DAY };
    const { sequence, difference } = dataOf(await askMove(server, booking.id, other));
    expect(await move(server, booking.id, other, { sequence, difference })).toMatchObject({
      status: 409,
      ...code('payment-under-way'),
    });
    await stored(booking.id);
    expect(await statusOfMove(order)).toBe('moving');
  });

  test('that was paid meanwhile is found before another one is made', async () => {
    await pay(server, order);
    expect(
      await move(server, booking.id, { day: OTHER_DAY }, { sequence: 0, difference: '0' }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { sequence: 1, difference: '-592.36' } } },
    });
    expect(await stored(booking.id)).toMatchObject({ sequence: 1, start_slot: 19 });
  });

  test('is not begun when the provider does not answer, and nothing is held', async () => {
    await release(server, order);
    server.provider.up = false;
    const { sequence, difference } = dataOf(await askMove(server, booking.id, longer));
    expect(await move(server, booking.id, longer, { sequence, difference })).toMatchObject({ status: 503 });
    server.provider.up = true;
    await stands();
  });

  test('counts as an unpaid hold of its user', async () => {
    for (const day of ['2025-12-01', '2025-12-02']) dataOf(await create(server, MORNING, { bdate: day }));
    dataOf(await create(server, MORNING, { bdate: '2025-12-03' }));
    const second = await bookByCardAgain();
    expect(second).toMatchObject({ status: 409, ...code('too-many-holds') });

    async function bookByCardAgain() {
      const { id } = await server.database
        .selectFrom('booking')
        .select('id')
        .where('status', '=', 'confirmed')
        .executeTakeFirstOrThrow();
      const to = { day: OTHER_DAY, range: LONGER };
      const { sequence, difference } = dataOf(await askMove(server, id, to));
      return move(server, id, to, { sequence, difference });
    }
  });

  test('is nobody else’s to pay, and no booking to cancel or to move', async () => {
    const paid = await pay(server, order);
    expect(await complete(server, order, paid, { user: server.member })).toMatchObject({ status: 404 });
    expect(await askTerms(server, moveId(order))).toMatchObject({ status: 404 });
    expect(await askMove(server, moveId(order), { day: OTHER_DAY })).toMatchObject({ status: 404 });
    expect(await listed(server, server.guest, moveId(order))).toEqual([]);
  });

  test('stays as it is, also when a server of the version before writes', async () => {
    const write = (status: 'confirmed' | 'refund_due') =>
      server.database.updateTable('booking').set({ status }).where('id', '=', moveId(order)).execute();
    await expect(write('confirmed')).rejects.toThrow('booking_move');
    dataOf(await complete(server, order, await pay(server, order)));
    await expect(write('refund_due')).rejects.toThrow('booking_move');
  });
});

describe('a move with points', () => {
  test('pays and returns half-points at once', async () => {
    const id = await bookByPoints(server, DAY);
    const to = (range: SlotRange) => moveTo(server, id, { day: DAY, range }, server.member);
    expect(dataOf(await askMove(server, id, { day: DAY, range: LONGER }, server.member))).toMatchObject({
      paid_with: 'points',
      amount: '2.5',
      difference: '1',
    });
    expect(await to(LONGER)).toEqual({ booking_id: id, status: 'moved', sequence: 1 });
    expect(await points()).toBe(17.5);
    await to(SHORTER);
    expect(await points()).toBe(19.5);
    expect(await stored(id)).toMatchObject({ half_points: 1, total_paise: null });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20] });
    expect(await cancelNow(server, id, server.member)).toMatchObject({ refund: '0.5' });
    expect(await points()).toBe(20);
  });

  test('is not made without enough of them', async () => {
    const id = await bookByPoints(server, DAY);
    await server.database
      .updateTable('app_user')
      .set({ half_points: 1 })
      .where('id', '=', server.member.user_id)
      .execute();
    const to = { day: DAY, range: LONGER };
    expect(await move(server, id, to, { sequence: 0, difference: '1' }, server.member)).toMatchObject({
      status: 422,
      ...code('not-enough-points'),
    });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
    expect(await points()).toBe(0.5);
  });
});

describe('a move is refused', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await bookByCard(server, DAY));
  });
  const shown = { sequence: 0, difference: '0' };
  /** How both calls answer. */
  const responses = async (to: Target) => {
    const both = [await askMove(server, id, to), await move(server, id, to, shown)];
    return both.map(({ status, body }) => `${status} ${body.error?.code}`);
  };
  const twice = (what: string) => [what, what];

  test('onto the booking’s own times', async () => {
    expect(await responses({ day: DAY })).toEqual(twice('409 same-times'));
  });

  test.each([
    ['into the past', { day: '2025-11-20' }],
    ['beyond the booking window', { day: '2026-05-22' }],
    ['onto times that have begun', { day: '2025-11-21', range: { start: 20, end: 23 } }],
  ])('%s', async (_case, to) => {
    expect(await responses(to)).toEqual(twice('400 bad-input'));
  });

  test('to a room that does not exist', async () => {
    expect(await responses({ day: DAY, room: 999 })).toEqual(twice('404 not-found'));
  });

  test('onto times of others, with the taken slots but not its own', async () => {
    await bookByPoints(server, DAY, { start: 23, end: 25 });
    for (const response of [
      await askMove(server, id, { day: DAY, range: LATER }),
      await move(server, id, { day: DAY, range: LATER }, shown),
    ]) {
      expect(response).toMatchObject({
        status: 409,
        body: { error: { code: 'slot-taken', taken: ['11:30:00', '12:00:00'] } },
      });
    }
    expect(await slotsAt(DAY)).toMatchObject({ [id]: [20, 21, 22] });
  });

  test('onto times of another booking of the same user', async () => {
    await bookByCard(server, OTHER_DAY);
    expect(await responses({ day: OTHER_DAY })).toEqual(twice('409 already-booked'));
  });

  test('once cancelling costs something, or the booking has begun', async () => {
    server.clock.now = Date.parse('2025-11-23T10:00:00+05:30') + 1;
    // Tokens last for a day.
    const at = async (now: number) => {
      await server.database
        .updateTable('booking')
        .set({ day: '2025-11-22', confirmed_at: new Date(START - 24 * HOUR) })
        .where('id', '=', id)
        .execute();
      server.clock.now = now;
      return responses({ day: OTHER_DAY });
    };
    expect(await at(START)).toEqual(twice('409 too-late-to-move'));
    expect(await at(Date.parse('2025-11-22T10:00:00+05:30'))).toEqual(twice('409 already-begun'));
  });

  test('of a booking that is cancelled, unpaid or not booked', async () => {
    await cancelNow(server, id);
    expect(await responses({ day: OTHER_DAY })).toEqual(twice('409 called-off'));
    const unpaid = dataOf(await create(server));
    id = unpaid.notes[2].booking_id;
    expect(await responses({ day: OTHER_DAY })).toEqual(twice('409 not-paid'));
    await release(server, unpaid);
    expect(await responses({ day: OTHER_DAY })).toEqual(twice('409 not-booked'));
  });

  test('to everybody but the booking’s owner', async () => {
    expect(await askMove(server, id, { day: OTHER_DAY }, server.member)).toMatchObject({ status: 404 });
    expect(await move(server, id, { day: OTHER_DAY }, shown, server.member)).toMatchObject({ status: 404 });
    expect(await askMove(server, id, { day: OTHER_DAY }, null)).toMatchObject({ status: 401 });
    expect(await move(server, id, { day: OTHER_DAY }, shown, null)).toMatchObject({ status: 401 });
  });

  test.each([
    [{ sequence: 0 }, 'difference'],
    [{ difference: '0' }, 'sequence'],
    [{ sequence: -1, difference: '0' }, 'sequence'],
    [{ sequence: 0, difference: '--1' }, 'difference'],
    [{ sequence: 0, difference: '1.234' }, 'difference'],
    [{ sequence: 0, difference: '-' }, 'difference'],
    [{ sequence: 0, difference: '0', etime: '12:00:00' }, 'ctime'],
  ])('with %j', async (fields, field) => {
    expect(await move(server, id, { day: OTHER_DAY }, fields)).toMatchObject({
      status: 400,
      body: { error: { fields: { [field]: expect.any(String) as string } } },
    });
  });
});
