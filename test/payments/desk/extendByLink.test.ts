import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { insertionOrder } from '../../fixtures/insertionOrder.ts';
import { beginMove, bookByCard, bookByPoints, cancelNow, fetchBookings, moveTo } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { beginCard, callSheet, payByCard, VALID_OTP, type CheckoutOptions } from '../payer.ts';
import { costOf, create, dataOf, DAY, openDaily, release, ROOM } from '../startPayments.ts';

/* Longer times of a booking that the customer pays by a payment link. */

withFreshPayments();
let desk: SignedIn;
/** A booking of the guest, by card. */
let id: string;
const RANGE: SlotRange = { start: 20, end: 22 };
const LONGER: SlotRange = { start: 20, end: 23 };
beforeEach(async () => {
  desk = await signIn(server, 'desk');
  ({ id } = await bookByCard(server, DAY, RANGE));
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HALF_HOUR = costOf({ start: 0, end: 1 });

type CallResponse = ApiResponse<{ data: { booking_id?: string } } & ErrorBody>;
const call = (path: string, fields: Record<string, unknown>): Promise<CallResponse> =>
  post(server, path, fields, { token: desk.access });
const outcome = async (response: Promise<CallResponse>) => {
  const { status, body } = await response;
  return status === 200 ? 'done' : `${status} ${body.error.code}`;
};
const extension = ({ start, end }: SlotRange, fields: object) => ({
  booking_id: id,
  sequence: 0,
  start_time: slotTime(start),
  end_time: slotTime(end),
  amount: HALF_HOUR,
  ...fields,
});
const extendByLink = (range = LONGER, fields: object = {}) =>
  call(deskPaths.extendByLink, extension(range, fields));
const withdraw = (bookingId: string) => call(deskPaths.withdrawLink, { booking_id: bookingId });

const fetchBooking = async () => {
  desk = await signIn(server, 'desk');
  return dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk.access));
};
const openExtension = async () => {
  const { extension: open } = await fetchBooking();
  if (!open) throw new Error('there is no link');
  return open;
};
const linkState = async () => (await fetchBooking()).extension?.state ?? null;
const bookedTimes = async () => {
  const { start_time, end_time, sequence, amount } = await fetchBooking();
  return [start_time, end_time, sequence, amount];
};
const UNCHANGED = ['10:00:00', '11:00:00', 0, costOf(RANGE)];
const EXTENDED = ['10:00:00', '11:30:00', 1, costOf(LONGER)];
/** The slots of the day, and whether each is held for a payment. */
const slots = async () =>
  (
    await server.database
      .selectFrom('booking_slot')
      .select(['slot', 'hold_expires_at'])
      .where('day', '=', DAY)
      .orderBy('slot')
      .execute()
  ).map(({ slot, hold_expires_at }) => (hold_expires_at === null ? slot : `${slot} held`));
const refunds = () =>
  server.database.selectFrom('refund').select(['amount_paise', 'reason', 'late_cause']).execute();
const emails = async () =>
  (
    await server.database
      .selectFrom('letter')
      .select('kind')
      .orderBy('created_at')
      .orderBy(insertionOrder)
      .execute()
  ).map(({ kind }) => kind);
const runReconciler = (ms: number) => {
  server.clock.now += ms;
  return reconcile(server.payments);
};
const deliverOrReconcile = (source: 'the webhook' | 'the reconciler', ms = 0) => {
  if (source === 'the reconciler') return runReconciler(ms);
  server.clock.now += ms;
  return server.sandbox.deliverDue();
};

/** The provider's page of a link opens its checkout with these options. */
async function openLink(url: string): Promise<CheckoutOptions> {
  const page = await callSheet<{ key: string; order_id: string; amount: number }>(server, 'link', {
    id: url.split('/').at(-1),
  });
  return { id: page.order_id, key: page.key, amount: page.amount };
}
const payLink = async () => payByCard(server, await openLink((await openExtension()).url));

/** Starts to pay the link, and returns what finishes the payment. */
async function beginToPay(): Promise<() => Promise<void>> {
  const { order_id, page_token, payment_id } = await beginCard(
    server,
    await openLink((await openExtension()).url),
  );
  return async () => {
    await callSheet(server, 'authenticate', { order_id, page_token, payment_id, otp: VALID_OTP });
    await server.sandbox.deliverDue();
  };
}

/** What was paid and not refunded equals what the tax documents say. */
async function expectDocumentsOfMoney(): Promise<void> {
  await issueDueTaxDocuments(server);
  const sum = (rows: readonly { paise: number }[]) => rows.reduce((total, { paise }) => total + paise, 0);
  const { database } = server;
  const payments = await database.selectFrom('payment').select('amount_paise as paise').execute();
  const back = await database.selectFrom('refund').select('amount_paise as paise').execute();
  const documents = await database.selectFrom('paper').select(['kind', 'total_paise as paise']).execute();
  const signed = documents.map(({ kind, paise }) => ({ paise: kind === 'invoice' ? paise : -paise }));
  expect(sum(signed)).toBe(sum(payments) - sum(back));
}

describe('a link for longer times', () => {
  test('holds them for a day, is sent by email, and is shown to the desk and the customer', async () => {
    expect(await outcome(extendByLink())).toBe('done');
    const until = new Date(server.clock.now + 24 * HOUR).toISOString();
    expect(await slots()).toEqual([20, 21, '22 held']);
    expect(await openExtension()).toMatchObject({
      start_time: '10:00:00',
      end_time: '11:30:00',
      amount: HALF_HOUR,
      state: 'open',
      until,
    });
    expect(await bookedTimes()).toEqual(UNCHANGED);
    expect((await emails()).filter((kind) => kind !== 'booked')).toEqual(['extension-link']);
    expect((await fetchBooking()).history?.slice(0, 2)).toMatchObject([
      { action: 'payment link made', by: 'Divya Raman' },
      {
        action: 'longer times held for a payment link',
        became: { from: '10:00:00', to: '11:30:00', amount: HALF_HOUR },
      },
    ]);
    const [shown] = await fetchBookings(server);
    expect(shown?.open_move).toMatchObject({ by_link: true, until, amount: HALF_HOUR, end_time: '11:00:00' });
    // Two hours are longer than any checkout, and nobody else can book the times.
    await runReconciler(2 * HOUR);
    expect(await create(server, { start: 22, end: 24 }, { user: server.member })).toMatchObject({
      status: 409,
      body: { error: { code: 'slot-taken' } },
    });
    expect(await slots()).toEqual([20, 21, '22 held']);
  });

  test('names the booking and the longer times at the provider', async () => {
    await extendByLink();
    const { url } = await openExtension();
    const page = await callSheet<{ description: string }>(server, 'link', { id: url.split('/').at(-1) });
    expect(page.description).toBe(
      'Litrooms: Kolam Round, Tuesday 25 November 2025, extended to 10:00 AM to 11:30 AM',
    );
  });

  test('expires when the added times begin, and is refused when they begin too soon or have begun', async () => {
    server.clock.now = instantOf(DAY, 20) + 10 * MINUTE;
    desk = await signIn(server, 'desk');
    expect(await outcome(extendByLink())).toBe('done');
    const { until, id: holdId } = await openExtension();
    expect(until).toBe(new Date(instantOf(DAY, 22)).toISOString());
    await withdraw(holdId);
    server.clock.now = instantOf(DAY, 22) - 10 * MINUTE;
    desk = await signIn(server, 'desk');
    expect(await extendByLink()).toMatchObject({
      status: 400,
      body: { error: { fields: { end_time: expect.stringContaining('take cash or UPI') } } },
    });
    server.clock.now = instantOf(DAY, 22) + 10 * MINUTE;
    desk = await signIn(server, 'desk');
    expect(await outcome(extendByLink())).toBe('400 bad-input');
    expect(await slots()).toEqual([20, 21]);
  });

  test.each(['the webhook', 'the reconciler'] as const)(
    'that is paid makes the booking longer by %s, with an invoice, an email and an entry in the history',
    async (source) => {
      await extendByLink();
      expect((await payLink()).paid).toBeDefined();
      await deliverOrReconcile(source, 3 * MINUTE);
      expect(await bookedTimes()).toEqual(EXTENDED);
      expect(await slots()).toEqual([20, 21, 22]);
      expect((await emails()).filter((kind) => kind !== 'booked')).toEqual(['extension-link', 'moved']);
      const { history, payments, extension: paid } = await fetchBooking();
      expect(paid?.state).toBe('paid');
      expect(history?.[0]).toMatchObject({
        by: null,
        action: 'extended',
        was: { to: '11:00:00' },
        became: { to: '11:30:00' },
      });
      expect(payments).toMatchObject([{ for: 'booking' }, { for: 'move', amount: HALF_HOUR }]);
      await expectDocumentsOfMoney();
      // Further reports change nothing.
      await server.sandbox.deliverDue();
      await runReconciler(HOUR);
      expect([await refunds(), await bookedTimes()]).toEqual([[], EXTENDED]);
      expect(await outcome(extendByLink())).toBe('done');
      expect(await withdraw(paid?.id ?? '')).toMatchObject({
        status: 409,
        body: { error: { code: 'changed-meanwhile' } },
      });
      expect(await bookedTimes()).toEqual(EXTENDED);
    },
  );

  test('that is paid in time counts, even if the payment is reported after the added times have begun', async () => {
    server.clock.now = instantOf(DAY, 21);
    desk = await signIn(server, 'desk');
    await extendByLink();
    server.clock.now = instantOf(DAY, 22) - MINUTE;
    await payLink();
    await runReconciler(2 * MINUTE);
    expect(await bookedTimes()).toEqual(EXTENDED);
    expect(await refunds()).toEqual([]);
  });

  test.each(['the webhook', 'the reconciler'] as const)(
    'that has expired releases the times by %s, and the booking stays',
    async (source) => {
      await extendByLink();
      const { url } = await openExtension();
      await deliverOrReconcile(source, 24 * HOUR + 2 * MINUTE);
      expect(await slots()).toEqual([20, 21]);
      expect([await bookedTimes(), await linkState()]).toEqual([UNCHANGED, 'over']);
      expect((await payByCard(server, await openLink(url))).error?.description).toContain('expired');
      // The next one can be sent.
      expect(await outcome(extendByLink())).toBe('done');
      expect(await linkState()).toBe('open');
    },
  );

  test('that the desk has withdrawn cannot be paid any more, and frees the times', async () => {
    await extendByLink();
    const { url, id: holdId } = await openExtension();
    expect(await outcome(withdraw(holdId))).toBe('done');
    expect(await slots()).toEqual([20, 21]);
    expect((await payByCard(server, await openLink(url))).error?.description).toContain('cancelled');
    expect(await outcome(withdraw(holdId))).toBe('409 changed-meanwhile');
    const { history, extension: withdrawn } = await fetchBooking();
    expect(withdrawn?.state).toBe('over');
    expect(history?.[0]).toMatchObject({ action: 'payment link withdrawn', by: 'Divya Raman' });
    expect(await bookedTimes()).toEqual(UNCHANGED);
  });

  test('is not withdrawn with the id of a booking that has none', async () => {
    await extendByLink();
    expect(await outcome(withdraw(id))).toBe('404 not-found');
    expect(await linkState()).toBe('open');
  });
});

describe('a late payment of a link for longer times', () => {
  test('is refunded in full with an email, when the link has expired', async () => {
    await extendByLink();
    server.clock.now += 24 * HOUR - MINUTE;
    const finish = await beginToPay();
    await runReconciler(3 * MINUTE);
    // Somebody else has the times now.
    const user = await signIn(server, 'member');
    dataOf(await create(server, { start: 22, end: 24 }, { user }));
    await finish();
    expect(await refunds()).toEqual([{ amount_paise: 29_618, reason: 'late', late_cause: 'move-ended' }]);
    expect(await bookedTimes()).toEqual(UNCHANGED);
    expect((await emails()).at(-1)).toBe('paid-late');
    await expectDocumentsOfMoney();
  });

  test('is refunded when the added times have begun', async () => {
    server.clock.now = instantOf(DAY, 21);
    desk = await signIn(server, 'desk');
    await extendByLink();
    server.clock.now = instantOf(DAY, 22) - MINUTE;
    const finish = await beginToPay();
    await runReconciler(3 * MINUTE);
    await finish();
    expect(await refunds()).toEqual([{ amount_paise: 29_618, reason: 'late', late_cause: 'begun' }]);
    expect(await bookedTimes()).toEqual(UNCHANGED);
  });

  test.each([
    ['the customer', () => cancelNow(server, id)],
    [
      'the desk',
      async () => {
        const amount = costOf(RANGE);
        const fields = { booking_id: id, policy_refund: amount, refund: amount, reason: 'Ill' };
        return dataOf(await call(deskPaths.cancel, fields));
      },
    ],
  ])('is refunded when %s has cancelled the booking, and the link ends', async (_who, cancelBooking) => {
    await extendByLink();
    const { url } = await openExtension();
    const finish = await beginToPay();
    await cancelBooking();
    expect([await slots(), await linkState()]).toEqual([[], null]);
    // Ten seconds later, the provider accepts no further attempt.
    await runReconciler(10_000);
    expect((await payByCard(server, await openLink(url))).error?.description).toContain('cancelled');
    await finish();
    const late = { amount_paise: 29_618, reason: 'late', late_cause: 'booking-cancelled' };
    expect(await refunds()).toContainEqual(late);
    expect((await fetchBooking()).state).toBe('cancelled');
    await expectDocumentsOfMoney();
  });

  test('is refunded when the desk has made the booking shorter', async () => {
    await extendByLink();
    const finish = await beginToPay();
    const shorter = { start_time: '10:00:00', end_time: '10:30:00', policy_refund: HALF_HOUR };
    const fields = { booking_id: id, sequence: 0, ...shorter, refund: HALF_HOUR, reason: 'They leave early' };
    dataOf(await call(deskPaths.shorten, fields));
    await finish();
    expect(await refunds()).toContainEqual({
      amount_paise: 29_618,
      reason: 'late',
      late_cause: 'booking-moved',
    });
    expect(await slots()).toEqual([20]);
  });
});

describe('a link for longer times is refused', () => {
  test('beyond the closing time and beyond midnight', async () => {
    await openDaily(server, { start: 16, end: 22 });
    expect(await extendByLink()).toMatchObject({
      status: 400,
      body: { error: { fields: { end_time: 'must be 11:00 AM or earlier: Kolam Round closes then' } } },
    });
    const late = { ...extension(LONGER, {}), start_time: '10:00:00', end_time: '24:30:00' };
    expect(await outcome(call(deskPaths.extendByLink, late))).toBe('400 bad-input');
    expect(await slots()).toEqual([20, 21]);
  });

  test('where somebody else has booked, with the name', async () => {
    await bookByPoints(server, DAY, { start: 22, end: 24 });
    const { status, body } = await extendByLink();
    expect([status, body.error.message]).toEqual([
      409,
      'These times are not free: Meera Raman has 11:00 AM to 12:00 PM',
    ]);
    expect(await fetchBooking()).toMatchObject({ extension: null });
  });

  test('at another price, for a booking that has changed, and for one with points', async () => {
    expect(await outcome(extendByLink(LONGER, { amount: '1.00' }))).toBe('409 price-changed');
    expect(await outcome(extendByLink(LONGER, { sequence: 1 }))).toBe('409 changed-meanwhile');
    expect(await outcome(extendByLink(RANGE))).toBe('400 bad-input');
    const booking_id = await bookByPoints(server, DAY, { start: 30, end: 32 });
    const fields = { booking_id, amount: '0.5' };
    expect(await outcome(extendByLink({ start: 30, end: 33 }, fields))).toBe('400 bad-input');
  });

  test('when the provider does not respond, and nothing is held', async () => {
    server.provider.up = false;
    expect(await outcome(extendByLink())).toBe('503 unavailable');
    server.provider.up = true;
    expect(await slots()).toEqual([20, 21]);
    server.sandbox.failCalls('POST /payment_links', { kind: 'lost-response' });
    expect(await outcome(extendByLink())).toBe('done');
  });

  test('when the account was blocked during the call to the provider', async () => {
    const setBlocked = (is_blocked: boolean) =>
      server.database
        .updateTable('app_user')
        .set({ is_blocked })
        .where('id', '=', server.guest.user_id)
        .execute();
    const { createLink } = server.gateway;
    vi.spyOn(server.gateway, 'createLink').mockImplementationOnce(async (link) => {
      const created = await createLink(link);
      await setBlocked(true);
      return created;
    });
    expect(await outcome(extendByLink())).toBe('403 blocked');
    await setBlocked(false);
    expect(await slots()).toEqual([20, 21]);
  });
});

describe('while a link for longer times is open', () => {
  beforeEach(async () => {
    dataOf(await extendByLink());
  });
  const links = async () =>
    (await server.database.selectFrom('payment_link').select('order_id').execute()).length;

  test('the same request changes nothing', async () => {
    expect(await outcome(extendByLink())).toBe('done');
    expect([await links(), await slots()]).toEqual([1, [20, 21, '22 held']]);
    expect((await emails()).filter((kind) => kind === 'extension-link')).toHaveLength(1);
  });

  test('any other extension is refused, until it is withdrawn', async () => {
    const twoSlots = costOf(RANGE);
    expect(await extendByLink({ start: 20, end: 24 }, { amount: twoSlots })).toMatchObject({
      status: 409,
      body: { error: { code: 'payment-under-way', message: expect.stringContaining('withdraw it first') } },
    });
    const cash = () => call(deskPaths.extend, extension(LONGER, { method: 'cash' }));
    expect(await outcome(cash())).toBe('409 payment-under-way');
    expect([await bookedTimes(), await slots()]).toEqual([UNCHANGED, [20, 21, '22 held']]);
    dataOf(await withdraw((await openExtension()).id));
    expect(await outcome(cash())).toBe('done');
    expect(await bookedTimes()).toEqual(EXTENDED);
    expect(await linkState()).toBeNull();
  });

  test('the customer may move the booking, which ends the link', async () => {
    await moveTo(server, id, { day: '2025-11-26', range: RANGE });
    expect(await slots()).toEqual([]);
    expect(await linkState()).toBeNull();
  });

  test('the customer may pay the same times at the checkout, with an order of its own', async () => {
    const order = await beginMove(server, id, { day: DAY, range: LONGER });
    expect(order.id).toMatch(/^order_/);
    expect([await linkState(), await slots()]).toEqual(['over', [20, 21, '22 held']]);
  });

  test('the customer can drop the longer times', async () => {
    const [shown] = await fetchBookings(server);
    const move = { notes: [{}, {}, { booking_id: shown?.open_move?.booking_id }] };
    expect(dataOf(await release(server, move as Parameters<typeof release>[1]))).toMatchObject({
      status: 'released',
    });
    expect([await slots(), await linkState()]).toEqual([[20, 21], 'over']);
  });

  test('the customer may book the added times, which ends the link', async () => {
    dataOf(await create(server, { start: 22, end: 24 }));
    expect(await linkState()).toBe('over');
    expect(await slots()).toEqual([20, 21, '22 held', '23 held']);
  });

  test('the desk may move the booking, which ends the link', async () => {
    const to = { mid: ROOM, bdate: DAY, ...bookingTimes({ start: 30, end: 32 }) };
    dataOf(await call(deskPaths.move, { booking_id: id, sequence: 0, ...to, reason: 'The projector' }));
    expect([await slots(), await linkState()]).toEqual([[30, 31], null]);
  });
});

test('a link for longer times also holds the buffer of the room, and the plan shows all of them as held', async () => {
  const setBuffer = (buffer_slots: number) =>
    server.database.updateTable('room').set({ buffer_slots }).where('id', '=', ROOM).execute();
  await setBuffer(1);
  try {
    const { id: other } = await bookByCard(server, DAY, { start: 30, end: 32 });
    dataOf(await extendByLink({ start: 30, end: 33 }, { booking_id: other }));
    expect((await slots()).slice(2)).toEqual([30, 31, 32, '33 held']);
    const { entries, buffers } = dataOf(
      await get<DayPlanResponse>(server, `${deskPaths.dayPlan}?date=${DAY}`, desk.access),
    );
    expect(entries.slice(1).map(({ kind, start_time, end_time }) => [kind, start_time, end_time])).toEqual([
      ['booking', slotTime(30), slotTime(32)],
      ['hold', slotTime(32), slotTime(33)],
    ]);
    expect(buffers?.at(-1)).toEqual({ room_id: ROOM, start_time: slotTime(33), end_time: slotTime(34) });
    id = other;
    await payLink();
    await server.sandbox.deliverDue();
    expect((await slots()).slice(2)).toEqual([30, 31, 32, 33]);
  } finally {
    await setBuffer(0);
  }
});
