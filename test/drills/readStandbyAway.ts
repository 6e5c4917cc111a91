import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/calendar.ts';
import { DEFAULT_OPENING } from '../../domain/openingHours.ts';
import { bookingTimes, slotCount } from '../../domain/slots.ts';
import { findPostgres } from '../../scripts/postgres.mjs';
import { watchDay } from '../api/liveView.ts';
import { ROOM, type Contender } from '../races/contest.ts';
import type { Drill } from './drill.ts';
import type { SiteServer, Stage } from './stage.ts';

const TOKEN = 'a token for this drill';
const MAX_LAG_SECONDS = 2;
/** After the days that the load books. */
const LATER_DAYS = 172;
/** How long a server may take to notice the standby's return, in milliseconds. */
const NOTICED_MS = 60_000;

/** The figures of a server about its standby. */
async function figuresOf({ url }: SiteServer) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1],
    );
  return {
    isRead: figure('litrooms_standby_read ') === 1,
    standby: figure('litrooms_reads_total{source="standby"}'),
    primary: figure('litrooms_reads_total{source="primary"}'),
  };
}

/** Waits until every server reads the standby, or none does. */
async function untilRead({ servers }: Stage, wanted: boolean): Promise<boolean> {
  const givenUp = performance.now() + NOTICED_MS;
  for (const server of servers) {
    while ((await figuresOf(server)).isRead !== wanted) {
      if (performance.now() > givenUp) return false;
      await delay(50);
    }
  }
  return true;
}

/** What a visitor without an account is shown as taken. */
async function takenIn({ url }: SiteServer, date: string): Promise<{ status: number; time: string[] }> {
  const response = await fetch(url + paths.takenSlots, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date, id: ROOM }),
  });
  const body = (await response.json()) as { data?: { time: string[] } };
  return { status: response.status, time: body.data?.time ?? [] };
}

/** Reads on every server while the standby is in trouble: all are answered, and the servers are ready. */
async function serves({ servers }: Stage, day: string, trouble: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const server of servers) {
    for (let n = 0; n < 20; n += 1) {
      const { status } = await takenIn(server, day);
      if (status !== 200) wrong.push(`${trouble}: availability was answered with ${status}`);
    }
    const { status } = await fetch(`${server.url}/readyz`);
    if (status !== 200) wrong.push(`${trouble}: /readyz said ${status}`);
  }
  return wrong;
}

/** A live view is notified of a booking and asks at once: it must be shown it, though the standby is later. */
async function showsWhatChanged({ servers, members }: Stage, day: string, nth: number): Promise<string[]> {
  const [server, other] = [servers[0], servers.at(-1)] as [SiteServer, SiteServer];
  const member = members[0] as Contender;
  const start = DEFAULT_OPENING.start + (nth % slotCount(DEFAULT_OPENING));
  const times = bookingTimes({ start, end: start + 1 });
  const view = await watchDay(other, day);
  const booked = await fetch(server.url + paths.book, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
    body: JSON.stringify({ mid: ROOM, uid: member.id, bdate: day, ...times }),
  });
  if (booked.status !== 200) return [`a booking was answered with ${booked.status}`];
  await view.next();
  const { time } = await takenIn(other, day);
  view.close();
  return time.length > nth ? [] : ['a booking was notified and not shown'];
}

/**
 * The standby that servers read from is cut off, killed and held back while visitors book: reads go on from the primary, the
 * servers stay ready, and what a live view was notified of is shown.
 */
export const readStandbyAway: Drill = {
  name: 'standby for reads away',
  skip: () =>
    existsSync(join(findPostgres().folder, 'pg_basebackup')) ? null : 'pg_basebackup is not on this machine',
  prepare: () => ({
    options: {
      readStandby: true,
      env: { METRICS_TOKEN: TOKEN, READ_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS) },
    },
    done: () => undefined,
  }),
  async trouble(stage, _load, round) {
    if (!stage.readStandby) throw new Error('the drill needs a standby');
    const { postgres, network } = stage.readStandby;
    const quiet = addDays(stage.firstDay, LATER_DAYS);
    const day = addDays(quiet, 1 + round);
    const wrong: string[] = [];
    const replay = async (statement: string) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(statement);
      await client.end();
    };
    const troubles: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['cut off', async () => network.partition(), async () => network.heal('forget')],
      ['killed', () => postgres.end('SIGKILL'), () => postgres.restart()],
      [
        'held back',
        () => replay('select pg_wal_replay_pause()'),
        () => replay('select pg_wal_replay_resume()'),
      ],
    ];
    let nth = 0;
    for (const [name, begin, end] of troubles) {
      if (!(await untilRead(stage, true))) return [...wrong, `${name}: the standby is not read before`];
      const before = await figuresOf(stage.servers[0] as SiteServer);
      wrong.push(...(await serves(stage, quiet, 'calm')));
      const calm = await figuresOf(stage.servers[0] as SiteServer);
      if (calm.standby - before.standby < 20) wrong.push('the standby was not read in calm');
      await begin();
      wrong.push(...(await serves(stage, quiet, name)));
      wrong.push(...(await showsWhatChanged(stage, day, nth)));
      nth += 1;
      if (!(await untilRead(stage, false))) wrong.push(`${name}: the standby is still read`);
      wrong.push(...(await serves(stage, quiet, name)));
      await end();
    }
    if (!(await untilRead(stage, true))) wrong.push('the standby is not read again');
    const all = await Promise.all(stage.servers.map(figuresOf));
    const sum = (source: 'standby' | 'primary') => all.reduce((total, figures) => total + figures[source], 0);
    console.log(
      `  round ${round + 1}: ${sum('standby')} reads from the standby, ${sum('primary')} from the primary; ` +
        `${nth} bookings were notified and shown`,
    );
    return wrong;
  },
};
