import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/time/slots.ts';
import { findPostgres } from '../../scripts/postgres.ts';
import { watchDay } from '../api/liveView.ts';
import { ROOM, type Racer } from '../races/race.ts';
import type { Drill } from './drill.ts';
import type { SiteServer, Testbed } from './testbed.ts';

const TOKEN = 'a token for this drill';
const MAX_LAG_SECONDS = 2;
/** This day is after all days that the load books. */
const LATER_DAYS = 172;
/** Of one server, each time that it is read. */
const READS = 20;
/** A server has to notice the standby's recovery within this time, in milliseconds. */
const RECOVERY_TIMEOUT_MS = 60_000;

async function readMetrics({ url }: SiteServer) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  const metric = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1],
    );
  return {
    isRead: metric('litrooms_standby_read ') === 1,
    standby: metric('litrooms_reads_total{source="standby"}'),
    primary: metric('litrooms_reads_total{source="primary"}'),
  };
}

/** Waits until all servers read from the standby, or until none does. Returns false after a timeout. */
async function waitForStandbyUse({ servers }: Testbed, isUsed: boolean): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
  for (const server of servers) {
    while ((await readMetrics(server)).isRead !== isUsed) {
      if (performance.now() > deadline) return false;
      await delay(50);
    }
  }
  return true;
}

/** For a visitor without an account. */
async function fetchTakenSlots(
  { url }: SiteServer,
  date: string,
): Promise<{ status: number; time: string[] }> {
  const response = await fetch(url + paths.takenSlots, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date, id: ROOM }),
  });
  const body = (await response.json()) as { data?: { time: string[] } };
  return { status: response.status, time: body.data?.time ?? [] };
}

/** Reads availability and readiness on every server, and returns the failures. */
async function failedReads({ servers }: Testbed, day: string, phase: string): Promise<string[]> {
  const problems: string[] = [];
  for (const server of servers) {
    for (let n = 0; n < READS; n += 1) {
      const { status } = await fetchTakenSlots(server, day);
      if (status !== 200) problems.push(`${phase}: availability got the status ${status}`);
    }
    const { status } = await fetch(`${server.url}/readyz`);
    if (status !== 200) problems.push(`${phase}: /readyz got the status ${status}`);
  }
  return problems;
}

/**
 * Reads while nothing fails, until the first server read all from the standby: it may lag for a moment. Returns the problems.
 */
async function readFromStandby(testbed: Testbed, day: string): Promise<string[]> {
  const server = testbed.servers[0] as SiteServer;
  const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
  do {
    const before = await readMetrics(server);
    const problems = await failedReads(testbed, day, 'normal operation');
    const after = await readMetrics(server);
    if (problems.length > 0 || after.standby - before.standby >= READS) return problems;
  } while (performance.now() < deadline);
  return ['the standby was not read in normal operation'];
}

/**
 * A live view receives an event of a booking and reads at once. The read must contain the booking, despite the standby's lag.
 */
async function checkLiveView(
  { servers, members }: Testbed,
  day: string,
  bookingCount: number,
): Promise<string[]> {
  const [server, other] = [servers[0], servers.at(-1)] as [SiteServer, SiteServer];
  const member = members[0] as Racer;
  const start = DEFAULT_OPENING.start + (bookingCount % slotCount(DEFAULT_OPENING));
  const times = bookingTimes({ start, end: start + 1 });
  const view = await watchDay(other, day);
  const booked = await fetch(server.url + paths.book, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
    body: JSON.stringify({ mid: ROOM, uid: member.id, bdate: day, ...times }),
  });
  if (booked.status !== 200) return [`a booking got the status ${booked.status}`];
  await view.next();
  const { time } = await fetchTakenSlots(other, day);
  view.close();
  return time.length > bookingCount ? [] : ['a read after an event did not contain the booking'];
}

/**
 * The read standby is disconnected, killed and paused during bookings. The servers read from the primary, stay ready, and show
 * every booking after its event.
 */
export const readStandbyOutage: Drill = {
  name: 'outage of the standby for reads',
  skip: () =>
    existsSync(join(findPostgres().folder, 'pg_basebackup')) ? null : 'pg_basebackup is not installed',
  prepare: () => ({
    options: {
      readStandby: true,
      env: { METRICS_TOKEN: TOKEN, READ_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS) },
    },
    cleanUp: () => undefined,
  }),
  async fail(testbed, _load, round) {
    if (!testbed.readStandby) throw new Error('the drill needs a standby');
    const { postgres, network } = testbed.readStandby;
    const quietDay = addDays(testbed.firstDay, LATER_DAYS);
    const day = addDays(quietDay, 1 + round);
    const problems: string[] = [];
    const execute = async (statement: string) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(statement);
      await client.end();
    };
    const outages: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['disconnected', async () => network.partition(), async () => network.heal('forget')],
      ['killed', () => postgres.end('SIGKILL'), () => postgres.restart()],
      [
        'paused',
        () => execute('select pg_wal_replay_pause()'),
        () => execute('select pg_wal_replay_resume()'),
      ],
    ];
    let bookingCount = 0;
    for (const [name, begin, end] of outages) {
      if (!(await waitForStandbyUse(testbed, true)))
        return [...problems, `${name}: the standby is not read before the failure`];
      problems.push(...(await readFromStandby(testbed, quietDay)));
      await begin();
      problems.push(...(await failedReads(testbed, quietDay, name)));
      problems.push(...(await checkLiveView(testbed, day, bookingCount)));
      bookingCount += 1;
      if (!(await waitForStandbyUse(testbed, false))) problems.push(`${name}: the standby is still read`);
      problems.push(...(await failedReads(testbed, quietDay, name)));
      await end();
    }
    if (!(await waitForStandbyUse(testbed, true))) problems.push('the standby is not read again');
    const metrics = await Promise.all(testbed.servers.map(readMetrics));
    const sum = (source: 'standby' | 'primary') => metrics.reduce((total, each) => total + each[source], 0);
    console.log(
      `  round ${round + 1}: ${sum('standby')} reads from the standby, ${sum('primary')} from the primary; ` +
        `${bookingCount} bookings were read after their events`,
    );
    return problems;
  },
};
