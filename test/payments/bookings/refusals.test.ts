import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeriesDatePreview } from '../../../contract/bookings/series.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { bookingTimes, slotTime, slotsIn, type SlotRange } from '../../../domain/time/slots.ts';
import { searchAlternatives } from '../../../server/checkout/alternatives.ts';
import { bookingFields, get, post, type SignedIn } from '../../api/client.ts';
import { seededDatabase } from '../../api/seededDatabase.ts';
import { START } from '../../api/startServer.ts';
import { createUsers } from '../createUsers.ts';
import { DAY, MORNING, ROOM, startPayments, type PaymentServer } from '../startPayments.ts';

/* What many refusals of the same times, and the preview of a series, cost the database, and that their answers are not old. */

const USERS = 50;
const DATES = 12;

let server: PaymentServer;
let users: SignedIn[];
const statements: string[] = [];
beforeAll(async () => {
  server = await startPayments({
    database: await seededDatabase(START, ({ query }) => void statements.push(query.sql)),
  });
  users = await createUsers(server, USERS);
});
afterAll(() => server.close());
beforeEach(() => server.reset());

/** The statements that `work` causes. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const first = statements.length;
  await work();
  return statements.slice(first);
}
/** The search of all rooms, and the look-ups of the slots of some of them. */
const roomSearches = (all: readonly string[]) => all.filter((text) => text.includes('as is_on_site'));
const lookUps = (all: readonly string[]) =>
  all.filter((text) => text.includes('claims.held') && text.includes('content_version'));

async function book(user: SignedIn, room: number, day: string = DAY, range: SlotRange = MORNING) {
  return post(server, paths.book, bookingFields(user, room, day, range), { token: user.access });
}

/** All users but the last want the same times, which the last has booked. */
async function refuseAll() {
  const refusals = await Promise.all(users.slice(0, -1).map((user) => book(user, ROOM)));
  return refusals.map(({ status, body }) => ({ status, ...(body as ErrorBody).error }));
}

const winner = () => users.at(-1) as SignedIn;

test('many refusals of the same times search the rooms at most once, and offer no room that was taken before', async () => {
  expect((await book(winner(), ROOM)).status).toBe(200);
  const taken = slotsIn(MORNING).map(slotTime);
  const offered = new Set<number>();
  const first = await statementsOf(async () => {
    for (const refusal of await refuseAll()) {
      expect(refusal).toMatchObject({ status: 409, code: 'slot-taken', taken });
      expect(refusal.alternatives?.rooms).toHaveLength(3);
      for (const { id } of refusal.alternatives?.rooms ?? []) offered.add(id);
    }
  });
  expect(roomSearches(first).length).toBeLessThanOrEqual(1);
  expect(lookUps(first).length).toBeLessThan(USERS - 1);
  expect(lookUps(first)).not.toHaveLength(0);

  // The same second: the rooms are taken, one by an account that is refused as well.
  const own = users[0] as SignedIn;
  const [ownRoom] = offered;
  for (const id of offered) {
    expect((await book(id === ownRoom ? own : winner(), id)).status).toBe(200);
  }
  const later = { start: MORNING.end, end: MORNING.end + 1 };
  expect((await book(winner(), ROOM, DAY, later)).status).toBe(200);
  const second = await statementsOf(async () => {
    for (const refusal of await refuseAll()) {
      expect(refusal.taken).toEqual([...taken, slotTime(later.start)]);
      for (const { id } of refusal.alternatives?.rooms ?? []) expect(offered).not.toContain(id);
      expect(refusal.alternatives?.rooms).toHaveLength(3);
      for (const { stime } of refusal.alternatives?.times ?? [])
        expect(stime).not.toBe(slotTime(later.start));
    }
  });
  expect(roomSearches(second)).toEqual([]);
});

test('searches that begin together are one statement, and a change of a room is seen by the next one', async () => {
  const search = { roomId: ROOM, day: DAY, range: MORNING, now: START };
  const searchAll = () =>
    Promise.all(
      users.map(({ user_id }) => searchAlternatives(server.database, { ...search, userId: user_id })),
    );
  const [before] = await searchAll();
  expect(await statementsOf(searchAll)).toHaveLength(1);
  const nearest = before?.rooms[0]?.id ?? 0;
  const rooms = server.database.updateTable('room').where('id', '=', nearest);
  await rooms.set({ archived_at: new Date(START) }).execute();
  const [changed] = await searchAll();
  await rooms.set({ archived_at: null }).execute();
  expect(changed?.rooms.map(({ id }) => id)).not.toContain(nearest);
  expect((await searchAll())[0]?.rooms).toEqual(before?.rooms);
});

test('rooms that are less suitable are offered when the most suitable ones are taken', async () => {
  const { database } = server;
  const copies = Array.from({ length: 9 }, (_, n) => 1001 + n);
  await sql`
    insert into room (id, name, capacity, price_per_hour_paise, images, amenities,
      floor, building_no, street_name, area_name, city, pincode)
    select copy, 'Copy ' || copy, capacity, price_per_hour_paise, images, amenities,
      floor, building_no, street_name, area_name, city, pincode
    from room, unnest(${copies}::integer[]) as copy where room.id = ${ROOM}`.execute(database);
  // Rooms of the same size and price come first, by their ids.
  const free = copies.at(-1);
  for (const id of copies.slice(0, -1)) expect((await book(winner(), id)).status).toBe(200);
  const search = { userId: null, roomId: ROOM, day: DAY, range: MORNING, now: START };
  // A search that ends with the first statement, beside the one that needs another.
  const evening = { start: MORNING.start + 10, end: MORNING.end + 10 };
  const [ended, { rooms }] = await Promise.all([
    searchAlternatives(database, { ...search, range: evening }),
    searchAlternatives(database, search),
  ]);
  await server.reset();
  await database.deleteFrom('room').where('id', 'in', copies).execute();
  expect(ended.rooms.map(({ id }) => id)).toEqual(copies.slice(0, 3));
  expect(rooms[0]?.id).toBe(free);
  expect(rooms).toHaveLength(3);
});

test('the preview of a series with twelve taken dates is one statement', async () => {
  for (let date = 0; date < DATES; date += 1) {
    expect((await book(winner(), ROOM, addDays(DAY, 7 * date))).status).toBe(200);
  }
  const query = new URLSearchParams({
    mid: String(ROOM),
    bdate: DAY,
    ...bookingTimes(MORNING),
    every: '1',
    count: String(DATES),
  });
  const preview = () => get<{ data: SeriesDatePreview[] }>(server, `${paths.series}?${query.toString()}`);
  const { data } = (await preview()).body;
  expect(data.map(({ state }) => state)).toEqual(Array.from({ length: DATES }, () => 'taken'));
  for (const { alternatives } of data) {
    expect(alternatives?.times).not.toHaveLength(0);
    expect(alternatives?.rooms).toHaveLength(3);
  }
  expect(await statementsOf(preview)).toHaveLength(1);
});
