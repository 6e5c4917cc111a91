import { beforeEach, describe, expect, test } from 'vitest';
import { type AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByCard, bookByPoints, emailContents } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { create, DAY, dataOf, ROOM } from '../startPayments.ts';

withFreshPayments();
let desk: SignedIn;
beforeEach(async () => {
  desk = await signIn(server, 'desk');
});

/** Sets the clock to the start of a slot, and signs the desk in again because its access token has expired. */
async function setClockTo(day: string, slot: number): Promise<void> {
  server.clock.now = instantOf(day, slot);
  desk = await signIn(server, 'desk');
}

type CallResponse = ApiResponse<{ data: { done: true; booking_id?: string } } & ErrorBody>;
const call = (path: string, fields: Record<string, unknown>): Promise<CallResponse> =>
  post(server, path, fields, { token: desk.access });
const outcome = async (response: Promise<CallResponse>) => {
  const { status, body } = await response;
  return status === 200 ? 'done' : `${status} ${body.error.code}`;
};
const fetchBooking = async (id: string) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, desk.access));
const fetchDayPlan = async (day = DAY) =>
  dataOf(await get<DayPlanResponse>(server, `${deskPaths.dayPlan}?date=${day}`, desk.access));
const audit = async (id: string) =>
  (
    await get<AuditResponse>(server, `${deskPaths.audit}?subject=booking&subject_id=${id}`, desk.access)
  ).body.data.map(({ action, by, reason }) => [action, by, reason]);
const pointsOf = async () =>
  (
    await server.database
      .selectFrom('app_user')
      .select('half_points')
      .where('email', '=', 'member@example.com')
      .executeTakeFirstOrThrow()
  ).half_points;
const refunds = () => server.database.selectFrom('refund').select(['amount_paise', 'reason']).execute();
const placeOf = (room: number, day: string, range: SlotRange) => ({
  mid: room,
  bdate: day,
  ...bookingTimes(range),
});
const DESK_USER = 'Divya Raman';

describe('the day plan', () => {
  test('shows the customer, payment and hold of every entry of a day', async () => {
    const booking = await bookByPoints(server, DAY, { start: 18, end: 20 });
    const held = dataOf(await create(server, { start: 30, end: 31 }));
    await call(deskPaths.makeBlockOut, {
      room_id: 3,
      first_day: DAY,
      last_day: DAY,
      start_time: '22:00:00',
      end_time: '24:00:00',
      reason: 'Painting',
    });
    await call(deskPaths.note, { booking_id: booking, note: 'Needs an adapter' });
    const { date, rooms, entries, held: share } = await fetchDayPlan();
    expect(share).toEqual({ slots: 1, open_slots: 9 * 36 * 30, days: 30 });
    expect(date).toBe(DAY);
    expect(rooms[1]).toEqual({
      id: ROOM,
      name: 'Kolam Round',
      area: 'Velachery',
      capacity: 6,
      price_per_hour: 502,
      opens: '06:00:00',
      closes: '24:00:00',
    });
    expect(entries).toEqual([
      {
        kind: 'booking',
        id: booking,
        room_id: ROOM,
        start_time: '09:00:00',
        end_time: '10:00:00',
        who: 'Meera Raman',
        until: null,
        paid_with: 'points',
        method: 'points',
        amount: '1',
        arrival: null,
        has_note: true,
      },
      {
        kind: 'hold',
        id: held.notes[2].booking_id,
        room_id: ROOM,
        start_time: '15:00:00',
        end_time: '15:30:00',
        who: 'Gautam Raman',
        until: held.hold_expires_at,
        paid_with: 'card',
        method: null,
        amount: '296.18',
        arrival: null,
        has_note: false,
      },
      expect.objectContaining({ kind: 'block-out', room_id: 3, who: 'Painting', end_time: '24:00:00' }),
    ]);
    expect((await fetchDayPlan('2025-11-20')).entries).toEqual([]);
  });
});

describe('a booking at the desk', () => {
  test('is shown with its customer and terms, and its changes are in the audit', async () => {
    const id = await bookByPoints(server, DAY);
    expect(await fetchBooking(id)).toMatchObject({
      status: 'confirmed',
      customer: { name: 'Meera Raman', email: 'member@example.com', is_member: true },
      room_name: 'Kolam Round',
      amount: '1.5',
      note: '',
      arrival: null,
      terms: { refund: '1.5', percent: 100 },
    });
    expect(await outcome(call(deskPaths.note, { booking_id: id, note: 'Rings twice' }))).toBe('done');
    expect((await fetchBooking(id)).note).toBe('Rings twice');
    expect(await outcome(call(deskPaths.note, { booking_id: id, note: '' }))).toBe('400 bad-input');
    expect(await audit(id)).toEqual([['note written', DESK_USER, null]]);
  });

  test('keeps every note with its author and time, also after a cancellation', async () => {
    const id = await bookByPoints(server, DAY);
    const write = (note: string) => outcome(call(deskPaths.note, { booking_id: id, note }));
    expect(await write('Needs a ramp')).toBe('done');
    server.clock.now += 60_000;
    const owner = await signIn(server, 'owner');
    await post(server, deskPaths.note, { booking_id: id, note: 'Needs coffee' }, { token: owner.access });
    // A request that arrives twice adds one note.
    await post(server, deskPaths.note, { booking_id: id, note: 'Needs coffee' }, { token: owner.access });
    const terms = (await fetchBooking(id)).terms?.refund;
    const cancelled = { booking_id: id, policy_refund: terms, refund: terms, reason: 'Is ill' };
    expect(await outcome(call(deskPaths.cancel, cancelled))).toBe('done');
    expect(await write('Called to apologise')).toBe('done');
    const { state, notes, note } = await fetchBooking(id);
    expect(state).toBe('cancelled');
    expect(notes?.map(({ by, text }) => [by, text])).toEqual([
      [DESK_USER, 'Called to apologise'],
      ['Omana Raman', 'Needs coffee'],
      [DESK_USER, 'Needs a ramp'],
    ]);
    expect(Date.parse(notes?.[1]?.at ?? '') - Date.parse(notes?.[2]?.at ?? '')).toBe(60_000);
    expect(note).toBe('Called to apologise');
  });

  test('lists a note that a server of the previous version writes', async () => {
    const id = await bookByPoints(server, DAY);
    expect(await outcome(call(deskPaths.note, { booking_id: id, note: 'Needs a ramp' }))).toBe('done');
    for (const note of ['Needs a ramp and coffee', null]) {
      await server.database.updateTable('desk_booking').set({ note }).where('booking_id', '=', id).execute();
    }
    expect((await fetchBooking(id)).notes?.map(({ by, text }) => [by, text])).toEqual([
      ['', 'Needs a ramp and coffee'],
      [DESK_USER, 'Needs a ramp'],
    ]);
  });

  test('a refused time names what is in the way', async () => {
    await bookByPoints(server, DAY, { start: 20, end: 22 });
    const { body } = await call(deskPaths.walkIn, {
      email: 'member@example.com',
      ...placeOf(ROOM, DAY, { start: 21, end: 23 }),
    });
    expect(body.error).toMatchObject({
      code: 'slot-taken',
      message: 'These times are not free: Meera Raman has 10:00 AM to 11:00 AM',
    });
  });

  test('can be marked as arrived or as a no-show at its time, and the mark can be removed', async () => {
    const id = await bookByPoints(server, DAY, { start: 20, end: 22 });
    const mark = (arrival: string) => outcome(call(deskPaths.arrival, { booking_id: id, arrival }));
    expect(await mark('arrived')).toBe('409 not-begun');
    await setClockTo(DAY, 19);
    expect(await mark('no-show')).toBe('409 not-begun');
    expect(await mark('arrived')).toBe('done');
    expect((await fetchDayPlan()).entries[0]?.arrival).toBe('arrived');
    await setClockTo(DAY, 21);
    expect(await mark('no-show')).toBe('done');
    expect(await mark('no-show')).toBe('done');
    expect(await mark('')).toBe('done');
    expect((await fetchBooking(id)).arrival).toBeNull();
    expect(await mark('late')).toBe('400 bad-input');
    expect(await audit(id)).toHaveLength(3);
  });

  test('is cancelled with the refund of its policy', async () => {
    const { id } = await bookByCard(server, DAY);
    const { terms, amount } = await fetchBooking(id);
    const cancel = (policy_refund?: string, refund = policy_refund) =>
      outcome(call(deskPaths.cancel, { booking_id: id, policy_refund, refund, reason: 'Caller is ill' }));
    expect(await cancel('1.00')).toBe('409 terms-changed');
    expect(await cancel(terms?.refund)).toBe('done');
    expect(await cancel(terms?.refund)).toBe('done');
    expect(await fetchBooking(id)).toMatchObject({
      state: 'cancelled',
      status: 'called_off',
      returned: amount,
      terms: null,
    });
    expect((await fetchDayPlan()).entries).toEqual([]);
    expect(await refunds()).toEqual([
      { amount_paise: Math.round(Number(amount) * 100), reason: 'cancelled' },
    ]);
    expect(await audit(id)).toEqual([['cancelled', DESK_USER, 'Caller is ill']]);
  });

  test('can be cancelled by exception after its start, with any refund up to the paid amount', async () => {
    const id = await bookByPoints(server, DAY, { start: 20, end: 24 });
    const before = await pointsOf();
    await setClockTo(DAY, 21);
    const { terms } = await fetchBooking(id);
    expect(terms?.refund).toBe('0');
    const cancel = (refund: string, reason = 'The power failed') =>
      outcome(call(deskPaths.cancel, { booking_id: id, policy_refund: '0', refund, reason }));
    expect(await cancel('2.5')).toBe('400 bad-input');
    expect(await cancel('1.25')).toBe('400 bad-input');
    expect(await cancel('1.5', '')).toBe('400 bad-input');
    expect(await cancel('1.5')).toBe('done');
    expect(await pointsOf()).toBe(before + 3);
    expect(await audit(id)).toEqual([['cancelled by exception', DESK_USER, 'The power failed']]);
  });

  test('can be moved to free times at its paid price, and the customer gets an email', async () => {
    const { id } = await bookByCard(server, DAY, { start: 20, end: 22 });
    await bookByPoints(server, DAY, { start: 30, end: 32 });
    const { amount } = await fetchBooking(id);
    const move = (range: SlotRange, { sequence = 0, room = ROOM } = {}) =>
      outcome(
        call(deskPaths.move, {
          booking_id: id,
          sequence,
          ...placeOf(room, DAY, range),
          reason: 'The projector broke',
        }),
      );
    expect(await move({ start: 29, end: 31 })).toBe('409 slot-taken');
    expect(await move({ start: 20, end: 24 })).toBe('400 bad-input');
    expect(await move({ start: 20, end: 22 })).toBe('409 same-times');
    expect(await move({ start: 24, end: 26 }, { room: 99 })).toBe('404 not-found');
    expect(await move({ start: 21, end: 23 }, { room: 6 })).toBe('done');
    expect(await move({ start: 21, end: 23 }, { room: 6 })).toBe('done');
    expect(await move({ start: 24, end: 26 })).toBe('409 changed-meanwhile');
    expect(await fetchBooking(id)).toMatchObject({ room_id: 6, start_time: '10:30:00', amount, sequence: 1 });
    expect(await refunds()).toEqual([]);
    expect(await emailContents(server, 'moved', id)).toMatchObject([{ sequence: 1 }]);
    expect(await audit(id)).toEqual([['moved', DESK_USER, 'The projector broke']]);
  });
});

describe('a walk-in', () => {
  const book = (range: SlotRange, email = 'member@example.com') =>
    call(deskPaths.walkIn, { email, ...placeOf(ROOM, '2025-11-21', range) });

  test('is booked with the points of the member, also for times that have started', async () => {
    const before = await pointsOf();
    const { booking_id: id } = dataOf(await book({ start: 20, end: 22 }));
    expect(await pointsOf()).toBe(before - 2);
    expect(await fetchBooking(id ?? '')).toMatchObject({
      status: 'confirmed',
      paid_with: 'points',
      amount: '1',
    });
    expect(await audit(id ?? '')).toEqual([['booked for a member', DESK_USER, null]]);
    expect(await outcome(book({ start: 21, end: 23 }))).toBe('409 slot-taken');
    expect(await pointsOf()).toBe(before - 2);
  });

  test.each([
    ['nobody@example.com', '404 not-found'],
    ['guest@example.com', '403 not-a-member'],
    ['blocked@example.com', '403 blocked'],
  ])('of %s is refused', async (email, expected) => {
    expect(await outcome(book({ start: 30, end: 32 }, email))).toBe(expected);
  });

  test('is refused without enough points', async () => {
    expect(await outcome(book({ start: 0, end: 48 }))).toBe('422 not-enough-points');
  });
});
