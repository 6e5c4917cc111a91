import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/slots.ts';
import { listenTo } from '../../server/database/listen.ts';
import { openDatabase } from '../../server/database/open.ts';
import { SetupError } from '../../server/setupError.ts';
import { get, post } from '../api/client.ts';
import { watchDay } from '../api/liveView.ts';
import type { TestServer } from '../api/startServer.ts';
import { ROOM, type Contender } from '../races/contest.ts';
import { audit } from './audit.ts';
import { openStage, POINTS, type SiteServer, type Stage } from './stage.ts';

/*
 * A server process on a real PostgreSQL that ends, is cut off and is locked: what `npm run drills` does twenty times. A
 * request that is never answered is found by the runner's own limit.
 */
const STOPS = 3;
const CALLS = 16;

let stage: Stage;
let server: SiteServer;
let day: string;
let slot = 0;
beforeAll(async () => {
  stage = await openStage({ servers: 1, network: true });
  server = stage.servers[0] as SiteServer;
  // Past the days that the load books.
  day = addDays(stage.firstDay, 172);
});
afterAll(() => stage.close());

const site = () => ({ url: server.url }) as TestServer;
/** The status of a booking of a slot that nobody has. */
async function book(member: Contender): Promise<number> {
  slot += 1;
  const start = DEFAULT_OPENING.start + (slot % slotCount(DEFAULT_OPENING));
  const range = { start, end: start + 1 };
  const wish = { mid: ROOM, uid: member.id, bdate: day, ...bookingTimes(range) };
  return (await post(site(), paths.book, wish, { token: member.token })).status;
}
const bookAsFirst = () => book(stage.members[0] as Contender);
const look = async (): Promise<number> =>
  (await post(site(), paths.takenSlots, { date: day, id: ROOM })).status;
const isReady = async (): Promise<number> => (await get(site(), '/readyz')).status;

/** What a server answers to many bookings and looks at once, and to whether it is ready: the statuses that occur. */
async function answersToMany(): Promise<{ visitors: number[]; ready: number }> {
  const calls = Array.from({ length: CALLS }, (_, n) => (n % 2 ? bookAsFirst() : look()));
  const [ready, ...visitors] = await Promise.all([isReady(), ...calls]);
  return { visitors: [...new Set(visitors)], ready };
}

const UNAVAILABLE = { visitors: [503], ready: 503 };
/** Longer than the longest pause of the listener before it connects again. */
const RECOVERY = { timeout: 60_000 };

test(`a database that stops immediately while visitors book ends no server, ${STOPS} times, and loses nothing`, async () => {
  const load = stage.startLoad();
  const booked = async () => {
    const since = performance.now();
    await expect.poll(() => load.lastBooked(server) > since, RECOVERY).toBe(true);
  };
  for (let stop = 0; stop < STOPS; stop += 1) {
    await booked();
    await stage.postgres.end('SIGQUIT');
    await stage.postgres.restart();
    expect(server.died).toBe(false);
  }
  await booked();
  await load.stop();
  expect(load.unexpected).toEqual([]);
  expect(await audit(stage.open.database, load.acknowledged, POINTS)).toEqual({
    lost: 0,
    double: 0,
    halfWritten: 0,
  });
});

test('in a network partition every request is answered, readiness too, and all is well when it is over', async () => {
  await expect.poll(bookAsFirst, RECOVERY).toBe(200);
  const view = await watchDay(site(), day);
  stage.network?.partition();
  expect(await answersToMany()).toEqual(UNAVAILABLE);
  // None of the connections of before ever says anything again.
  stage.network?.heal('forget');
  await expect.poll(isReady, RECOVERY).toBe(200);
  await expect.poll(look, RECOVERY).toBe(200);
  await expect.poll(bookAsFirst, RECOVERY).toBe(200);
  // Also that of the listener, who says that something may have been missed.
  const news = new Set<string | null>();
  await expect.poll(async () => news.add(await view.next().catch(() => null)).has(''), RECOVERY).toBe(true);
  view.close();
});

test('while booking_slot is locked every request is answered, and everything works once it is unlocked', async () => {
  const answers = await stage.open.withoutTimeouts((database) =>
    database.transaction().execute(async (tx) => {
      await sql`lock table booking_slot in access exclusive mode`.execute(tx);
      return answersToMany();
    }),
  );
  expect(answers).toEqual(UNAVAILABLE);
  await expect.poll(isReady, RECOVERY).toBe(200);
  expect(await bookAsFirst()).toBe(200);
});

test('while its password is refused every request is answered, and everything works once it is accepted', async () => {
  const { username, password } = new URL(stage.postgres.url);
  await stage.open.withoutTimeouts((database) =>
    // One connection, which stays open.
    database.connection().execute(async (connection) => {
      const setPassword = (to: string) =>
        sql`alter role ${sql.id(username)} password ${sql.lit(to)}`.execute(connection);
      await setPassword('another');
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(connection);
      const answers = await answersToMany();
      await setPassword(password);
      expect(answers).toEqual(UNAVAILABLE);
    }),
  );
  await expect.poll(isReady, RECOVERY).toBe(200);
  await expect.poll(bookAsFirst, RECOVERY).toBe(200);
});

describe('a server that starts', () => {
  test('before its database waits for it with one line, and then continues', async () => {
    await server.stop();
    server.output = '';
    await stage.postgres.end('SIGINT');
    const started = server.start();
    const lines = () =>
      server.output.split('\n').filter((line) => line.startsWith('Waiting for the database'));
    await expect.poll(lines, RECOVERY).toHaveLength(1);
    await stage.postgres.restart();
    await started;
    expect(lines()).toHaveLength(1);
    expect(server.output).not.toContain(new URL(stage.postgres.url).password);
    expect(await isReady()).toBe(200);
  });

  test.each([
    ['a wrong password', (url: URL) => (url.password = 'wrong')],
    ['an unknown user', (url: URL) => (url.username = 'nobody')],
    ['an unknown database', (url: URL) => (url.pathname = '/nowhere')],
  ])('with %s does not wait', async (_what, change) => {
    const url = new URL(stage.postgres.url);
    change(url);
    const opened = openDatabase({ databaseUrl: url.href, dataDir: '' });
    await expect(opened).rejects.toThrow(SetupError);
    await expect(opened).rejects.toThrow('The database of DATABASE_URL cannot be used');
    await expect(opened).rejects.not.toThrow(url.password);
  });
});

test('a listener that cannot listen leaves no connection open', async () => {
  const application = 'listener that fails';
  const config = { connectionString: stage.postgres.url, application_name: application };
  await expect(listenTo(config, '', () => undefined)).rejects.toThrow('zero-length');
  const open = async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity where application_name = ${application}`.execute(stage.open.database);
    return rows;
  };
  await expect.poll(open).toEqual([]);
});
