import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { Database } from '../../../server/platform/database/schema.ts';
import { standbyReads, type Standby } from '../../../server/platform/database/connection/standby.ts';
import { bookingFields, get, post, signIn, type SignedIn } from '../client.ts';
import { watchDay } from '../liveView.ts';
import { startServer, type TestServer } from '../startServer.ts';

const DAY = '2025-11-25';
const LOG = { info: () => undefined, warn: () => undefined };
const TOKEN = 'a token for operators';

/** Statements on the standby, whether it is unreachable, and the positions of both databases. */
const state = { standbyStatements: 0, isUnreachable: false, written: 1, applied: 1 };

/** The same database. Its statements are counted, and fail while the standby is unreachable. */
const asStandby = (database: Database): Database =>
  database.withPlugin({
    transformQuery({ node }) {
      if (state.isUnreachable) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      state.standbyStatements += 1;
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
        standby: asStandby(primary),
        maxLagMs: 600_000,
        readPosition: async (source) =>
          source === primary
            ? { system: 'ours', bytes: state.written, isStandby: false }
            : { system: 'ours', bytes: state.applied, isStandby: true },
      });
      return standby;
    },
  });
  member = await signIn(server, 'member');
  owner = await signIn(server, 'owner');
  await standby.check(LOG);
});
afterAll(() => server.close());

async function statementsOnStandby(call: () => Promise<{ status: number }>): Promise<number> {
  const before = state.standbyStatements;
  expect((await call()).status).toBe(200);
  return state.standbyStatements - before;
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
])('%s is read from the standby', async (_name, call) => {
  expect(await statementsOnStandby(call)).toBeGreaterThan(0);
});

test.each<[string, () => Promise<{ status: number }>]>([
  ['a room on a day for a signed-in user', () => slots(member.access)],
  ['the search for a signed-in user', () => get(server, search, member.access)],
  ['a week for a signed-in user', () => get(server, week, member.access)],
  ['My bookings', () => get(server, paths.myBookings, member.access)],
  ['the readiness', () => get(server, '/readyz')],
])('%s is read from the primary', async (_name, call) => {
  expect(await statementsOnStandby(call)).toBe(0);
});

test('after the event of a booking its room is read from the primary, until the standby has the booking', async () => {
  const view = await watchDay(server, DAY);
  const fields = bookingFields(member, 2, DAY, { start: 30, end: 31 });
  expect(await statementsOnStandby(() => post(server, paths.book, fields, { token: member.access }))).toBe(0);
  state.written += 1;
  expect(await view.next()).toBe('2');
  view.close();

  expect(await statementsOnStandby(() => slots())).toBe(0);
  expect(await statementsOnStandby(() => get(server, search))).toBe(0);
  const other = () => post(server, paths.takenSlots, { id: 3, date: DAY });
  expect(await statementsOnStandby(other)).toBe(1);
  await standby.check(LOG);
  expect(await statementsOnStandby(() => slots())).toBe(0);
  state.applied = state.written;
  await standby.check(LOG);
  expect(await statementsOnStandby(() => slots())).toBe(1);
});

test('while the standby is unreachable the primary serves reads, the server is ready, and the metrics show it', async () => {
  const readMetrics = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  expect(await readMetrics()).toContain('litrooms_standby_read 1\n');
  state.isUnreachable = true;
  for (const call of [() => slots(), () => get(server, search), () => get(server, paths.rooms)]) {
    expect(await statementsOnStandby(call)).toBe(0);
  }
  expect(await get(server, '/readyz')).toMatchObject({ status: 200 });
  const before = await readMetrics();
  expect(before).toContain('litrooms_standby_read 0\n');
  expect(before).toMatch(/^litrooms_reads_total\{source="primary"\} [1-9]/m);
  state.isUnreachable = false;
  await standby.check(LOG);
  expect(await statementsOnStandby(() => slots())).toBe(1);
});
