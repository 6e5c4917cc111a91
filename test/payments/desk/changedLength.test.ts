import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByCard, bookByPoints, emailContents, moveTo } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { costOf, create, dataOf, DAY, ROOM } from '../startPayments.ts';

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
});

const RANGE: SlotRange = { start: 20, end: 22 };
const LONGER: SlotRange = { start: 20, end: 23 };
const HALF_HOUR = costOf({ start: 0, end: 1 });
const paise = (rupees: string) => Math.round(Number(rupees) * 100);

async function setClockTo(day: string, slot: number, minutes = 0): Promise<void> {
  server.clock.now = instantOf(day, slot) + minutes * 60_000;
  desk = await signIn(server, 'desk');
}

type CallResponse = ApiResponse<{ data: { booking_id?: string } } & ErrorBody>;
const call = (path: string, fields: Record<string, unknown>): Promise<CallResponse> =>
  post(server, path, fields, { token: desk.access });
const outcome = async (response: Promise<CallResponse>) => {
  const { status, body } = await response;
  return status === 200 ? 'done' : `${status} ${body.error.code}`;
};
const times = ({ start, end }: SlotRange) => ({ start_time: slotTime(start), end_time: slotTime(end) });
const extend = (booking_id: string, range = LONGER, fields: Record<string, unknown> = {}) =>
  call(deskPaths.extend, {
    booking_id,
    sequence: 0,
    ...times(range),
    amount: HALF_HOUR,
    method: 'cash',
    ...fields,
  });
const shorten = (booking_id: string, range: SlotRange, fields: Record<string, unknown> = {}) =>
  call(deskPaths.shorten, {
    booking_id,
    sequence: 0,
    ...times(range),
    policy_refund: HALF_HOUR,
    refund: HALF_HOUR,
    reason: 'The guests left early',
    ...fields,
  });
const fetchBooking = async (id: string) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk.access));
const timesOf = async (id: string) => {
  const { start_time, end_time, sequence, amount } = await fetchBooking(id);
  return [start_time, end_time, sequence, amount];
};
const sell = async (range = RANGE) =>
  dataOf(
    await call(deskPaths.sell, {
      email: 'guest@example.com',
      mid: ROOM,
      bdate: DAY,
      ...bookingTimes(range),
      method: 'cash',
      amount: costOf(range),
    }),
  ).booking_id as string;
const slotsOf = async (id: string) =>
  (
    await server.database
      .selectFrom('booking_slot')
      .select('slot')
      .where('booking_id', '=', id)
      .orderBy('slot')
      .execute()
  ).map(({ slot }) => slot);
const taxDocuments = async () => {
  await issueDueTaxDocuments(server);
  return server.database.selectFrom('paper').select(['kind', 'total_paise']).orderBy('due_id').execute();
};
/** Payments less refunds, which the tax documents must equal. */
const keptPaise = async () => {
  const payments = await server.database.selectFrom('payment').select('amount_paise').execute();
  const refunds = await server.database.selectFrom('refund').select('amount_paise').execute();
  const sum = (rows: readonly { amount_paise: number }[]) =>
    rows.reduce((total, { amount_paise }) => total + amount_paise, 0);
  return sum(payments) - sum(refunds);
};
const documentedPaise = async () =>
  (await taxDocuments()).reduce(
    (sum, { kind, total_paise }) => sum + (kind === 'invoice' ? total_paise : -total_paise),
    0,
  );

describe('a longer booking', () => {
  test('that is paid in cash keeps the buffer of its room', async () => {
    const setBuffer = (slots: number) =>
      server.database.updateTable('room').set({ buffer_slots: slots }).where('id', '=', ROOM).execute();
    await setBuffer(1);
    onTestFinished(async () => {
      await setBuffer(0);
    });
    const id = await sell();
    await bookByPoints(server, DAY, { start: 25, end: 26 });
    expect(await outcome(extend(id))).toBe('done');
    expect(await slotsOf(id)).toEqual([20, 21, 22, 23]);
    expect(await outcome(extend(id, { start: 20, end: 24 }, { sequence: 1 }))).toBe('done');
    expect(await outcome(extend(id, { start: 20, end: 25 }, { sequence: 2 }))).toBe('409 slot-taken');
  });

  test('is paid in cash at the price of the added times, with an invoice and an email with the next calendar entry', async () => {
    const id = await sell();
    server.clock.now += 60_000;
    expect(await outcome(extend(id))).toBe('done');
    expect(await timesOf(id)).toEqual(['10:00:00', '11:30:00', 1, costOf(LONGER)]);
    expect(await slotsOf(id)).toEqual([20, 21, 22]);
    expect(await taxDocuments()).toEqual([
      { kind: 'invoice', total_paise: paise(costOf(RANGE)) },
      { kind: 'invoice', total_paise: paise(HALF_HOUR) },
    ]);
    expect(await keptPaise()).toBe(await documentedPaise());
    expect(await emailContents(server, 'moved', id)).toEqual([
      { booking_id: id, sequence: 1, refund_paise: 0, half_points: 0, length: 'longer' },
    ]);
    const { history, payments } = await fetchBooking(id);
    expect(history?.[0]).toMatchObject({
      by: 'Divya Raman',
      action: 'extended at the desk',
      was: { to: '11:00:00' },
      became: { to: '11:30:00', paid: HALF_HOUR, method: 'cash' },
    });
    expect(payments).toMatchObject([
      { for: 'booking' },
      { for: 'move', amount: HALF_HOUR, method: 'desk-cash' },
    ]);
  });

  test('is made longer once, when the request arrives twice', async () => {
    const id = await sell();
    const upi = { method: 'upi', reference: '532715204418' };
    expect(await outcome(extend(id, LONGER, upi))).toBe('done');
    expect(await outcome(extend(id, LONGER, upi))).toBe('done');
    expect(await timesOf(id)).toEqual(['10:00:00', '11:30:00', 1, costOf(LONGER)]);
    expect(await taxDocuments()).toHaveLength(2);
  });

  test.each([
    ['another payment', { method: 'upi', reference: 'UPI777' }, 'desk'],
    ['another person', {}, 'owner'],
  ] as const)('is not taken for that of %s', async (_what, fields, role) => {
    const id = await sell();
    expect(await outcome(extend(id))).toBe('done');
    desk = await signIn(server, role);
    expect(await outcome(extend(id, LONGER, fields))).toBe('409 changed-meanwhile');
    expect(await timesOf(id)).toMatchObject(['10:00:00', '11:30:00', 1, expect.any(String)]);
  });

  test('is not taken for a move by the customer to the same times', async () => {
    const id = await bookByPoints(server, DAY, RANGE);
    await moveTo(server, id, { day: DAY, range: LONGER }, server.member);
    expect(await outcome(extend(id, LONGER, { method: 'points', amount: '0.5' }))).toBe(
      '409 changed-meanwhile',
    );
  });

  test('needs a reference for UPI, which pays once', async () => {
    const [one, other] = [await sell(), await sell({ start: 26, end: 28 })];
    expect(await outcome(extend(one, LONGER, { method: 'upi' }))).toBe('400 bad-input');
    expect(await outcome(extend(one, LONGER, { method: 'upi', reference: '532715204418' }))).toBe('done');
    const again = extend(other, { start: 26, end: 29 }, { method: 'upi', reference: '532715204418' });
    expect(await outcome(again)).toBe('409 reference-used');
    expect(await slotsOf(other)).toEqual([26, 27]);
  });

  test('of a booking by card is paid at the desk, also at an earlier start', async () => {
    const { id } = await bookByCard(server, DAY, RANGE);
    const both = { start: 19, end: 23 };
    expect(await outcome(extend(id, both, { amount: costOf({ start: 0, end: 2 }) }))).toBe('done');
    expect(await slotsOf(id)).toEqual([19, 20, 21, 22]);
    expect(await keptPaise()).toBe(await documentedPaise());
  });

  test('of a booking with points takes points, and no money', async () => {
    const id = await bookByPoints(server, DAY, RANGE);
    const before = await balanceOf('member@example.com');
    expect(await outcome(extend(id, LONGER))).toBe('409 price-changed');
    expect(await outcome(extend(id, LONGER, { amount: '0.5' }))).toBe('400 bad-input');
    expect(await outcome(extend(id, LONGER, { amount: '0.5', method: 'points' }))).toBe('done');
    expect(await timesOf(id)).toEqual(['10:00:00', '11:30:00', 1, '1.5']);
    expect(before - (await balanceOf('member@example.com'))).toBe(1);
    expect(await taxDocuments()).toEqual([]);
    const paid = await sell({ start: 30, end: 32 });
    expect(await outcome(extend(paid, { start: 30, end: 33 }, { method: 'points' }))).toBe('400 bad-input');
  });

  test('is refused beyond the closing time and beyond midnight', async () => {
    await server.database
      .updateTable('room')
      .set({ closes: Array(7).fill(40) })
      .where('id', '=', ROOM)
      .execute();
    const id = await sell({ start: 38, end: 40 });
    const { body } = await extend(id, { start: 38, end: 41 });
    expect(body.error).toMatchObject({
      code: 'bad-input',
      fields: { end_time: 'must be 8:00 PM or earlier: Kolam Round closes then' },
    });
    await server.database
      .updateTable('room')
      .set({ closes: Array(7).fill(48) })
      .where('id', '=', ROOM)
      .execute();
    const late = await sell({ start: 46, end: 48 });
    expect((await call(deskPaths.extend, { booking_id: late })).status).toBe(400);
    expect(await outcome(extend(late, { start: 46, end: 48 }))).toBe('400 bad-input');
    const next = { booking_id: late, start_time: '23:00:00', end_time: '24:30:00' };
    expect(await outcome(extend(late, LONGER, next))).toBe('400 bad-input');
    expect(await slotsOf(late)).toEqual([46, 47]);
  });

  test('is refused where somebody else has booked, with the name', async () => {
    const id = await sell();
    await bookByPoints(server, DAY, { start: 22, end: 24 });
    const { body } = await extend(id);
    expect(body.error).toMatchObject({
      code: 'slot-taken',
      message: 'These times are not free: Meera Raman has 11:00 AM to 12:00 PM',
    });
    expect(await timesOf(id)).toEqual(['10:00:00', '11:00:00', 0, costOf(RANGE)]);
    expect(await taxDocuments()).toHaveLength(1);
  });

  test("ends the customer's own unpaid hold of the added times", async () => {
    const id = await sell();
    dataOf(await create(server, { start: 22, end: 23 }));
    expect(await outcome(extend(id))).toBe('done');
  });

  test('is refused for a booking that has changed, was cancelled or is unknown, and for other times', async () => {
    const id = await sell();
    expect(await outcome(extend(id, LONGER, { sequence: 1 }))).toBe('409 changed-meanwhile');
    expect(await outcome(extend(id, { start: 21, end: 24 }))).toBe('400 bad-input');
    expect(await outcome(extend(id, LONGER, { amount: '1.00' }))).toBe('409 price-changed');
    expect(await outcome(extend('0b7f7f5e-0000-4000-8000-000000000001'))).toBe('404 not-found');
    const cost = costOf(RANGE);
    dataOf(
      await call(deskPaths.cancel, { booking_id: id, policy_refund: cost, refund: cost, reason: 'Ill' }),
    );
    expect(await outcome(extend(id))).toBe('409 not-booked');
  });

  test('can still be extended while it runs, but not into the past', async () => {
    const id = await sell();
    await setClockTo(DAY, 21);
    expect(await outcome(extend(id, { start: 19, end: 22 }))).toBe('400 bad-input');
    expect(await outcome(extend(id))).toBe('done');
    expect(await slotsOf(id)).toEqual([20, 21, 22]);
  });
});

describe('an overstay', () => {
  test('is sold after the end of the booking, and says who has the next times when they are taken', async () => {
    const id = await sell();
    await bookByPoints(server, DAY, { start: 24, end: 26 });
    await setClockTo(DAY, 22, 10);
    expect(await outcome(extend(id))).toBe('done');
    expect((await fetchBooking(id)).history?.[0]).toMatchObject({ action: 'overstay sold' });
    expect(await keptPaise()).toBe(await documentedPaise());
    await setClockTo(DAY, 24, 10);
    const { body } = await extend(id, { start: 20, end: 25 }, { sequence: 1, amount: costOf(RANGE) });
    expect(body.error.message).toBe('These times are not free: Meera Raman has 12:00 PM to 1:00 PM');
  });

  test('cannot be sold on a later day', async () => {
    const id = await sell();
    await setClockTo('2025-11-26', 1);
    expect(await outcome(extend(id))).toBe('400 bad-input');
  });
});

describe('a shorter booking', () => {
  test('returns what the policy says, with a credit note and an email', async () => {
    const id = await sell();
    expect(await outcome(shorten(id, { start: 20, end: 21 }))).toBe('done');
    expect(await outcome(shorten(id, { start: 20, end: 21 }))).toBe('done');
    expect(await timesOf(id)).toEqual(['10:00:00', '10:30:00', 1, HALF_HOUR]);
    expect(await slotsOf(id)).toEqual([20]);
    expect(await taxDocuments()).toEqual([
      { kind: 'invoice', total_paise: paise(costOf(RANGE)) },
      { kind: 'credit-note', total_paise: paise(HALF_HOUR) },
    ]);
    expect(await keptPaise()).toBe(await documentedPaise());
    expect(await emailContents(server, 'moved', id)).toEqual([
      { booking_id: id, sequence: 1, refund_paise: paise(HALF_HOUR), half_points: 0, length: 'shorter' },
    ]);
    expect((await fetchBooking(id)).history?.[0]).toMatchObject({
      action: 'shortened',
      became: { to: '10:30:00', returned: HALF_HOUR, policy_returns: HALF_HOUR },
      reason: 'The guests left early',
    });
  });

  test.each([
    ['another refund', { refund: '0' }, 'desk'],
    ['another person', {}, 'owner'],
  ] as const)('is not taken for that of %s', async (_what, fields, role) => {
    const id = await sell();
    expect(await outcome(shorten(id, { start: 20, end: 21 }))).toBe('done');
    expect(await outcome(shorten(id, { start: 20, end: 21 }))).toBe('done');
    desk = await signIn(server, role);
    expect(await outcome(shorten(id, { start: 20, end: 21 }, fields))).toBe('409 changed-meanwhile');
  });

  test('returns nothing while it runs, or an exception with a reason', async () => {
    const id = await sell({ start: 20, end: 24 });
    await setClockTo(DAY, 20, 5);
    const to = { start: 20, end: 22 };
    const nothing = { policy_refund: '0', refund: '0' };
    expect(await outcome(shorten(id, to))).toBe('409 terms-changed');
    expect(await outcome(shorten(id, to, { ...nothing, reason: ' ' }))).toBe('400 bad-input');
    expect(await outcome(shorten(id, { start: 21, end: 24 }, nothing))).toBe('400 bad-input');
    expect(await outcome(shorten(id, to, { ...nothing, refund: costOf({ start: 0, end: 4 }) }))).toBe(
      '400 bad-input',
    );
    expect(await outcome(shorten(id, to, nothing))).toBe('done');
    expect(await timesOf(id)).toEqual(['10:00:00', '11:00:00', 1, costOf({ start: 0, end: 4 })]);
    const exception = { ...nothing, sequence: 1, refund: '100.00' };
    expect(await outcome(shorten(id, { start: 20, end: 21 }, exception))).toBe('done');
    expect((await fetchBooking(id)).history?.[0]).toMatchObject({ action: 'shortened by exception' });
    expect(await keptPaise()).toBe(await documentedPaise());
  });

  test('keeps the half hour that has begun, and gives back points', async () => {
    const id = await bookByPoints(server, DAY, { start: 20, end: 24 });
    const before = await balanceOf('member@example.com');
    const half = { policy_refund: '1', refund: '1' };
    expect(await outcome(shorten(id, RANGE, { ...half, refund: '0.25' }))).toBe('400 bad-input');
    expect(await outcome(shorten(id, RANGE, half))).toBe('done');
    expect((await balanceOf('member@example.com')) - before).toBe(2);
    expect(await timesOf(id)).toEqual(['10:00:00', '11:00:00', 1, '1']);
    await setClockTo(DAY, 21, 1);
    const none = { policy_refund: '0', refund: '0', sequence: 1 };
    expect(await outcome(shorten(id, { start: 20, end: 21 }, none))).toBe('400 bad-input');
  });
});

const balanceOf = async (email: string) =>
  (
    await server.database
      .selectFrom('app_user')
      .select('half_points')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).half_points;
