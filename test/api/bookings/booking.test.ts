import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { claimSlots, confirmSlots } from '../../../server/slots/bookingSlots.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { emptyTables } from '../../fixtures/emptyTables.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import {
  accounts,
  bookingFields,
  get,
  post,
  signIn,
  type ApiResponse,
  type BodyKind,
  type ErrorResponse,
  type SignedIn,
} from '../client.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const TODAY = '2025-11-21';
const DAY = '2025-11-25';
const MORNING = { start: 20, end: 23 };

let server: TestServer;
let member: SignedIn;
let guest: SignedIn;
let blocked: SignedIn;
beforeAll(async () => {
  server = await startServer();
  member = await signIn(server, 'member');
  guest = await signIn(server, 'guest');
  blocked = await signIn(server, 'blocked');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = START;
  await emptyTables(server.database);
  await server.database
    .updateTable('app_user')
    .set({ is_member: true })
    .where('email', '=', accounts.member.email)
    .execute();
  await setHalfPoints(server.database, 40, member.user_id);
});

const book = (range: SlotRange, user = member, room = 2, day = DAY): Promise<ErrorResponse> =>
  post(server, paths.book, bookingFields(user, room, day, range), { token: user.access });

async function points(user = member): Promise<number> {
  const { body } = await get<MemberDetailsResponse>(
    server,
    `${paths.memberDetails}?uid=${user.user_id}`,
    user.access,
  );
  return body.data.monthly_limit;
}

const myBookings = async (user = member) =>
  (await get<MyBookingsResponse>(server, paths.myBookings, user.access)).body.data;

/** All rows that a booking changes. */
const stored = () =>
  Promise.all([
    server.database.selectFrom('booking').selectAll().orderBy('id').execute(),
    server.database.selectFrom('booking_slot').selectAll().orderBy('slot').execute(),
    server.database.selectFrom('app_user').select(['id', 'half_points']).orderBy('id').execute(),
  ]);

/** Inserts a held booking like that of a card payment, with its order. */
async function hold(user: SignedIn, range: SlotRange, lastsMs: number): Promise<string> {
  const holdUntil = new Date(server.clock.now + lastsMs);
  return inTransaction(server.database, async (tx) => {
    const { id } = await tx
      .insertInto('booking')
      .values({
        user_id: user.user_id,
        room_id: 2,
        day: DAY,
        start_slot: range.start,
        end_slot: range.end,
        status: 'held',
        paid_with: 'card',
        total_paise: 59_000,
        hold_expires_at: holdUntil,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('payment_order')
      .values({ order_id: `order_${id}`, booking_id: id, amount_paise: 59_000, status: 'created' })
      .execute();
    await claimSlots(tx, { bookingId: id, roomId: 2, day: DAY, range, holdUntil, now: server.clock.now });
    return id;
  });
}

const statusOf = async (id: string) =>
  (
    await server.database
      .selectFrom('booking')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

describe('booking with points', () => {
  test.each<BodyKind>(['json', 'urlencoded', 'multipart'])('creates a booking from a %s body', async (as) => {
    const fields = bookingFields(member, 2, DAY, MORNING);
    const { status, body } = await post<{ data: { booking_id: string } }>(server, paths.book, fields, {
      token: member.access,
      as,
    });
    expect(status).toBe(200);
    expect(await statusOf(body.data.booking_id)).toBe('confirmed');
  });

  test('accepts the alternative field names', async () => {
    const { status } = await post(
      server,
      paths.book,
      {
        meeting_room: '2',
        user: member.user_id,
        booking_date: DAY,
        start_time: '10:00',
        end_time: '11:00',
        cal_time: '11:30',
      },
      { token: member.access, as: 'multipart' },
    );
    expect(status).toBe(200);
    expect((await myBookings())[0]).toMatchObject({ start_time: '10:00:00', end_time: '11:00:00' });
  });

  test('costs 1.5 points for an hour and a half', async () => {
    expect((await book(MORNING)).status).toBe(200);
    expect(await points()).toBe(18.5);
  });

  test('is listed in my bookings, soonest first, with its room and the starts of its first and last slot', async () => {
    await book({ start: 20, end: 21 }, member, 2, '2025-11-26');
    await book({ start: 30, end: 31 });
    await book(MORNING, member, 3);
    const bookings = await myBookings();
    expect(bookings.map(({ booking_date, start_time }) => [booking_date, start_time])).toEqual([
      [DAY, '10:00:00'],
      [DAY, '15:00:00'],
      ['2025-11-26', '10:00:00'],
    ]);
    expect(bookings[0]).toEqual({
      id: expect.any(String),
      booking_date: DAY,
      start_time: '10:00:00',
      end_time: '11:00:00',
      state: 'confirmed',
      status: 'confirmed',
      paid_with: 'points',
      amount: '1.5',
      meeting_room: {
        id: 3,
        room_name: expect.any(String),
        image: { image: expect.stringMatching(/^\/images\//) },
        location: expect.objectContaining({ city: 'Chennai', pincode: expect.stringMatching(/^6000/) }),
      },
    });
    expect(await myBookings(guest)).toEqual([]);
  });

  test('the last slot of the day ends at 24:00:00', async () => {
    expect((await book({ start: 47, end: 48 })).status).toBe(200);
    expect((await myBookings())[0]).toMatchObject({ start_time: '23:30:00', end_time: '23:30:00' });
  });

  test('the slot after the current one can be booked, and the last day of the window', async () => {
    expect((await book({ start: 21, end: 22 }, member, 2, TODAY)).status).toBe(200);
    expect((await book(MORNING, member, 2, '2026-05-21')).status).toBe(200);
  });

  test('never takes the points below zero', async () => {
    await setHalfPoints(server.database, 2, member.user_id);
    const { status, body } = await book(MORNING);
    expect([status, body.error.code]).toEqual([422, 'not-enough-points']);
    expect((await book({ start: 20, end: 22 })).status).toBe(200);
    expect(await points()).toBe(0);
    expect((await book({ start: 30, end: 31 })).status).toBe(422);
  });

  test('of many concurrent bookings, exactly as many succeed as the points pay for', async () => {
    await setHalfPoints(server.database, 3, member.user_id);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => book({ start: 20 + i, end: 21 + i })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 422, 422, 422, 422, 422,
    ]);
    expect(await points()).toBe(0);
    expect(await myBookings()).toHaveLength(3);
  });
});

test('a repeated points booking gets the same response, and is not paid twice', async () => {
  const before = await points();
  const [first, again] = await Promise.all([book(MORNING), book(MORNING)]);
  const third = await book(MORNING);
  expect([first, again, third].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set([first, again, third].map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await points()).toBe(before - 1.5);
  expect(await myBookings()).toHaveLength(1);
});

describe('slots that are taken', () => {
  test('are refused with 409 and the taken slots, and nothing is written', async () => {
    await hold(guest, MORNING, 60_000);
    const before = await stored();
    const { status, body } = await book({ start: 22, end: 24 });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'slot-taken', taken: ['10:00:00', '10:30:00', '11:00:00'] });
    expect(await stored()).toEqual(before);
  });

  test('are booked by exactly one of two concurrent calls', async () => {
    await server.database
      .updateTable('app_user')
      .set({ is_member: true })
      .where('id', '=', guest.user_id)
      .execute();
    await setHalfPoints(server.database, 40, guest.user_id);
    const responses = await Promise.all([book(MORNING), book({ start: 22, end: 24 }, guest)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect([...(await myBookings()), ...(await myBookings(guest))]).toHaveLength(1);
  });

  test("by another user's current hold stay held", async () => {
    const id = await hold(guest, MORNING, 1000);
    expect((await book(MORNING)).status).toBe(409);
    expect(await statusOf(id)).toBe('held');
  });

  test("by another user's expired hold can be booked; the held booking expires and its other slots are released", async () => {
    const id = await hold(guest, MORNING, 1000);
    server.clock.now += 1000;
    expect((await book({ start: 22, end: 23 })).status).toBe(200);
    expect(await statusOf(id)).toBe('expired');
    expect(await server.database.selectFrom('booking_slot').select('slot').execute()).toEqual([{ slot: 22 }]);
  });

  test("by another user's expired hold can still be confirmed by its payment, unless one of them was booked", async () => {
    const confirm = (id: string) =>
      inTransaction(server.database, async (tx) => {
        const booking = await tx
          .selectFrom('booking')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return confirmSlots(tx, booking);
      });
    const lucky = await hold(guest, { start: 30, end: 32 }, 1000);
    const unlucky = await hold(guest, MORNING, 1000);
    server.clock.now += 1000;
    await book({ start: 22, end: 24 });
    expect(await confirm(lucky)).toBe(true);
    expect((await book({ start: 31, end: 32 })).status).toBe(409);
    expect(await confirm(unlucky)).toBe(false);
    expect((await book({ start: 20, end: 22 })).status).toBe(200);
  });

  test('are not taken over from an expired hold by a booking that fails', async () => {
    const over = await hold(guest, { start: 20, end: 22 }, 1000);
    server.clock.now += 1000;
    const live = await hold(guest, { start: 22, end: 23 }, 1000);
    const before = await stored();
    expect((await book(MORNING)).status).toBe(409);
    expect(await stored()).toEqual(before);
    expect([await statusOf(over), await statusOf(live)]).toEqual(['held', 'held']);
  });

  test("by the caller's hold without an order can be booked by the caller", async () => {
    const id = await hold(member, { start: 22, end: 25 }, 60_000);
    await server.database.deleteFrom('payment_order').execute();
    expect((await book(MORNING)).status).toBe(200);
    expect(await statusOf(id)).toBe(bookingCodes.released);
  });

  test('by the caller are not reported as another user’s', async () => {
    await book(MORNING);
    const { status, body } = await book({ start: MORNING.start + 1, end: MORNING.end + 1 });
    expect([status, body.error.code]).toEqual([409, 'already-booked']);
    expect(await points()).toBe(18.5);
  });
});

describe('a booking is refused, and nothing is written,', () => {
  const fields = (changes: Record<string, unknown> = {}) => ({
    ...bookingFields(member, 2, DAY, MORNING),
    ...changes,
  });

  test.each<[string, Record<string, unknown>, number, string[]]>([
    ['for a past day', { bdate: '2025-11-20' }, 400, ['bdate']],
    ['for a day beyond six months', { bdate: '2026-05-22' }, 400, ['bdate']],
    ['for a day that does not exist', { bdate: '2025-02-29' }, 400, ['bdate']],
    ['for a slot that has started', { bdate: TODAY }, 400, ['stime']],
    ['for no slot at all', { etime: '09:30:00', ctime: '10:00:00' }, 400, ['ctime']],
    ['for slots with a gap', { etime: '10:30:00' }, 400, ['ctime']],
    ['for an end before the start', { etime: '08:00:00', ctime: '08:30:00' }, 400, ['ctime']],
    ['for times between slots', { stime: '10:15:00' }, 400, ['stime']],
    ['without times', { stime: '', etime: '', ctime: '' }, 400, ['stime', 'etime', 'ctime']],
    ['for an unknown room', { mid: 4711 }, 404, ['mid']],
    ['for a room id that is not a number', { mid: '2 or 3' }, 400, ['mid']],
  ])('%s', async (_case, changes, status, named) => {
    const before = await stored();
    const response = (await post(server, paths.book, fields(changes), {
      token: member.access,
    })) as ErrorResponse;
    expect(response.status).toBe(status);
    expect(Object.keys(response.body.error.fields ?? {})).toEqual(named);
    expect(await stored()).toEqual(before);
  });

  test.each<[string, () => Promise<ApiResponse>, number, string]>([
    ['without a token', () => post(server, paths.book, fields()), 401, 'unauthenticated'],
    [
      'with a garbage token',
      () => post(server, paths.book, fields(), { token: 'x' }),
      401,
      'unauthenticated',
    ],
    [
      'for another user',
      () => post(server, paths.book, fields({ uid: guest.user_id }), { token: member.access }),
      403,
      'foreign-user',
    ],
    ['for a blocked account', () => book(MORNING, blocked), 403, 'blocked'],
  ])('%s', async (_case, request, status, code) => {
    const before = await stored();
    const response = (await request()) as ErrorResponse;
    expect([response.status, response.body.error.code]).toEqual([status, code]);
    expect(await stored()).toEqual(before);
  });

  test('for a former member, although the token has the membership', async () => {
    await server.database
      .updateTable('app_user')
      .set({ is_member: false })
      .where('id', '=', member.user_id)
      .execute();
    const { status, body } = await book(MORNING);
    expect([status, body.error.code]).toEqual([403, 'not-a-member']);
  });

  test('with the text of the specification when the account is blocked', async () => {
    expect((await book(MORNING, blocked)).body.error.message).toBe('Some thing Went Wrong!');
  });

  test('without a token before the body is validated, so that validation reveals nothing', async () => {
    expect((await post(server, paths.book, {})).status).toBe(401);
  });
});
