import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { lockLeftOfBooking } from '../../../server/payments/refunds/bookingLeft.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { lockBooking } from '../../../server/payments/records.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { refundBooking } from '../../../server/payments/refunds/refundBooking.ts';
import { settle } from '../../../server/payments/settle.ts';
import { get } from '../../api/client.ts';
import { watchDay } from '../../api/liveView.ts';
import { START } from '../../api/startServer.ts';
import {
  fetchCancelTerms,
  bookByCard,
  bookByPoints,
  cancel,
  cancelNow,
  fetchBookings,
  emailContents,
  type PaidBooking,
} from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, create, dataOf, MORNING, release, ROOM, bookingState } from '../startPayments.ts';
import { deliver, eventOf, paymentOf } from '../webhooks.ts';

withFreshPayments();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Of MORNING, in paise: ₹502 per hour for 1.5 hours, with tax. */
const PRICE = 88_854;
/** 10:00 on these days is nearly 4 days, nearly 2 days and nearly 1 day after START. */
const FAR = '2025-11-25';
const NEAR = '2025-11-23';
const TOMORROW = '2025-11-22';

const advanceClock = (ms: number): void => {
  server.clock.now += ms;
};
const storedBooking = (id: string) =>
  server.database
    .selectFrom('booking')
    .select([
      'status',
      'sequence',
      'returned',
      'cancelled_at',
      'paid_by_payment_id',
      'policy',
      'confirmed_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const refunds = () =>
  server.database
    .selectFrom('refund')
    .select([
      'id',
      'source_payment_id',
      'amount_paise',
      'reason',
      'status',
      'refund_id',
      'failures',
      'booking_id',
    ])
    .orderBy('due_since')
    .orderBy('id')
    .execute();
const storedSlots = (id: string) =>
  server.database.selectFrom('booking_slot').select('slot').where('booking_id', '=', id).execute();
const points = async (): Promise<number> => {
  const { user_id, access } = server.member;
  const path = `${paths.memberDetails}?uid=${user_id}`;
  return (await get<MemberDetailsResponse>(server, path, access)).body.data.monthly_limit;
};
/** A payment as the provider has it. */
const atProvider = (id: string) => server.sdk.payments.fetch(id);
/** Runs the reconciler, lets the provider process its refunds, and runs the reconciler again. */
async function moneyArrives(): Promise<void> {
  await reconcile(server.payments);
  advanceClock(10 * MINUTE);
  await reconcile(server.payments);
}
const code = (expected: string) => ({ body: { error: { code: expected } } });

describe('a booking by card', () => {
  let booking: PaidBooking;
  beforeEach(async () => {
    booking = await bookByCard(server, NEAR);
  });

  test('that is cancelled at once releases its slots and is refunded completely', async () => {
    const view = await watchDay(server, NEAR);
    expect(dataOf(await fetchCancelTerms(server, booking.id))).toEqual({
      booking_id: booking.id,
      paid_with: 'card',
      refund: '888.54',
      percent: 100,
      free_until: new Date(START + 2 * HOUR).toISOString(),
      terms: expect.stringContaining('50% refund until 24 hours before the start.') as string,
    });
    expect(dataOf(await cancel(server, booking.id, '888.54'))).toEqual({
      booking_id: booking.id,
      state: 'cancelled',
      status: 'called_off',
      refund: '888.54',
    });
    expect(await storedBooking(booking.id)).toMatchObject({
      status: bookingCodes.cancelled,
      sequence: 1,
      returned: PRICE,
      cancelled_at: new Date(START),
      paid_by_payment_id: booking.paymentId,
    });
    expect(await emailContents(server, 'cancelled', booking.id)).toEqual([
      { booking_id: booking.id, sequence: 1 },
    ]);
    expect(await view.next(), 'the viewers of the day').toBe(String(ROOM));
    view.close();
    expect(await storedSlots(booking.id)).toEqual([]);
    await bookByPoints(server, NEAR);

    expect(await refunds()).toMatchObject([
      {
        source_payment_id: booking.paymentId,
        amount_paise: PRICE,
        reason: 'cancelled',
        status: 'due',
        booking_id: booking.id,
      },
    ]);
    await moneyArrives();
    expect(await refunds()).toMatchObject([{ status: 'processed' }]);
    expect(await atProvider(booking.paymentId)).toMatchObject({ status: 'refunded', amount_refunded: PRICE });
    expect((await storedBooking(booking.id)).status, 'permanently').toBe(bookingCodes.cancelled);
  });

  test('is refunded from its own payment, to the user who paid, and changes no other payment', async () => {
    // The refund is larger than the other payment.
    const other = await bookByCard(server, FAR, { start: 30, end: 34 }, server.member);
    await cancelNow(server, other.id, server.member);
    await moneyArrives();
    expect(
      await server.database
        .selectFrom('payment')
        .select(['payment_id', 'status'])
        .where('payment_id', 'in', [booking.paymentId, other.paymentId])
        .orderBy('recorded_at')
        .execute(),
    ).toEqual([
      { payment_id: booking.paymentId, status: 'captured' },
      { payment_id: other.paymentId, status: 'refunded' },
    ]);
    const [refund] = await refunds();
    const emails = server.database.selectFrom('letter').select('user_id').where('kind', '=', 'refunded');
    expect(await emails.where('dedupe_key', 'like', `%${refund?.id}%`).execute()).toEqual([
      { user_id: server.member.user_id },
    ]);
  });

  test('is refunded by half later, to the exact paisa, with a partial refund of the payment', async () => {
    advanceClock(3 * HOUR);
    expect(dataOf(await fetchCancelTerms(server, booking.id))).toMatchObject({
      refund: '444.27',
      percent: 50,
    });
    expect(await cancelNow(server, booking.id)).toMatchObject({ refund: '444.27' });
    await moneyArrives();
    expect(await atProvider(booking.paymentId)).toMatchObject({
      status: 'captured',
      amount_refunded: 44_427,
      refund_status: 'partial',
    });
    const { status } = await server.database
      .selectFrom('payment')
      .select('status')
      .where('payment_id', '=', booking.paymentId)
      .executeTakeFirstOrThrow();
    expect(status, 'a partial refund').toBe('captured');
  });

  test('is not refunded on its last day, but releases its slots', async () => {
    await cancelNow(server, booking.id);
    const late = await bookByCard(server, TOMORROW);
    // The time to correct an error is over.
    advanceClock(16 * MINUTE);
    expect(await cancelNow(server, late.id)).toMatchObject({ refund: '0.00' });
    expect(await refunds()).toHaveLength(1);
    expect(await storedSlots(late.id)).toEqual([]);
    await moneyArrives();
    expect(await atProvider(late.paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0 });
  });

  test('is cancelled once: repeated calls get the same response, even later and with another refund', async () => {
    advanceClock(3 * HOUR);
    const first = await cancelNow(server, booking.id);
    advanceClock(30 * HOUR - 10 * HOUR);
    for (const refund of ['444.27', '888.54', '0.00']) {
      expect(dataOf(await cancel(server, booking.id, refund))).toEqual(first);
    }
    expect(await refunds()).toHaveLength(1);
    expect(await storedBooking(booking.id)).toMatchObject({ sequence: 1, returned: 44_427 });
    expect(await fetchCancelTerms(server, booking.id)).toMatchObject({ status: 409, ...code('called-off') });
  });

  test('is not cancelled when the terms have changed; the response has the current terms', async () => {
    advanceClock(2 * HOUR + 1);
    expect(await cancel(server, booking.id, '888.54')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'terms-changed',
          terms: { booking_id: booking.id, refund: '444.27', percent: 50, paid_with: 'card' },
        },
      },
    });
    expect(await storedBooking(booking.id)).toMatchObject({ status: 'confirmed', sequence: 0 });
    expect(await storedSlots(booking.id)).toHaveLength(3);
    expect(await refunds()).toEqual([]);
  });

  test.each(['888.55', '0.00', '444.27', '999999999', 0])('is not cancelled for %j', async (refund) => {
    expect(await cancel(server, booking.id, refund)).toMatchObject({ status: 409, ...code('terms-changed') });
  });

  test.each(['', '-1', '1.234', 'everything', 'NaN', null])(
    'is not cancelled for %j, which is not an amount',
    async (refund) => {
      expect(await cancel(server, booking.id, refund)).toMatchObject({
        status: 400,
        body: { error: { code: 'bad-input', fields: { refund: expect.any(String) as string } } },
      });
    },
  );

  test('cannot be seen or cancelled by other users', async () => {
    for (const id of [booking.id, '00000000-0000-4000-8000-000000000000']) {
      expect(await fetchCancelTerms(server, id, server.member)).toMatchObject({
        status: 404,
        ...code('not-found'),
      });
      expect(await cancel(server, id, '888.54', server.member)).toMatchObject({ status: 404 });
    }
    expect(await fetchCancelTerms(server, booking.id, null)).toMatchObject({ status: 401 });
    expect(await cancel(server, booking.id, '888.54', null)).toMatchObject({ status: 401 });
    expect(await fetchCancelTerms(server, 'no-id')).toMatchObject({ status: 400 });
    expect(await cancel(server, "' or true --", '888.54')).toMatchObject({ status: 400 });
    expect(await storedBooking(booking.id)).toMatchObject({ status: 'confirmed' });
  });

  test('can be cancelled by a user who was blocked after booking', async () => {
    const blocked = (is_blocked: boolean) =>
      server.database
        .updateTable('app_user')
        .set({ is_blocked })
        .where('id', '=', server.guest.user_id)
        .execute();
    await blocked(true);
    expect(await cancel(server, booking.id, '888.54')).toMatchObject({ status: 200 });
    await blocked(false);
  });

  test('is listed with the state of its refund, even after its time has passed, and by its id', async () => {
    advanceClock(3 * HOUR);
    await cancelNow(server, booking.id);
    const bookingWith = (status: string, part: object) => ({
      id: booking.id,
      state: 'cancelled',
      amount: '888.54',
      refund: { amount: '444.27', status },
      refunds: [{ amount: '444.27', reason: 'cancelled', ...part }],
    });
    const due = bookingWith('refund_due', { status: 'due', reference: null, bank_reference: null });
    expect(await fetchBookings(server)).toMatchObject([due]);
    expect(await fetchBookings(server, server.guest, booking.id)).toMatchObject([due]);
    expect(await fetchBookings(server, server.member, booking.id), 'for another user').toEqual([]);

    await server.database
      .updateTable('booking')
      .set({ day: '2025-11-01' })
      .where('id', '=', booking.id)
      .execute();
    await reconcile(server.payments);
    const reference = expect.stringMatching(/^rfnd_/) as string;
    expect(await fetchBookings(server)).toMatchObject([
      bookingWith('refund_due', { status: 'requested', reference }),
    ]);
    advanceClock(10 * MINUTE);
    await reconcile(server.payments);
    const arrived = [
      bookingWith('refunded', {
        status: 'processed',
        reference,
        bank_reference: expect.stringMatching(/^\d{23}$/) as string,
      }),
    ];
    expect(await fetchBookings(server)).toMatchObject(arrived);
    expect(await fetchBookings(server, server.guest, booking.id)).toMatchObject(arrived);
  });

  test('is refunded later when the provider fails, with another idempotency key and the same refund id', async () => {
    server.sandbox.failNextRefunds();
    await cancelNow(server, booking.id);
    await moneyArrives();
    expect(await refunds()).toMatchObject([{ status: 'due', failures: 1 }]);
    expect(await fetchBookings(server)).toMatchObject([
      { state: 'cancelled', refund: { status: 'refund_due' } },
    ]);
    await moneyArrives();
    await moneyArrives();
    expect(await refunds()).toMatchObject([{ status: 'processed', failures: 1 }]);
    expect(await atProvider(booking.paymentId)).toMatchObject({ amount_refunded: PRICE });
  });

  describe('that is cancelled stays cancelled', () => {
    beforeEach(async () => {
      advanceClock(3 * HOUR);
      await cancelNow(server, booking.id);
    });
    const unchanged = async () => {
      expect(await storedBooking(booking.id)).toMatchObject({ status: bookingCodes.cancelled, sequence: 1 });
      expect(await storedSlots(booking.id)).toEqual([]);
      expect(await refunds()).toMatchObject([{ reason: 'cancelled', amount_paise: 44_427 }]);
    };

    test('when its payment is reported again, before and after its refund', async () => {
      const event = eventOf('payment.captured', {
        payment: paymentOf(booking.created, { id: booking.paymentId }),
      });
      for (const _again of [1, 2]) {
        expect(await deliver(server, event)).toMatchObject({ status: 200, body: { status: 'done' } });
        await unchanged();
        await moneyArrives();
      }
      advanceClock(20 * HOUR);
      await reconcile(server.payments);
      await unchanged();
    });

    test('when the browser completes, releases or checks its payment late', async () => {
      const responses = [
        await complete(server, booking.created, booking.paid),
        await release(server, booking.created),
        await get(server, `${paths.paymentStatus}?booking_id=${booking.id}`, server.guest.access),
      ];
      for (const response of responses)
        expect(response).toMatchObject({ status: 409, ...code('called-off') });
      await unchanged();
    });

    test('when a second payment of its order arrives, which is refunded completely', async () => {
      const second = {
        id: 'pay_abcdefghij0002',
        orderId: booking.created.id,
        amountPaise: PRICE,
        currency: 'INR',
      };
      for (const _again of [1, 2]) {
        expect(await settle(server.payments, { ...second, status: 'captured' })).toBe('cancelled');
      }
      expect(await storedBooking(booking.id)).toMatchObject({ status: bookingCodes.cancelled });
      const amounts = (await refunds()).map(({ reason, amount_paise }) => [reason, amount_paise]);
      expect(Object.fromEntries(amounts)).toEqual({ cancelled: 44_427, 'second-payment': PRICE });
      expect(amounts).toHaveLength(2);
    });

    test('and its slots can be booked by the same user again, by a new booking', async () => {
      const again = await bookByCard(server, NEAR);
      expect(again.id).not.toBe(booking.id);
      expect(await storedBooking(again.id)).toMatchObject({ status: 'confirmed' });
      await unchanged();
    });

    test('when a server of the previous version writes', async () => {
      const { database } = server;
      const overwrite = database
        .updateTable('booking')
        .set({ status: 'refund_due' })
        .where('id', '=', booking.id);
      await expect(overwrite.execute()).rejects.toThrow('booking_called_off');
    });
  });
});

describe('a booking that cannot be cancelled', () => {
  /** Of loading the terms and of cancelling. */
  const errors = async (id: string) => {
    const responses = [await fetchCancelTerms(server, id), await cancel(server, id, '888.54')];
    return responses.map(({ status, body }) => `${status} ${body.error?.code}`);
  };
  const bothCalls = (expected: string) => [`409 ${expected}`, `409 ${expected}`];
  const createUnpaid = async () => dataOf(await create(server, MORNING, { bdate: NEAR }));

  test('is one that is unpaid, released or expired', async () => {
    const { notes } = await createUnpaid();
    expect(await errors(notes[2].booking_id)).toEqual(bothCalls('not-paid'));
    await release(server, await createUnpaid());
    expect(await errors(notes[2].booking_id)).toEqual(bothCalls('not-booked'));
    const { notes: others } = await createUnpaid();
    advanceClock(14 * MINUTE);
    await reconcile(server.payments);
    expect(await errors(others[2].booking_id)).toEqual(bothCalls('not-booked'));
  });

  test('is one whose payment came too late, before and after its refund', async () => {
    const created = await createUnpaid();
    const paid = await pay(server, created);
    advanceClock(14 * MINUTE);
    await bookByPoints(server, NEAR);
    expect(await complete(server, created, paid)).toMatchObject({ status: 410 });
    expect(await errors(created.notes[2].booking_id)).toEqual(bothCalls('not-booked'));
    await moneyArrives();
    expect(await bookingState(server, created)).toMatchObject({ status: 'refunded' });
    expect(await errors(created.notes[2].booking_id)).toEqual(bothCalls('not-booked'));
  });

  test('is one that has started, to the millisecond, or has ended', async () => {
    const { id } = await bookByCard(server, TOMORROW);
    const begins = Date.parse('2025-11-22T10:00:00+05:30');
    server.clock.now = begins - 1;
    expect(await fetchCancelTerms(server, id)).toMatchObject({ status: 200, body: { data: { percent: 0 } } });
    server.clock.now = begins;
    expect(await errors(id)).toEqual(bothCalls('already-begun'));
    server.clock.now = START;
    await server.database.updateTable('booking').set({ day: '2025-11-01' }).where('id', '=', id).execute();
    expect(await errors(id)).toEqual(bothCalls('already-begun'));
    expect(await storedBooking(id)).toMatchObject({ status: 'confirmed' });
  });
});

describe('a booking with points', () => {
  test('returns every half-point once', async () => {
    const id = await bookByPoints(server, FAR);
    expect(await points()).toBe(18.5);
    expect(dataOf(await fetchCancelTerms(server, id, server.member))).toEqual({
      booking_id: id,
      paid_with: 'points',
      refund: '1.5',
      percent: 100,
      free_until: '2025-11-25T00:30:00.000Z',
      terms:
        'All points are returned until 4 hours before the start. All points are returned for 15 minutes after booking while the start is more than 1 hour away. No refund after that.',
    });
    for (const refund of ['1.5', 1.5, '20']) {
      expect(dataOf(await cancel(server, id, refund, server.member))).toEqual({
        booking_id: id,
        state: 'cancelled',
        status: 'called_off',
        refund: '1.5',
      });
    }
    expect(await points()).toBe(20);
    expect(await storedBooking(id)).toMatchObject({
      status: bookingCodes.cancelled,
      returned: 3,
      sequence: 1,
    });
    const cancelled = [{ id, state: 'cancelled', status: 'called_off', amount: '1.5' }];
    expect(await fetchBookings(server, server.member)).toMatchObject(cancelled);
    expect(await fetchBookings(server, server.member, id)).toMatchObject(cancelled);
    await bookByCard(server, FAR);
  });

  test('returns no points in its last four hours', async () => {
    const id = await bookByPoints(server, '2025-11-21', { start: 29, end: 31 });
    advanceClock(20 * MINUTE);
    expect(await cancel(server, id, '1', server.member)).toMatchObject({ status: 200 });
    const late = await bookByPoints(server, '2025-11-21', { start: 28, end: 29 });
    advanceClock(16 * MINUTE);
    expect(await cancel(server, late, '0.5', server.member)).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed', terms: { refund: '0', percent: 0 } } },
    });
    expect(await cancel(server, late, '0', server.member)).toMatchObject({ status: 200 });
    expect(await points()).toBe(19.5);
  });

  test.each(['1.49', '1.51', '150', '1', '3'])('is not cancelled for %j points', async (refund) => {
    const id = await bookByPoints(server, FAR);
    expect(await cancel(server, id, refund, server.member)).toMatchObject({
      status: 409,
      ...code('terms-changed'),
    });
    expect(await points()).toBe(18.5);
  });
});

describe('the policy', () => {
  const setPolicy = (id: string, policy: string | null) =>
    server.database.updateTable('booking').set({ policy }).where('id', '=', id).execute();

  test('is copied onto a new booking, so that a later change does not affect it', async () => {
    const { id } = await bookByCard(server, FAR);
    expect((await storedBooking(id)).policy).toMatchObject({
      steps: [{ hours: 48, percent: 100 }, { hours: 24 }],
    });
    expect((await storedBooking(await bookByPoints(server, '2025-11-26'))).policy).toMatchObject({
      grace: null,
    });
    await setPolicy(id, JSON.stringify({ steps: [{ hours: 72, percent: 30 }], grace: null }));
    expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject({
      refund: '266.56',
      percent: 30,
      free_until: null,
      terms: '30% refund until 72 hours before the start. No refund after that.',
    });
  });

  test('of a booking that the previous version created is the first policy', async () => {
    const { id } = await bookByCard(server, FAR);
    await setPolicy(id, null);
    expect(dataOf(await fetchCancelTerms(server, id))).toMatchObject({ percent: 100 });
  });
});

describe('next to a server of the previous version', () => {
  /** That version does not store which payment has confirmed a booking. */
  const forgetPayment = (id: string) =>
    server.database.updateTable('booking').set({ paid_by_payment_id: null }).where('id', '=', id).execute();

  test('a booking that it confirmed can be cancelled, and its payment is stored afterwards', async () => {
    const { id, paymentId, created } = await bookByCard(server, FAR);
    await forgetPayment(id);
    await cancelNow(server, id);
    await moneyArrives();
    expect(await storedBooking(id)).toMatchObject({ paid_by_payment_id: paymentId });
    const second = { id: 'pay_abcdefghij0002', orderId: created.id, amountPaise: PRICE, currency: 'INR' };
    await settle(server.payments, { ...second, status: 'captured' });
    expect(await refunds()).toMatchObject([{ reason: 'cancelled' }, { reason: 'second-payment' }]);
  });

  test('a repeated report of the payment of a booking that it confirmed is not refunded', async () => {
    const { id, paymentId, created } = await bookByCard(server, FAR);
    await forgetPayment(id);
    const report = { id: paymentId, orderId: created.id, amountPaise: PRICE, currency: 'INR' };
    await settle(server.payments, { ...report, status: 'captured' });
    expect(await refunds()).toEqual([]);
    expect(await storedBooking(id)).toMatchObject({ status: 'confirmed' });
  });

  test('a refunded second payment is not mistaken for the one that confirmed the booking', async () => {
    const { id, paymentId, created } = await bookByCard(server, FAR);
    const report = { orderId: created.id, amountPaise: PRICE, currency: 'INR', status: 'captured' } as const;
    await settle(server.payments, { ...report, id: 'pay_abcdefghij0002' });
    await forgetPayment(id);
    await settle(server.payments, { ...report, id: paymentId });
    expect(await refunds()).toMatchObject([
      { reason: 'second-payment', source_payment_id: 'pay_abcdefghij0002' },
    ]);
    expect(await storedBooking(id)).toMatchObject({ status: 'confirmed' });
  });

  test('a refund that it created is processed', async () => {
    const created = dataOf(await create(server));
    const paid = await pay(server, created);
    await server.database
      .insertInto('payment')
      .values({
        payment_id: paid.razorpay_payment_id,
        order_id: created.id,
        amount_paise: created.amount,
        status: 'captured',
      })
      .execute();
    const insertAsBefore = () =>
      sql`
      insert into refund (payment_id, amount_paise, reason, due_since, next_try_at)
      values (${paid.razorpay_payment_id}, ${created.amount}, 'late', ${new Date(START)}, ${new Date(START)})
      on conflict (payment_id) do nothing returning payment_id`.execute(server.database);
    expect((await insertAsBefore()).rows).toHaveLength(1);
    expect((await insertAsBefore()).rows).toHaveLength(0);
    await server.database
      .updateTable('booking')
      .set({ status: 'refund_due' })
      .where('id', '=', created.notes[2].booking_id)
      .execute();
    expect(await fetchBookings(server)).toMatchObject([
      { status: 'refund_due', refunds: [{ reason: 'late' }] },
    ]);
    await moneyArrives();
    expect(await bookingState(server, created)).toMatchObject({ status: 'refunded' });
  });
});

describe('several refunds of one payment', () => {
  /** Creates two refunds of the same amount for one payment. */
  async function twoEqualRefunds(): Promise<PaidBooking> {
    const booking = await bookByCard(server, FAR);
    for (const _each of [1, 2]) {
      await inTransaction(server.database, async (tx) =>
        refundBooking(tx, await lockBooking(tx, booking.id), {
          amountPaise: 10_000,
          reason: 'moved',
          now: server.clock.now,
        }),
      );
    }
    return booking;
  }

  test('with the same amount are separate: each is requested and processed', async () => {
    const { paymentId } = await twoEqualRefunds();
    await moneyArrives();
    const made = await refunds();
    expect(made.map(({ status }) => status)).toEqual(['processed', 'processed']);
    expect(new Set(made.map(({ refund_id }) => refund_id)).size).toBe(2);
    expect(await atProvider(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 20_000 });
  });

  test('that return all of it mark it as refunded only when all are processed', async () => {
    const { id, paymentId } = await twoEqualRefunds();
    await inTransaction(server.database, async (tx) =>
      refundBooking(tx, await lockBooking(tx, id), {
        amountPaise: PRICE - 20_000,
        reason: 'moved',
        now: server.clock.now,
      }),
    );
    const storedStatus = async () =>
      (
        await server.database
          .selectFrom('payment')
          .select('status')
          .where('payment_id', '=', paymentId)
          .executeTakeFirstOrThrow()
      ).status;
    server.sandbox.failCalls('POST /payments/:id/refund', { kind: 'server-error' });
    await reconcile(server.payments);
    await moneyArrives();
    expect((await refunds()).map(({ status }) => status).sort()).toEqual([
      'processed',
      'processed',
      'requested',
    ]);
    expect(await storedStatus()).toBe('captured');
    await moneyArrives();
    expect(await storedStatus()).toBe('refunded');
  });

  test('are found by their ids when the responses were lost', async () => {
    const { paymentId } = await twoEqualRefunds();
    server.sandbox.failCalls('POST /payments/:id/refund', { kind: 'lost-response' }, 2);
    await reconcile(server.payments);
    // The list before the second request contains the first refund, whose response was lost.
    expect((await refunds()).map(({ status }) => status).toSorted()).toEqual(['due', 'requested']);
    await moneyArrives();
    await moneyArrives();
    expect((await refunds()).map(({ status }) => status)).toEqual(['processed', 'processed']);
    expect(await atProvider(paymentId)).toMatchObject({ amount_refunded: 20_000 });
  });

  test('are settled by a refund of the same amount that was made by hand, one of them', async () => {
    const { paymentId } = await twoEqualRefunds();
    await server.sdk.payments.refund(paymentId, { amount: 10_000 });
    await moneyArrives();
    expect(await atProvider(paymentId)).toMatchObject({ amount_refunded: 20_000 });
    expect((await refunds()).map(({ status }) => status)).toEqual(['processed', 'processed']);
  });

  test('never exceed the payment', async () => {
    const { id } = await twoEqualRefunds();
    const tooMuch = inTransaction(server.database, async (tx) =>
      refundBooking(tx, await lockBooking(tx, id), {
        amountPaise: PRICE - 19_999,
        reason: 'moved',
        now: START,
      }),
    );
    await expect(tooMuch).rejects.toThrow('are not left of its payments');
    expect(await refunds()).toHaveLength(2);
  });
});

test('the payments whose refunds are computed are locked until the end of the transaction', async () => {
  const { id } = await bookByCard(server, FAR);
  const unlockedPayments = () =>
    server.database.selectFrom('payment').select('payment_id').forUpdate().skipLocked().execute();
  const lockedLeft = await inTransaction(server.database, async (tx) => {
    const { leftPaise } = await lockLeftOfBooking(tx, { id, paid_with: 'card', total_paise: PRICE });
    expect(await unlockedPayments()).toEqual([]);
    return leftPaise;
  });
  expect(lockedLeft).toBe(PRICE);
  expect(await unlockedPayments()).toHaveLength(1);
});
