import { beforeEach, describe, expect, test } from 'vitest';
import type { BookingDetailsResponse } from '../../../contract/bookings/bookingDetails.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { settle } from '../../../server/payments/settle.ts';
import { get, post } from '../../api/client.ts';
import { watchDay } from '../../api/liveView.ts';
import { START } from '../../api/startServer.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import {
  fetchMoveTerms,
  fetchCancelTerms,
  beginMove,
  bookByCard,
  bookByPoints,
  cancel,
  cancelNow,
  fetchBookings,
  emailContents,
  move,
  moveTo,
  type PaidBooking,
  type Target,
} from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay, payByUpi } from '../payer.ts';
import { complete, create, dataOf, release, ROOM, type CreatedPayment } from '../startPayments.ts';
import { deliver, eventOf, paymentOf } from '../webhooks.ts';

withFreshPayments();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = '2025-11-25';
const OTHER_DAY = '2025-11-27';
/** Price of one slot of the room in paise: half of ₹502, with tax. */
const SLOT = 29_618;
const MORNING: SlotRange = { start: 20, end: 23 };
/** Ranges that overlap MORNING: of the same length, shorter, and longer. */
const LATER: SlotRange = { start: 22, end: 25 };
const SHORTER: SlotRange = { start: 20, end: 21 };
const LONGER: SlotRange = { start: 19, end: 24 };

const advanceClock = (ms: number): void => {
  server.clock.now += ms;
};
const storedBooking = (id: string) =>
  server.database
    .selectFrom('booking')
    .select(['status', 'room_id', 'day', 'start_slot', 'end_slot', 'total_paise', 'half_points', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Taken slots by booking id. */
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
/** With their sums, as on the booking's page. */
async function paymentsOf(id: string) {
  const path = `${paths.bookingDetails}?booking_id=${id}`;
  const { data } = (await get<BookingDetailsResponse>(server, path, server.guest.access)).body;
  const { payments, paid, back, kept } = data;
  return { payments: payments.map(({ at: _at, ...payment }) => payment), sums: { paid, back, kept } };
}
async function processPayments(): Promise<void> {
  await reconcile(server.payments);
  advanceClock(10 * MINUTE);
  await reconcile(server.payments);
}
const code = (expected: string) => ({ body: { error: { code: expected } } });
const moveId = (order: CreatedPayment): string => order.notes[2].booking_id;
const statusOfMove = async (order: CreatedPayment) => (await storedBooking(moveId(order))).status;

describe('a move that costs the same', () => {
  test('is made at once, is visible to all visitors, and keeps the id of the booking', async () => {
    const { id } = await bookByCard(server, DAY);
    const here = await watchDay(server, DAY);
    const there = await watchDay(server, OTHER_DAY);
    expect(dataOf(await fetchMoveTerms(server, id, { day: OTHER_DAY }))).toEqual({
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
    expect(await fetchBookings(server)).toMatchObject([
      { id, status: 'confirmed', booking_date: OTHER_DAY, amount: '888.54' },
    ]);
    await bookByPoints(server, DAY);
  });

  test('can be made to overlapping times, in both directions', async () => {
    const { id } = await bookByCard(server, DAY);
    await moveTo(server, id, { day: DAY, range: LATER });
    expect(await slotsAt(DAY)).toEqual({ [id]: [22, 23, 24] });
    await moveTo(server, id, { day: DAY });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
    expect(await storedBooking(id)).toMatchObject({
      status: 'confirmed',
      sequence: 2,
      start_slot: 20,
      end_slot: 23,
    });
  });

  test('is made once: a repeated call gets the same response', async () => {
    const { id } = await bookByCard(server, DAY);
    const shownTerms = { sequence: 0, difference: '0.00' };
    for (const _again of [1, 2, 3]) {
      expect(dataOf(await move(server, id, { day: OTHER_DAY }, shownTerms))).toMatchObject({
        status: 'moved',
        sequence: 1,
      });
    }
    expect(await move(server, id, { day: DAY }, shownTerms), 'with outdated terms').toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { sequence: 1, difference: '0.00' } } },
    });
  });

  test.each([
    ['2025-11-27', { refund: '888.54', percent: 100 }],
    ['2025-11-23', { refund: '444.27', percent: 50 }],
    ['2025-11-22', { refund: '0.00', percent: 0 }],
  ])('has the cancellation terms after a move to %s', async (day, expected) => {
    const { id } = await bookByCard(server, DAY);
    advanceClock(3 * HOUR);
    expect(dataOf(await fetchMoveTerms(server, id, { day }))).toMatchObject({
      difference: '0.00',
      ...expected,
    });
    await moveTo(server, id, { day });
    expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject(expected);
  });

  test('is refused when its cancellation would return less than was shown', async () => {
    const { id } = await bookByCard(server, DAY);
    advanceClock(3 * HOUR);
    const to = { day: '2025-11-23', range: { start: 27, end: 30 } };
    const { sequence, difference, refund, percent } = dataOf(await fetchMoveTerms(server, id, to));
    expect(percent).toBe(100);
    advanceClock(HOUR);
    expect(await move(server, id, to, { sequence, difference, refund })).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { refund: '444.27', percent: 50 } } },
    });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
    const shownTerms = { sequence, difference, refund: '444.27' };
    expect(dataOf(await move(server, id, to, shownTerms))).toMatchObject({ status: 'moved' });
  });

  test('includes differences below one rupee, which are ignored', async () => {
    const { id } = await bookByCard(server, DAY);
    await server.database
      .updateTable('booking')
      .set({ total_paise: 88_854 + 99 })
      .where('id', '=', id)
      .execute();
    expect(dataOf(await fetchMoveTerms(server, id, { day: OTHER_DAY }))).toMatchObject({
      difference: '0.00',
      amount: '889.53',
    });
    await moveTo(server, id, { day: OTHER_DAY });
    expect(await storedBooking(id)).toMatchObject({ total_paise: 88_953 });
  });
});

describe('a move that costs less', () => {
  test('refunds the difference, and a later cancellation refunds the rest', async () => {
    const { id, paymentId } = await bookByCard(server, DAY);
    expect(dataOf(await fetchMoveTerms(server, id, { day: DAY, range: SHORTER }))).toMatchObject({
      amount: '296.18',
      difference: '-592.36',
    });
    expect(await moveTo(server, id, { day: DAY, range: SHORTER })).toMatchObject({ status: 'moved' });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20] });
    expect(await storedBooking(id)).toMatchObject({ total_paise: SLOT });
    expect(await refunds()).toMatchObject([
      { source_payment_id: paymentId, amount_paise: 2 * SLOT, reason: 'moved', booking_id: id },
    ]);
    expect(await fetchBookings(server)).toMatchObject([
      { status: 'confirmed', amount: '296.18', refund: { amount: '592.36' }, refunds: [{ reason: 'moved' }] },
    ]);
    await processPayments();
    expect(await cancelNow(server, id)).toMatchObject({ refund: '296.18' });
    await processPayments();
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
  ])(
    'is refused with the difference %s and sequence %d, which were not shown',
    async (difference, sequence) => {
      const { id } = await bookByCard(server, DAY);
      const response = await move(server, id, { day: DAY, range: SHORTER }, { sequence, difference });
      expect(response).toMatchObject({
        status: 409,
        body: { error: { code: 'terms-changed', move_terms: { difference: '-592.36', sequence: 0 } } },
      });
      expect(await slotsAt(DAY)).toEqual({ [id]: [20, 21, 22] });
      expect(await refunds()).toEqual([]);
    },
  );
});

describe('a move that costs more', () => {
  let booking: PaidBooking;
  let order: CreatedPayment;
  const longer: Target = { day: DAY, range: LONGER };
  beforeEach(async () => {
    booking = await bookByCard(server, DAY);
    order = await beginMove(server, booking.id, longer);
  });
  const expectUnchanged = async () => {
    expect(await storedBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      sequence: 0,
      total_paise: 3 * SLOT,
    });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22] });
  };

  test('holds the new slots and does not change the booking until the difference is paid', async () => {
    expect(order).toMatchObject({ amount: 2 * SLOT, currency: 'INR', timeout: 600 });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22], [moveId(order)]: [19, 23] });
    expect(await storedBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      sequence: 0,
      start_slot: 20,
    });
    expect(await create(server, { start: 23, end: 24 }, { user: server.member })).toMatchObject({
      status: 409,
      ...code('slot-taken'),
    });
    expect(await fetchBookings(server)).toMatchObject([
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
    expect(await storedBooking(booking.id)).toMatchObject({
      status: 'confirmed',
      sequence: 1,
      total_paise: 5 * SLOT,
    });
    expect(await statusOfMove(order)).toBe('moved');
    const [shown, ...others] = await fetchBookings(server);
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

  test('has one order for two clicks, and is replaced by another move', async () => {
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

  test('has a new order when the time to pay the first one has passed', async () => {
    advanceClock(10 * MINUTE - 1000);
    const again = await beginMove(server, booking.id, longer);
    expect(again).toMatchObject({ id: order.id, timeout: 1 });
    advanceClock(1000);
    const later = await beginMove(server, booking.id, longer);
    expect(later.id).not.toBe(order.id);
    expect(later.timeout).toBe(600);
    expect(await statusOfMove(order)).toBe('not_moved');
  });

  test('stays open when the pending move of another booking is replaced, made or cancelled with its booking', async () => {
    const others = await bookByCard(server, OTHER_DAY, MORNING, server.member);
    const to = (range: SlotRange) => beginMove(server, others.id, { day: OTHER_DAY, range }, server.member);
    await to(LONGER);
    expect((await beginMove(server, booking.id, longer)).id).toBe(order.id);
    await to({ start: 20, end: 25 });
    await moveTo(server, others.id, { day: OTHER_DAY, range: LATER }, server.member);
    await to({ start: 22, end: 26 });
    await cancelNow(server, others.id, server.member);
    expect(await statusOfMove(order)).toBe('moving');
    expect(await slotsAt(DAY)).toMatchObject({ [moveId(order)]: [19, 23] });
  });

  test('that is dropped does not change the booking', async () => {
    expect(dataOf(await release(server, order))).toMatchObject({ status: 'released' });
    await expectUnchanged();
    expect(await statusOfMove(order)).toBe('not_moved');
  });

  test('that is not paid expires like a hold', async () => {
    advanceClock(14 * MINUTE);
    await reconcile(server.payments);
    await expectUnchanged();
    expect(await statusOfMove(order)).toBe('not_moved');
    expect((await fetchBookings(server))[0]).not.toHaveProperty('open_move');
  });

  test('that expired releases its slots, and its late payment is refunded', async () => {
    const paid = await pay(server, order);
    advanceClock(14 * MINUTE);
    const other = dataOf(await create(server, { start: 23, end: 25 }, { user: server.member }));
    expect(await statusOfMove(order)).toBe('not_moved');
    expect(await complete(server, order, paid)).toMatchObject({
      status: 410,
      body: {
        error: {
          code: 'hold-over',
          message: expect.stringMatching(/\. The payment will be refunded in full\.$/) as string,
          refund_reason: 'move-ended',
        },
      },
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
    expect(await fetchBookings(server)).toMatchObject(shown);
    // Earlier versions did not store the cause.
    await server.database.updateTable('refund').set({ late_cause: null }).execute();
    expect(await fetchBookings(server)).toMatchObject(shown);
    await processPayments();
    expect(await paymentsOf(booking.id)).toMatchObject({
      payments: [{ for: 'booking' }, { for: 'nothing', amount: '592.36' }],
      sums: { paid: '1480.90', back: '592.36', kept: '888.54' },
    });
    expect(await statusOfMove(order)).toBe('refunded');
    expect(await fetchBookings(server)).toHaveLength(1);

    async function stands2() {
      expect(await storedBooking(booking.id)).toMatchObject({
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

  test('that was dropped is not made by a later payment, which is refunded', async () => {
    await payByUpi(server, order, 'pending@razorpay');
    const path = { booking_id: moveId(order), give_up: true };
    expect(await post(server, paths.releasePayment, path, { token: server.guest.access })).toMatchObject({
      status: 200,
    });
    const [attempt] = (await server.sdk.orders.fetchPayments(order.id)).items;
    await server.sandbox.authorizePayment(String(attempt?.id), { capture: 'always' });
    advanceClock(16 * MINUTE);
    await processPayments();
    await expectUnchanged();
    expect(await refunds()).toMatchObject([{ late_cause: 'move-ended', amount_paise: 2 * SLOT }]);
  });

  test('whose hold has expired is still made by its payment while the slots are free', async () => {
    const paid = await pay(server, order);
    advanceClock(30 * MINUTE);
    expect(dataOf(await complete(server, order, paid))).toMatchObject({ status: 'confirmed' });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [19, 20, 21, 22, 23] });
  });

  test('is made when it is paid in time, although its new times have begun meanwhile', async () => {
    // 10:25 in Chennai; the new times begin at 10:30.
    advanceClock(15 * MINUTE);
    const soon = await beginMove(server, booking.id, { day: '2025-11-21', range: { start: 21, end: 26 } });
    const paid = await pay(server, soon);
    advanceClock(6 * MINUTE);
    expect(dataOf(await complete(server, soon, paid))).toMatchObject({ status: 'confirmed' });
    expect(await slotsAt('2025-11-21')).toEqual({ [booking.id]: [21, 22, 23, 24, 25] });
  });

  test('that was paid without a report is found by the reconciler', async () => {
    await pay(server, order);
    advanceClock(3 * MINUTE);
    await reconcile(server.payments);
    expect(await storedBooking(booking.id)).toMatchObject({ sequence: 1, total_paise: 5 * SLOT });
  });

  test('that is reported several times is made once, and a second payment of its order is refunded', async () => {
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
    expect(await storedBooking(booking.id)).toMatchObject({ sequence: 1, total_paise: 5 * SLOT });
    expect(await refunds()).toMatchObject([{ source_payment_id: second.id, reason: 'second-payment' }]);
  });

  test('is refunded with both payments when its booking is cancelled afterwards', async () => {
    const paid = await pay(server, order);
    dataOf(await complete(server, order, paid));
    expect(await cancelNow(server, booking.id)).toMatchObject({ refund: '1480.90' });
    expect(
      (await refunds()).map(({ amount_paise, source_payment_id }) => [source_payment_id, amount_paise]),
    ).toEqual([
      [paid.razorpay_payment_id, 2 * SLOT],
      [booking.paymentId, 3 * SLOT],
    ]);
    await processPayments();
    for (const refund of await refunds()) expect(refund.status).toBe('processed');
    expect(await paymentsOf(booking.id)).toEqual({
      payments: [
        { for: 'booking', method: 'card', amount: '888.54', reference: booking.paymentId },
        { for: 'move', method: 'card', amount: '592.36', reference: paid.razorpay_payment_id },
      ],
      sums: { paid: '1480.90', back: '1480.90', kept: '0.00' },
    });
    expect(await complete(server, order, paid)).toMatchObject({ status: 409, ...code('called-off') });
    expect(await storedBooking(booking.id)).toMatchObject({ status: bookingCodes.cancelled, sequence: 2 });
  });

  test('ends when its booking is cancelled, and its later payment is refunded completely', async () => {
    const paid = await pay(server, order);
    expect(dataOf(await cancel(server, booking.id, '888.54'))).toMatchObject({ state: 'cancelled' });
    expect(await slotsAt(DAY)).toEqual({});
    expect(await complete(server, order, paid)).toMatchObject({
      status: 410,
      body: { error: { refund_reason: 'booking-cancelled' } },
    });
    await processPayments();
    const [{ refunds: ended = [] } = {}] = await fetchBookings(server);
    // Both refunds have the same time, so that their order is undefined.
    expect(new Set(ended.map(({ reason, amount, status }) => `${reason} ${amount} ${status}`))).toEqual(
      new Set(['cancelled 888.54 processed', 'booking-cancelled 592.36 processed']),
    );
  });

  test('is not made when its booking has changed since', async () => {
    const paid = await pay(server, order);
    await server.database.updateTable('booking').set({ sequence: 1 }).where('id', '=', booking.id).execute();
    expect(await complete(server, order, paid)).toMatchObject({ status: 410 });
    expect(await slotsAt(DAY)).toEqual({ [booking.id]: [20, 21, 22] });
    expect(await refunds()).toMatchObject([{ late_cause: 'booking-moved', amount_paise: 2 * SLOT }]);
  });

  test('is not replaced while its payment is pending at the bank', async () => {
    await payByUpi(server, order, 'pending@razorpay');
    const other = { day: OTHER_DAY };
    const { sequence, difference } = dataOf(await fetchMoveTerms(server, booking.id, other));
    expect(await move(server, booking.id, other, { sequence, difference })).toMatchObject({
      status: 409,
      ...code('payment-under-way'),
    });
    expect(await statusOfMove(order)).toBe('moving');
  });

  test('that was already paid is made before another one can replace it', async () => {
    await pay(server, order);
    expect(
      await move(server, booking.id, { day: OTHER_DAY }, { sequence: 0, difference: '0' }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', move_terms: { sequence: 1, difference: '-592.36' } } },
    });
    expect(await storedBooking(booking.id)).toMatchObject({ sequence: 1, start_slot: 19 });
  });

  test('is refused without a hold when the provider does not respond', async () => {
    await release(server, order);
    server.provider.up = false;
    const { sequence, difference } = dataOf(await fetchMoveTerms(server, booking.id, longer));
    expect(await move(server, booking.id, longer, { sequence, difference })).toMatchObject({ status: 503 });
    server.provider.up = true;
    await expectUnchanged();
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
      const { sequence, difference } = dataOf(await fetchMoveTerms(server, id, to));
      return move(server, id, to, { sequence, difference });
    }
  });

  test('cannot be paid by another user, and is not a booking that can be cancelled or moved', async () => {
    const paid = await pay(server, order);
    expect(await complete(server, order, paid, { user: server.member })).toMatchObject({ status: 404 });
    expect(await fetchCancelTerms(server, moveId(order))).toMatchObject({ status: 404 });
    expect(await fetchMoveTerms(server, moveId(order), { day: OTHER_DAY })).toMatchObject({ status: 404 });
    expect(await fetchBookings(server, server.guest, moveId(order))).toEqual([]);
  });

  test('cannot be changed by a server of the previous version', async () => {
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
    expect(
      dataOf(await fetchMoveTerms(server, id, { day: DAY, range: LONGER }, server.member)),
    ).toMatchObject({
      paid_with: 'points',
      amount: '2.5',
      difference: '1',
    });
    expect(await to(LONGER)).toEqual({ booking_id: id, status: 'moved', sequence: 1 });
    expect(await points()).toBe(17.5);
    await to(SHORTER);
    expect(await emailContents(server, 'moved', id)).toMatchObject([
      { sequence: 1, refund_paise: 0, half_points: 2 },
      { sequence: 2, refund_paise: 0, half_points: -4 },
    ]);
    expect(await points()).toBe(19.5);
    expect(await storedBooking(id)).toMatchObject({ half_points: 1, total_paise: null });
    expect(await slotsAt(DAY)).toEqual({ [id]: [20] });
    expect(await cancelNow(server, id, server.member)).toMatchObject({ refund: '0.5' });
    expect(await points()).toBe(20);
  });

  test('is refused without enough points', async () => {
    const id = await bookByPoints(server, DAY);
    await setHalfPoints(server.database, 1, server.member.user_id);
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
  const shownTerms = { sequence: 0, difference: '0' };
  /** Of loading the terms, and of moving. */
  const responses = async (to: Target) => {
    const both = [await fetchMoveTerms(server, id, to), await move(server, id, to, shownTerms)];
    return both.map(({ status, body }) => `${status} ${body.error?.code}`);
  };
  const bothCalls = (error: string) => [error, error];

  test('onto the booking’s own times', async () => {
    expect(await responses({ day: DAY })).toEqual(bothCalls('409 same-times'));
  });

  test.each([
    ['into the past', { day: '2025-11-20' }],
    ['beyond the booking window', { day: '2026-05-22' }],
    ['onto times that have started', { day: '2025-11-21', range: { start: 20, end: 23 } }],
  ])('%s', async (_case, to) => {
    expect(await responses(to)).toEqual(bothCalls('400 bad-input'));
  });

  test('to a room that does not exist', async () => {
    expect(await responses({ day: DAY, room: 999 })).toEqual(bothCalls('404 not-found'));
  });

  test('onto taken times, with the slots taken by others', async () => {
    await bookByPoints(server, DAY, { start: 23, end: 25 });
    for (const response of [
      await fetchMoveTerms(server, id, { day: DAY, range: LATER }),
      await move(server, id, { day: DAY, range: LATER }, shownTerms),
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
    expect(await responses({ day: OTHER_DAY })).toEqual(bothCalls('409 already-booked'));
  });

  test('when cancelling is no longer free, or the booking has started', async () => {
    server.clock.now = Date.parse('2025-11-23T10:00:00+05:30') + 1;
    // Access tokens of this server are valid for a day.
    const responsesAt = async (now: number) => {
      await server.database
        .updateTable('booking')
        .set({ day: '2025-11-22', confirmed_at: new Date(START - 24 * HOUR) })
        .where('id', '=', id)
        .execute();
      server.clock.now = now;
      return responses({ day: OTHER_DAY });
    };
    expect(await responsesAt(START)).toEqual(bothCalls('409 too-late-to-move'));
    expect(await responsesAt(Date.parse('2025-11-22T10:00:00+05:30'))).toEqual(
      bothCalls('409 already-begun'),
    );
  });

  test('for a booking that is cancelled, unpaid or released', async () => {
    await cancelNow(server, id);
    expect(await responses({ day: OTHER_DAY })).toEqual(bothCalls('409 called-off'));
    const unpaid = dataOf(await create(server));
    id = unpaid.notes[2].booking_id;
    expect(await responses({ day: OTHER_DAY })).toEqual(bothCalls('409 not-paid'));
    await release(server, unpaid);
    expect(await responses({ day: OTHER_DAY })).toEqual(bothCalls('409 not-booked'));
  });

  test('for other users', async () => {
    expect(await fetchMoveTerms(server, id, { day: OTHER_DAY }, server.member)).toMatchObject({
      status: 404,
    });
    expect(await move(server, id, { day: OTHER_DAY }, shownTerms, server.member)).toMatchObject({
      status: 404,
    });
    expect(await fetchMoveTerms(server, id, { day: OTHER_DAY }, null)).toMatchObject({ status: 401 });
    expect(await move(server, id, { day: OTHER_DAY }, shownTerms, null)).toMatchObject({ status: 401 });
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
