import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { myBookingsResponse, type MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { pageQuery } from '../../../server/bookings/myBookings.ts';
import { get, signIn, type SignedIn } from '../client.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const TODAY = dateAt(START);
const DAYS = 250;

let server: TestServer;
let guest: SignedIn;

/** 10,000 bookings of one user: 20 on each of 250 days before today and of 250 days from today. */
beforeAll(async () => {
  server = await startServer({ env: { ACCESS_TOKEN_MINUTES: '60' } });
  guest = await signIn(server, 'guest');
  await sql`
    insert into booking (user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points, confirmed_at)
    select ${guest.user_id}::uuid, 2, ${TODAY}::date + day, slot, slot + 1, 'confirmed', 'points', 1, now()
    from generate_series(${-DAYS}::integer, ${DAYS - 1}::integer) as day,
      generate_series(20, 39) as slot`.execute(server.database);
  await sql`analyze booking`.execute(server.database);
});
afterAll(() => server.close());

async function list(query = ''): Promise<MyBookingsResponse> {
  const { status, body } = await get(server, paths.myBookings + query, guest.access);
  expect(status).toBe(200);
  return myBookingsResponse.parse(body);
}
const placeOf = ({ booking_date, start_time, id }: MyBookingsResponse['data'][number]) =>
  `${booking_date} ${start_time} ${id}`;

test('a long list is returned in bounded pages: the next bookings, and the latest past ones', async () => {
  const { data } = await list();
  expect(data).toHaveLength(40);
  const places = data.map(placeOf);
  expect(places).toEqual(places.toSorted());
  // The time is 10:10: the current slot has not ended, and the list does not start with the oldest booking.
  expect(data[20]).toMatchObject({ booking_date: TODAY, start_time: '10:00:00' });
  expect(data[19]).toMatchObject({ booking_date: addDays(TODAY, -1), start_time: '19:30:00' });
});

test('a booking of today is upcoming in its last slot and past directly after it', async () => {
  const { now } = server.clock;
  const lastDate = async () => {
    const { data } = await list();
    // The first page has twenty past bookings, and then the upcoming ones.
    return data.slice(19, 21).map(({ booking_date, start_time }) => `${booking_date} ${start_time}`);
  };
  server.clock.now = instantOf(TODAY, 21) - 1;
  const inSlot = await lastDate();
  server.clock.now += 1;
  const afterSlot = await lastDate();
  server.clock.now = now;
  expect(inSlot).toEqual([`${addDays(TODAY, -1)} 19:30:00`, `${TODAY} 10:00:00`]);
  expect(afterSlot).toEqual([`${TODAY} 10:00:00`, `${TODAY} 10:30:00`]);
});

test('the pages of the list reach both ends, with each booking once', async () => {
  const first = await list();
  const places = first.data.map(placeOf);
  const follow = async (direction: 'after' | 'before') => {
    const key = direction === 'after' ? 'upcoming' : 'past';
    let cursor = first.next[key];
    while (cursor !== null) {
      const page = await list(`?${direction}=${cursor}`);
      places.push(...page.data.map(placeOf));
      cursor = page.next[key];
    }
  };
  await follow('after');
  await follow('before');
  expect(places).toHaveLength(20 * 2 * DAYS);
  expect(new Set(places).size).toBe(places.length);
});

test.each(['after=tomorrow', 'before=2025-13-01_20_00000000-0000-4000-8000-000000000000'])(
  'an invalid cursor is refused: %s',
  async (query) => {
    expect((await get(server, `${paths.myBookings}?${query}`, guest.access)).status).toBe(400);
  },
);

test('the database reads a page by its index, not the whole list', async () => {
  const [plan] = (await pageQuery(server.database, guest.user_id, {}, START).explain(
    undefined,
    sql`analyze, format json`,
  )) as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
  const scans = scansOf(plan['QUERY PLAN'][0].Plan).filter((scan) => scan['Relation Name'] === 'booking');
  expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan');
  expect(scans.map((scan) => scan['Index Name'])).toContain('booking_listed');
  const read = scans.map(
    (scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
  );
  expect(Math.max(...read)).toBeLessThan(200);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const scansOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(scansOf)];
