import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/time/slots.ts';
import { listenTo } from '../../server/platform/database/connection/listen.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import { SetupError } from '../../server/platform/config/setupError.ts';
import { get, post } from '../api/client.ts';
import { watchDay } from '../api/liveView.ts';
import type { TestServer } from '../api/startServer.ts';
import { ROOM, type Racer } from '../races/race.ts';
import { checkBookings } from './visitors/checkBookings.ts';
import { startTestbed, POINTS, type SiteServer, type Testbed } from './testbed.ts';

/*
 * A server process with a real PostgreSQL that stops, is disconnected and is locked. `npm run drills` repeats this twenty
 * times. A request without a response fails by the test's timeout.
 */
const STOPS = 3;
const CALLS = 16;

let testbed: Testbed;
let server: SiteServer;
let day: string;
let slot = 0;
beforeAll(async () => {
  testbed = await startTestbed({ servers: 1, network: true });
  server = testbed.servers[0] as SiteServer;
  // This day is after all days that the load books.
  day = addDays(testbed.firstDay, 172);
});
afterAll(() => testbed.close());

const target = () => ({ url: server.url }) as TestServer;
/** Books a free slot and returns the status. */
async function book(member: Racer): Promise<number> {
  slot += 1;
  const start = DEFAULT_OPENING.start + (slot % slotCount(DEFAULT_OPENING));
  const range = { start, end: start + 1 };
  const fields = { mid: ROOM, uid: member.id, bdate: day, ...bookingTimes(range) };
  return (await post(target(), paths.book, fields, { token: member.token })).status;
}
const bookAsFirst = () => book(testbed.members[0] as Racer);
const fetchAvailability = async (): Promise<number> =>
  (await post(target(), paths.takenSlots, { date: day, id: ROOM })).status;
const fetchReadiness = async (): Promise<number> => (await get(target(), '/readyz')).status;

/** Makes many calls concurrently, and returns the set of their statuses and the status of /readyz. */
async function statusesOfManyCalls(): Promise<{ visitors: number[]; ready: number }> {
  const calls = Array.from({ length: CALLS }, (_, n) => (n % 2 ? bookAsFirst() : fetchAvailability()));
  const [ready, ...visitors] = await Promise.all([fetchReadiness(), ...calls]);
  return { visitors: [...new Set(visitors)], ready };
}

const UNAVAILABLE = { visitors: [503], ready: 503 };

test(`a server survives a database that stops immediately during bookings, ${STOPS} times, and no booking is lost`, async () => {
  const load = testbed.startLoad();
  const waitForBooking = async () => {
    const since = performance.now();
    await expect.poll(() => load.lastBooked(server) > since).toBe(true);
  };
  for (let stop = 0; stop < STOPS; stop += 1) {
    await waitForBooking();
    await testbed.postgres.end('SIGQUIT');
    await testbed.postgres.restart();
    expect(server.crashed).toBe(false);
  }
  await waitForBooking();
  await load.stop();
  expect(load.unexpected).toEqual([]);
  expect(await checkBookings(testbed.open.database, load.acknowledged, POINTS)).toEqual({
    lost: 0,
    doubleBooked: 0,
    incomplete: 0,
  });
});

test('in a network partition every request gets a response, and the server recovers afterwards', async () => {
  await expect.poll(bookAsFirst).toBe(200);
  const view = await watchDay(target(), day);
  testbed.network?.partition();
  expect(await statusesOfManyCalls()).toEqual(UNAVAILABLE);
  // The old connections never receive anything again.
  testbed.network?.heal('forget');
  await expect.poll(fetchReadiness).toBe(200);
  await expect.poll(fetchAvailability).toBe(200);
  await expect.poll(bookAsFirst).toBe(200);
  // The listener reconnects too, and invalidates all availability because it may have missed events.
  const events = new Set<string | null>();
  await expect.poll(async () => events.add(await view.next().catch(() => null)).has('')).toBe(true);
  view.close();
});

test('while booking_slot is locked every request gets a response, and the server recovers afterwards', async () => {
  const responses = await testbed.open.withoutTimeouts((database) =>
    database.transaction().execute(async (tx) => {
      await sql`lock table booking_slot in access exclusive mode`.execute(tx);
      return statusesOfManyCalls();
    }),
  );
  expect(responses).toEqual(UNAVAILABLE);
  await expect.poll(fetchReadiness).toBe(200);
  expect(await bookAsFirst()).toBe(200);
});

test('while its database password is wrong every request gets a response, and the server recovers afterwards', async () => {
  const { username, password } = new URL(testbed.postgres.url);
  await testbed.open.withoutTimeouts((database) =>
    // This connection stays open.
    database.connection().execute(async (connection) => {
      const setPassword = (to: string) =>
        sql`alter role ${sql.id(username)} password ${sql.lit(to)}`.execute(connection);
      await setPassword('another');
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(connection);
      const responses = await statusesOfManyCalls();
      await setPassword(password);
      expect(responses).toEqual(UNAVAILABLE);
    }),
  );
  await expect.poll(fetchReadiness).toBe(200);
  await expect.poll(bookAsFirst).toBe(200);
});

describe('a server that starts', () => {
  test('before its database logs one line, waits, and then continues', async () => {
    await server.stop();
    server.output = '';
    await testbed.postgres.end('SIGINT');
    const started = server.start();
    const lines = () =>
      server.output.split('\n').filter((line) => line.startsWith('Waiting for the database'));
    try {
      await expect.poll(lines).toHaveLength(1);
    } finally {
      // The other tests need both.
      await testbed.postgres.restart();
      await started;
    }
    expect(lines()).toHaveLength(1);
    expect(server.output).not.toContain(new URL(testbed.postgres.url).password);
    expect(await fetchReadiness()).toBe(200);
  });

  test.each([
    ['a wrong password', (url: URL) => (url.password = 'wrong')],
    ['an unknown user', (url: URL) => (url.username = 'nobody')],
    ['an unknown database', (url: URL) => (url.pathname = '/nowhere')],
  ])('with %s fails without waiting', async (_case, change) => {
    const url = new URL(testbed.postgres.url);
    change(url);
    const opened = openDatabase({ databaseUrl: url.href, dataDir: '' });
    await expect(opened).rejects.toThrow(SetupError);
    await expect(opened).rejects.toThrow('The database of DATABASE_URL cannot be used');
    await expect(opened).rejects.not.toThrow(url.password);
  });
});

test('a listener that fails to listen closes its connection', async () => {
  const application = 'listener that fails';
  const config = { connectionString: testbed.postgres.url, application_name: application };
  await expect(listenTo(config, '', () => undefined)).rejects.toThrow('zero-length');
  const openConnections = async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity where application_name = ${application}`.execute(
      testbed.open.database,
    );
    return rows;
  };
  await expect.poll(openConnections).toEqual([]);
});
