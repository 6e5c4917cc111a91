import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskPaths } from '../../contract/deskPaths.ts';
import { paths } from '../../contract/paths.ts';
import type { Database } from '../../server/database/schema.ts';
import { standbyReads, type Standby } from '../../server/database/standby.ts';
import { bookingFields, get, post, signIn, type SignedIn } from './client.ts';
import { watchDay } from './liveView.ts';
import { startServer, type TestServer } from './startServer.ts';

const DAY = '2025-11-25';
const LOG = { info: () => undefined, warn: () => undefined };
const TOKEN = 'a token for operators';

/** How many statements the standby got, whether it is away, and how much of the primary's log it has applied. */
const world = { asked: 0, isAway: false, written: 1, applied: 1 };

/** The same data, marked: a statement that comes this way is counted, and fails while the standby is away. */
const marked = (database: Database): Database =>
  database.withPlugin({
    transformQuery({ node }) {
      if (world.isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      world.asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });

let server: TestServer;
let standby: Standby;
let member: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  server = await startServer({
    env: { METRICS_TOKEN: TOKEN },
    standby(primary) {
      standby = standbyReads({
        primary,
        standby: marked(primary),
        maxLagMs: 600_000,
        readPosition: async (source) =>
          source === primary
            ? { system: 'ours', bytes: world.written, isStandby: false }
            : { system: 'ours', bytes: world.applied, isStandby: true },
      });
      return standby;
    },
  });
  member = await signIn(server, 'member');
  owner = await signIn(server, 'owner');
  await standby.check(LOG);
});
afterAll(() => server.close());

/** How many statements of a call the standby got. */
async function askedBy(call: () => Promise<{ status: number }>): Promise<number> {
  const before = world.asked;
  expect((await call()).status).toBe(200);
  return world.asked - before;
}
const period = `from=${DAY}&to=${DAY}`;
const search = `${paths.searchRooms}?date=${DAY}&start=10:00&duration=60`;
const week = `${paths.roomWeek}?id=2&from=${DAY}`;
const slots = (token?: string) => post(server, paths.takenSlots, { id: 2, date: DAY }, { token });

test.each<[string, () => Promise<{ status: number }>]>([
  ['the list of rooms', () => get(server, paths.rooms)],
  ['the search', () => get(server, search)],
  ['a room on a day', () => slots()],
  ['rooms on a day', () => post(server, paths.takenSlotsOfRooms, { ids: [1, 2], date: DAY })],
  ['a week', () => get(server, week)],
  ['the blog', () => get(server, paths.blog)],
  ['a post', () => get(server, paths.blogPost(1))],
  ['the events', () => get(server, paths.events)],
  ['a report', () => get(server, `${deskPaths.report}?${period}`, owner.access)],
])('%s may come from the standby', async (_name, call) => {
  expect(await askedBy(call)).toBeGreaterThan(0);
});

test.each<[string, () => Promise<{ status: number }>]>([
  ['a room on a day for who is signed in', () => slots(member.access)],
  ['the search for who is signed in', () => get(server, search, member.access)],
  ['a week for who is signed in', () => get(server, week, member.access)],
  ['My bookings', () => get(server, paths.myBookings, member.access)],
  ['the readiness', () => get(server, '/readyz')],
])('%s comes from the primary', async (_name, call) => {
  expect(await askedBy(call)).toBe(0);
});

test('a booking is made and shown by the primary once it is notified, until the standby has it', async () => {
  const view = await watchDay(server, DAY);
  const fields = bookingFields(member, 2, DAY, { start: 30, end: 31 });
  expect(await askedBy(() => post(server, paths.book, fields, { token: member.access }))).toBe(0);
  world.written += 1;
  expect(await view.next()).toBe('2');
  view.close();

  expect(await askedBy(() => slots())).toBe(0);
  expect(await askedBy(() => get(server, search))).toBe(0);
  const other = () => post(server, paths.takenSlots, { id: 3, date: DAY });
  expect(await askedBy(other)).toBe(1);
  await standby.check(LOG);
  expect(await askedBy(() => slots())).toBe(0);
  world.applied = world.written;
  await standby.check(LOG);
  expect(await askedBy(() => slots())).toBe(1);
});

test('while the standby is away the primary answers, the server is ready, and operators see it', async () => {
  const figures = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  expect(await figures()).toContain('litrooms_standby_read 1\n');
  world.isAway = true;
  for (const call of [() => slots(), () => get(server, search), () => get(server, paths.rooms)]) {
    expect(await askedBy(call)).toBe(0);
  }
  expect(await get(server, '/readyz')).toMatchObject({ status: 200 });
  const seen = await figures();
  expect(seen).toContain('litrooms_standby_read 0\n');
  expect(seen).toMatch(/^litrooms_reads_total\{source="primary"\} [1-9]/m);
  world.isAway = false;
  await standby.check(LOG);
  expect(await askedBy(() => slots())).toBe(1);
});
