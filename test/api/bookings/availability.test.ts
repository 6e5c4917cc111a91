import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type {
  RoomWeekResponse,
  TakenSlotsOfRoomsResponse,
  TakenSlotsResponse,
} from '../../../contract/rooms/rooms.ts';
import { addDays, bookingWindow } from '../../../domain/time/calendar.ts';
import { DEFAULT_OPENING, toOpeningTimes } from '../../../domain/time/openingHours.ts';
import { slotsIn, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { claimSlots } from '../../../server/slots/bookingSlots.ts';
import { availabilityLoader } from '../../../server/slots/takenSlots.ts';
import { demoRanges } from '../../../server/seed/demoBookings.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { bookingFields, get, post, signIn, type ErrorResponse, type SignedIn } from '../client.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const TODAY = '2025-11-21';
const DAY = '2025-11-25';

let server: TestServer;
let member: SignedIn;
let guest: SignedIn;
beforeAll(async () => {
  server = await startServer();
  member = await signIn(server, 'member');
  guest = await signIn(server, 'guest');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = START;
  await server.database.deleteFrom('booking').where('room_id', '=', 2).execute();
});

async function taken(room: number, day: string, token?: string): Promise<string[]> {
  const { status, body } = await post<TakenSlotsResponse>(
    server,
    paths.takenSlots,
    { date: day, id: room },
    { token },
  );
  expect(status).toBe(200);
  return body.data.time;
}

/** Inserts a hold like that of a card payment, for one minute. */
const hold = (user: SignedIn, day: string, range: SlotRange): Promise<string> =>
  inTransaction(server.database, async (tx) => {
    const holdUntil = new Date(server.clock.now + 60_000);
    const { id } = await tx
      .insertInto('booking')
      .values({
        user_id: user.user_id,
        room_id: 2,
        day,
        start_slot: range.start,
        end_slot: range.end,
        status: 'held',
        paid_with: 'card',
        total_paise: 59_000,
        hold_expires_at: holdUntil,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(
      await claimSlots(tx, { bookingId: id, roomId: 2, day, range, holdUntil, now: server.clock.now }),
    ).toBe(true);
    return id;
  });

describe('una-slot returns as taken', () => {
  test('booked slots, for every caller, also the one who booked them', async () => {
    const range = { start: 24, end: 27 };
    await post(server, paths.book, bookingFields(member, 2, DAY, range), { token: member.access });
    const times = ['12:00:00', '12:30:00', '13:00:00'];
    expect(await taken(2, DAY)).toEqual(times);
    expect(await taken(2, DAY, guest.access)).toEqual(times);
    expect(await taken(2, DAY, member.access)).toEqual(times);
  });

  test("another user's hold while it lasts, but not the caller's hold", async () => {
    await hold(member, DAY, { start: 24, end: 25 });
    expect(await taken(2, DAY)).toEqual(['12:00:00']);
    expect(await taken(2, DAY, guest.access)).toEqual(['12:00:00']);
    expect(await taken(2, DAY, member.access)).toEqual([]);
    server.clock.now += 60_000;
    expect(await taken(2, DAY, guest.access)).toEqual([]);
  });

  test('the slots of today that have started, and none of tomorrow', async () => {
    expect(await taken(2, TODAY)).toEqual(slotsIn({ start: 0, end: 21 }).map(slotTime));
    server.clock.now = Date.parse('2025-11-21T04:59:59.999Z');
    expect(await taken(2, TODAY)).toHaveLength(21);
    server.clock.now += 1;
    expect(await taken(2, TODAY)).toHaveLength(22);
    expect(await taken(2, '2025-11-22')).toEqual([]);
  });

  test('some slots of the first room on each of the coming days, from the pattern of the demo bookings', async () => {
    for (let ahead = 1; ahead <= 14; ahead += 1) {
      const day = addDays(TODAY, ahead);
      const expected = demoRanges(day).flatMap(slotsIn).map(slotTime);
      expect(expected.length).toBeGreaterThan(0);
      expect(await taken(1, day)).toEqual(expected);
    }
  });
});

describe('una-slot refuses', () => {
  test.each([
    ['a past day', { date: '2025-11-20', id: 1 }, 400, 'date'],
    ['a day beyond six months', { date: '2026-05-22', id: 1 }, 400, 'date'],
    ['a day that does not exist', { date: '2025-11-31', id: 1 }, 400, 'date'],
    ['no date', { id: 1 }, 400, 'date'],
    ['an unknown room', { date: DAY, id: 4711 }, 404, 'id'],
    ['a room id that is not a number', { date: DAY, id: 'one' }, 400, 'id'],
    ['a room id beyond the integer range', { date: DAY, id: 9_999_999_999 }, 400, 'id'],
  ])('%s', async (_case, fields, status, field) => {
    const response = (await post(server, paths.takenSlots, fields)) as ErrorResponse;
    expect(response.status).toBe(status);
    expect(Object.keys(response.body.error.fields ?? {})).toEqual([field]);
  });

  test('an invalid bearer token, because its client assumes to be signed in', async () => {
    const { status } = await post(server, paths.takenSlots, { date: DAY, id: 1 }, { token: 'garbage' });
    expect(status).toBe(401);
  });

  test('no day from today to the same day six months later', async () => {
    expect(await taken(2, TODAY)).toBeInstanceOf(Array);
    expect(await taken(2, '2026-05-21')).toEqual([]);
  });
});

describe('una-slots', () => {
  test.each([
    ['a past day', { date: '2025-11-20', ids: [1] }, 400, 'date'],
    ['a day beyond six months', { date: '2026-05-22', ids: [1] }, 400, 'date'],
    ['an unknown room', { date: DAY, ids: [1, 4711] }, 404, 'ids'],
  ])('refuses %s', async (_case, fields, status, field) => {
    const response = (await post(server, paths.takenSlotsOfRooms, fields)) as ErrorResponse;
    expect(response.status).toBe(status);
    expect(Object.keys(response.body.error.fields ?? {})).toEqual([field]);
  });

  test('returns for every room what una-slot returns for one', async () => {
    await hold(member, DAY, { start: 24, end: 25 });
    const ids = [1, 2, 3];
    const { body } = await post<TakenSlotsOfRoomsResponse>(
      server,
      paths.takenSlotsOfRooms,
      { date: DAY, ids },
      { token: guest.access },
    );
    for (const id of ids) expect(body.data[id]?.time).toEqual(await taken(id, DAY, guest.access));
  });

  test('concurrent queries each get their own result, for any caller, day and room', async () => {
    await hold(member, DAY, { start: 24, end: 26 });
    const requestSlots = (date: string, ids: number[], token?: string) =>
      post<TakenSlotsOfRoomsResponse>(server, paths.takenSlotsOfRooms, { date, ids }, { token });
    const [forMember, forGuest, forVisitor, tomorrow, today, unknown] = await Promise.all([
      requestSlots(DAY, [2], member.access),
      requestSlots(DAY, [2, 3], guest.access),
      requestSlots(DAY, [2]),
      requestSlots('2025-11-22', [2]),
      requestSlots(TODAY, [2]),
      requestSlots(DAY, [4711]),
    ]);
    const held = ['12:00:00', '12:30:00'];
    const open = toOpeningTimes(DEFAULT_OPENING);
    expect(forMember.body.data).toEqual({ 2: { time: [], open } });
    expect(forGuest.body.data).toEqual({ 2: { time: held, open }, 3: { time: [], open } });
    expect(forVisitor.body.data).toEqual({ 2: { time: held, open } });
    expect(tomorrow.body.data).toEqual({ 2: { time: [], open } });
    expect(today.body.data).toEqual({ 2: { time: slotsIn({ start: 0, end: 21 }).map(slotTime), open } });
    expect(unknown.status).toBe(404);
  });

  test.each([
    ['an unknown room among known ones', [1, 4711], 404],
    ['no room', [], 400],
    ['more rooms than a call may contain', Array.from({ length: 1001 }, () => 1), 400],
  ])('refuses %s', async (_case, ids, status) => {
    const response = (await post(server, paths.takenSlotsOfRooms, { date: DAY, ids })) as ErrorResponse;
    expect(response.status).toBe(status);
    expect(Object.keys(response.body.error.fields ?? {})).toEqual(['ids']);
  });
});

describe('a week of a room', () => {
  const week = (query: string, token?: string) =>
    get<RoomWeekResponse>(server, `${paths.roomWeek}?${query}`, token);

  test('returns for each day what una-slot returns to the same caller', async () => {
    await hold(member, '2025-11-26', { start: 24, end: 26 });
    const [forVisitor, forMember] = await Promise.all([
      week(`id=2&from=${DAY}`),
      week(`id=2&from=${DAY}`, member.access),
    ]);
    const dates = Array.from({ length: 7 }, (_, day) => addDays(DAY, day));
    expect(forVisitor.body.data.days.map(({ date }) => date)).toEqual(dates);
    for (const { date, time } of forVisitor.body.data.days) expect(time).toEqual(await taken(2, date));
    expect(forVisitor.body.data.days[1]?.time).toEqual(['12:00:00', '12:30:00']);
    expect(forVisitor.body.data.days[1]?.open).toEqual(toOpeningTimes(DEFAULT_OPENING));
    expect(forMember.body.data.days[1]?.time).toEqual([]);
  });

  test('ends with the booking window', async () => {
    const { last } = bookingWindow(START);
    const { body } = await week(`id=2&from=${addDays(last, -1)}`);
    expect(body.data.days.map(({ date }) => date)).toEqual([addDays(last, -1), last]);
  });

  test.each([
    ['an unknown room', `id=4711&from=${DAY}`, 404],
    ['a past day', 'id=2&from=2025-11-01', 400],
    ['no day', 'id=2', 400],
    ['a date that does not exist', 'id=2&from=2025-02-30', 400],
  ])('refuses %s', async (_case, query, status) => {
    expect((await week(query)).status).toBe(status);
  });
});

test('when the database rejects one query of a batch, the queries of other visitors still succeed', async () => {
  const load = availabilityLoader(server.database);
  const query = (room: number) => ({ roomIds: [room], day: DAY, userId: null, now: START });
  const TOO_LARGE_ID = 2 ** 31;
  const outcomes = await Promise.allSettled([1, TOO_LARGE_ID, 2, 3].map((room) => load(query(room))));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
