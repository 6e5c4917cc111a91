import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { searchResponse, type FoundRoom } from '../../../contract/rooms/search.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../../domain/time/openingHours.ts';
import { parseSlotTime, slotsIn, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { searchStatement } from '../../../server/rooms/searchRooms.ts';
import { bookingFields, get, post, signIn, type ErrorResponse, type SignedIn } from '../client.ts';
import { START, startServer, type TestServer } from '../startServer.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';

/** The current time is 10:10 on this day. Every room is open until midnight. */
const TODAY = '2025-11-21';
const DAY = '2025-11-25';
const ROOM = 2;

let server: TestServer;
let member: SignedIn;
beforeAll(async () => {
  server = await startServer();
  member = await signIn(server, 'member');
  await setHalfPoints(server.database, 1_000_000, member.user_id);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = START;
  await server.database.deleteFrom('booking').where('user_id', '=', member.user_id).execute();
});

const book = (range: SlotRange, day = DAY, room = ROOM) =>
  post(server, paths.book, bookingFields(member, room, day, range), { token: member.access });

const request = (query: Record<string, string | number>, token?: string) =>
  get(
    server,
    `${paths.searchRooms}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
    token,
  );
async function search(range: SlotRange, more: Record<string, string | number> = {}): Promise<FoundRoom[]> {
  const duration = (range.end - range.start) * 30;
  const { status, body } = await request({ date: DAY, start: slotTime(range.start), duration, ...more });
  expect(status).toBe(200);
  return searchResponse.parse(body).data;
}
const inRoom = (found: readonly FoundRoom[], room = ROOM): FoundRoom =>
  found.find(({ id }) => id === room) as FoundRoom;
const slotRangeOf = ({ start, end }: FoundRoom['ranges'][number]): SlotRange => ({
  start: parseSlotTime(start) as number,
  end: parseSlotTime(end) as number,
});

describe('the search by time', () => {
  test('lists the free rooms first, then those free at another time with the nearest ranges, the full ones last', async () => {
    await book({ start: 30, end: 31 }, DAY, 2);
    await book(DEFAULT_OPENING, DAY, 3);
    const found = await search({ start: 30, end: 34 });
    expect(found.map(({ id }) => id)).toEqual([1, 4, 5, 6, 7, 8, 9, 2, 3]);
    expect(inRoom(found, 4)).toMatchObject({
      match: 'free',
      ranges: [{ start: '15:00:00', end: '17:00:00' }],
      time: [],
      open: { opens: '06:00:00', closes: '24:00:00' },
    });
    expect(inRoom(found, 2)).toMatchObject({
      match: 'other-time',
      ranges: [
        { start: '15:30:00', end: '17:30:00' },
        { start: '13:00:00', end: '15:00:00' },
      ],
      time: ['15:00:00'],
    });
    expect(inRoom(found, 3)).toMatchObject({ match: 'full', ranges: [] });
  });

  test('leaves out the rooms that seat fewer people', async () => {
    const found = await search({ start: 20, end: 22 }, { headcount: 17 });
    expect(found.map(({ id }) => id)).toEqual([7, 9]);
    const capacities = await server.database
      .selectFrom('room')
      .select(['id', 'capacity'])
      .where('id', 'in', [7, 9])
      .orderBy('capacity')
      .execute();
    const [smaller, larger] = capacities.map(({ capacity }) => capacity) as [number, number];
    const idsFor = async (headcount: number) =>
      (await search({ start: 20, end: 22 }, { headcount })).map(({ id }) => id);
    expect(await idsFor(smaller)).toEqual([7, 9]);
    expect(await idsFor(smaller + 1)).toEqual([capacities[1]?.id]);
    expect(await idsFor(larger + 1)).toEqual([]);
  });

  test('offers no time that has started, and none outside the opening hours', async () => {
    const early = inRoom(await search({ start: 10, end: 14 }));
    expect([early.match, early.ranges]).toEqual(['other-time', [{ start: '06:00:00', end: '08:00:00' }]]);
    const started = inRoom(await search({ start: 18, end: 20 }, { date: TODAY }));
    expect([started.match, started.ranges]).toEqual(['other-time', [{ start: '10:30:00', end: '11:30:00' }]]);
    const closing = inRoom(await search({ start: 10, end: 48 }));
    expect([closing.match, closing.ranges]).toEqual(['full', []]);
  });

  test('ignores the hold of the caller', async () => {
    await server.database
      .insertInto('booking')
      .values({
        user_id: member.user_id,
        room_id: ROOM,
        day: DAY,
        start_slot: 20,
        end_slot: 22,
        status: 'held',
        paid_with: 'card',
        total_paise: 59_000,
        hold_expires_at: new Date(START + 3_600_000),
      })
      .execute();
    await sql`insert into booking_slot (room_id, day, slot, booking_id, hold_expires_at)
      select room_id, day, slot, id, hold_expires_at from booking, generate_series(20, 21) as slot
      where user_id = ${member.user_id}::uuid`.execute(server.database);
    expect(inRoom(await search({ start: 20, end: 22 })).match).toBe('other-time');
    const forMember = searchResponse.parse(
      (await request({ date: DAY, start: '10:00', duration: 60 }, member.access)).body,
    );
    expect(inRoom(forMember.data).match).toBe('free');
  });

  test.each([
    ['a range across midnight', { start: '23:00', duration: 90 }, 'duration'],
    ['a duration longer than a day', { duration: 1470 }, 'duration'],
    ['no duration', { duration: 0 }, 'duration'],
    ['a duration between slots', { duration: 45 }, 'duration'],
    ['a duration in words', { duration: 'all day' }, 'duration'],
    ['a start between slots', { start: '10:10' }, 'start'],
    ['a start at the end of the day', { start: '24:00', duration: 30 }, 'start'],
    ['yesterday', { date: '2025-11-20' }, 'date'],
    ['a date after the window', { date: '2026-05-22' }, 'date'],
    ['no date', { date: 'tomorrow' }, 'date'],
    ['a headcount of zero', { headcount: 0 }, 'headcount'],
    ['another city', { city: 'mumbai' }, 'city'],
  ])('refuses %s', async (_case, changed, field) => {
    const { status, body } = (await request({
      date: DAY,
      start: '10:00',
      duration: 60,
      ...changed,
    })) as ErrorResponse;
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual([field]);
  });
});

/** Any range of a day with at most eight slots. */
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 8 }))
  .map(([start, slots]): SlotRange => ({ start, end: Math.min(48, start + slots) }));

test('ranges that the search returns as free can be booked, and others cannot', async () => {
  let nth = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyRange, { maxLength: 5 }), anyRange, async (booked, requested) => {
      nth += 1;
      const day = addDays(DAY, nth);
      const free = new Set(slotsIn(DEFAULT_OPENING));
      // A repeated call for the same times by the same user returns the existing booking.
      const bookedRanges = new Set<string>();
      const isRepeated = ({ start, end }: SlotRange) => bookedRanges.has(`${start}-${end}`);
      for (const each of booked) {
        const isFree = slotsIn(each).every((slot) => free.has(slot));
        expect((await book(each, day)).status === 200).toBe(isFree || isRepeated(each));
        if (!isFree) continue;
        bookedRanges.add(`${each.start}-${each.end}`);
        for (const slot of slotsIn(each)) free.delete(slot);
      }
      const room = inRoom(await search(requested, { date: day }));
      const isFree = slotsIn(requested).every((slot) => free.has(slot));
      expect(room.match === 'free').toBe(isFree);
      const possible = Array.from({ length: 49 }, (_, start) => start).filter((start) =>
        slotsIn({ start, end: start + requested.end - requested.start }).every((slot) => free.has(slot)),
      );
      expect(room.match === 'full').toBe(possible.length === 0);
      const isSold = !isFree && !isRepeated(requested) && (await book(requested, day)).status === 200;
      expect(isSold).toBe(false);
      // Each offered range is from another free run, so that all of them can be booked.
      for (const offered of room.ranges) expect((await book(slotRangeOf(offered), day)).status).toBe(200);
    }),
    {
      numRuns: 40,
      examples: [
        [
          [
            { start: 46, end: 48 },
            { start: 46, end: 48 },
          ],
          { start: 46, end: 48 },
        ],
      ],
    },
  );
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
const scansOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(scansOf)];

test('the database reads only the slots of the day, by their primary key', async () => {
  const booking = sql`select id from booking where user_id = ${member.user_id}::uuid limit 1`;
  await book({ start: 20, end: 22 });
  await sql`
    insert into booking_slot (room_id, day, slot, booking_id)
    select ${ROOM}, ${DAY}::date + day, slot, (${booking})
    from generate_series(1, 180) as day, generate_series(12, 35) as slot`.execute(server.database);
  await sql`analyze booking_slot`.execute(server.database);
  const statement = searchStatement({
    city: 'chennai',
    day: addDays(DAY, 90),
    range: { start: 20, end: 24 },
    headcount: 1,
    userId: null,
    now: START,
  });
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${statement}`.execute(server.database);
  const scans = scansOf((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan).filter(
    (scan) => scan['Relation Name'] === 'booking_slot' || scan['Index Name'] === 'booking_slot_pkey',
  );
  expect(scans.map((scan) => scan['Index Name'])).toContain('booking_slot_pkey');
  expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan');
  const read = scans.map((scan) => scan['Actual Rows'] * scan['Actual Loops']);
  expect(Math.max(...read)).toBeLessThan(100);
});
