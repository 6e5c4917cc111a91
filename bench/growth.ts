/*
 * `npm run bench:growth`: what each call of visitors, members and staff costs on a large house, as a ratio to the same call on a
 * small one in the same run. Both have 300 rooms. The large one has 60,000 users and 1.5 million bookings over four years, the
 * small one 200 users and the bookings of a week. A call's cost is the median of its time, and the processor time of the server and
 * the database together. Prints the plans of the calls that exceed their limit, and exits with 1 when a call of visitors or members
 * takes more than three times as long, or a call of the desk more than a second of processor time. `-- --scale 0.1` builds a
 * smaller large house, `-- --only search` measures the calls whose name contains a text.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { deskPaths } from '../contract/desk/paths.ts';
import { paths } from '../contract/paths.ts';
import { addMonths } from '../domain/time/calendar.ts';
import { slotTime } from '../domain/time/slots.ts';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { accessTokens } from '../server/account/session/accessTokens.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/database/connection/open.ts';
import type { Database } from '../server/platform/database/schema.ts';
import { describeMachine, loadText, median, printTable } from './figures.ts';
import { bookingsOf, buildHouse, dayIn, type House } from './growthData.ts';
import { benchServerEnv } from './load.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { scale: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
});
const scale = Number(values.scale);

const HOUSES: Readonly<Record<string, House>> = {
  small: { rooms: 300, users: 199, daysBefore: 3, daysAfter: 3 },
  large: {
    rooms: 300,
    // Not divisible by three, so that each person has bookings by card and with points.
    users: 3 * Math.round(20_000 * scale) + 1,
    daysBefore: Math.round(1_140 * scale),
    daysAfter: Math.round(150 * scale),
  },
};
const ROUNDS = 11;
const MAX_RATIO = 3;
const MAX_DESK_CPU_MS = 1000;
/** Calls faster than this are not slow, whatever their ratio. */
const NOISE_MS = 5;
const IDLE_SECONDS = 30;

interface Account {
  readonly id: string;
  readonly token: string;
}

/** `card`: the member's last confirmed booking by card, and `payment` its payment. */
interface Member extends Account {
  readonly card: string;
  readonly payment: string;
}

/** A running server on a house. */
interface Site {
  readonly url: string;
  readonly pid: number;
  readonly database: Database;
  /** A member for each round. */
  readonly members: readonly Member[];
  readonly owner: Account;
  stop(): Promise<void>;
}

interface Call {
  readonly name: string;
  readonly who: 'visitor' | 'member' | 'desk';
  /** The request of the nth call on a site. A call that changes something must be possible `ROUNDS` times. */
  request(site: Site, n: number): { path: string; body?: object };
}

const now = Date.now();
const memberOf = (site: Site, n: number): Member => site.members[n] as Member;
const query = (path: string, fields: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]))}`;
/** The last full month: the present one has the invoices of all bookings ahead, which count as made by today. */
const month = addMonths(dayIn(0, now), -1).slice(0, 7);
/** A free hour, another one for each call: after the bookings of a day, in the rooms after the first 20. */
const freeTimes = (site: Site, n: number) => ({
  mid: 20 + n,
  uid: memberOf(site, n).id,
  bdate: dayIn(2, now),
  stime: slotTime(34),
  etime: slotTime(35),
  ctime: slotTime(36),
});
const everyRoom = Array.from({ length: 300 }, (_, n) => n + 1);

const calls: readonly Call[] = [
  { name: 'rooms', who: 'visitor', request: () => ({ path: query(paths.rooms, { city: 'chennai' }) }) },
  {
    name: 'una-slot',
    who: 'visitor',
    request: (_, n) => ({ path: paths.takenSlots, body: { date: dayIn(1, now), id: 20 + n } }),
  },
  {
    name: 'una-slots of 50 rooms',
    who: 'visitor',
    request: (_, n) => ({
      path: paths.takenSlotsOfRooms,
      body: { date: dayIn(n % 3, now), ids: everyRoom.slice(0, 50) },
    }),
  },
  {
    name: 'search',
    who: 'visitor',
    request: (_, n) => ({
      path: query(paths.searchRooms, { date: dayIn(n % 3, now), start: '10:00', duration: 120 }),
    }),
  },
  {
    name: 'week of a room',
    who: 'visitor',
    request: (_, n) => ({ path: query(paths.roomWeek, { id: 20 + n, from: dayIn(0, now) }) }),
  },
  { name: 'blog', who: 'visitor', request: () => ({ path: query(paths.blog, { page: 1 }) }) },
  { name: 'home page', who: 'visitor', request: () => ({ path: '/' }) },
  { name: 'rooms page', who: 'visitor', request: () => ({ path: '/meeting-room' }) },
  {
    name: 'details',
    who: 'member',
    request: (site, n) => ({ path: query(paths.memberDetails, { uid: memberOf(site, n).id }) }),
  },
  { name: 'my bookings', who: 'member', request: () => ({ path: paths.myBookings }) },
  { name: 'points', who: 'member', request: () => ({ path: paths.points }) },
  {
    name: 'booking',
    who: 'member',
    request: (site, n) => ({ path: query(paths.bookingDetails, { booking_id: memberOf(site, n).card }) }),
  },
  {
    name: 'tax documents of a booking',
    who: 'member',
    request: (site, n) => ({
      path: query(paths.bookingTaxDocuments, { booking_id: memberOf(site, n).card }),
    }),
  },
  {
    name: 'cancel terms',
    who: 'member',
    request: (site, n) => ({ path: query(paths.cancelTerms, { booking_id: memberOf(site, n).card }) }),
  },
  { name: 'waiting list', who: 'member', request: () => ({ path: paths.waitingList }) },
  {
    name: 'book with points',
    who: 'member',
    request: (site, n) => ({ path: paths.book, body: freeTimes(site, n) }),
  },
  {
    name: 'book taken times',
    who: 'member',
    request: (site, n) => ({
      path: paths.book,
      body: { ...freeTimes(site, n), stime: slotTime(20), etime: slotTime(21), ctime: slotTime(22) },
    }),
  },
  {
    name: 'order of a card payment',
    who: 'member',
    request: (site, n) => ({
      path: paths.createPayment,
      body: { ...freeTimes(site, n), mid: 60 + n, amount: '1180.00', currency: 'INR' },
    }),
  },
  { name: 'export', who: 'member', request: () => ({ path: paths.exportData }) },
  {
    name: 'desk: day plan',
    who: 'desk',
    request: (_, n) => ({ path: query(deskPaths.dayPlan, { date: dayIn(n % 3, now) }) }),
  },
  {
    name: 'desk: a booking',
    who: 'desk',
    request: (site, n) => ({ path: query(deskPaths.booking, { booking_id: memberOf(site, n).card }) }),
  },
  {
    name: 'desk: all people',
    who: 'desk',
    request: () => ({ path: query(deskPaths.people, { search: '' }) }),
  },
  ...Object.entries({
    'a name': () => 'Person 17',
    'a name of all': () => 'growth',
    'part of a phone number': (n) => `400 ${String(100 + n).padStart(5, '0')}`,
    'an address': (n) => `growth-${n + 1}@example.com`,
    'a reference': (n, site) => memberOf(site, n).card.slice(0, 8),
    'the end of a reference': (n, site) => memberOf(site, n).card.slice(4, 8),
    'an invoice': (n) => `GR ${n + 1}`,
    'a payment': (n, site) => memberOf(site, n).payment,
  } satisfies Record<string, (n: number, site: Site) => string>).map(
    ([what, textOf]: [string, (n: number, site: Site) => string]): Call => ({
      name: `desk: search ${what}`,
      who: 'desk',
      request: (site, n) => ({ path: query(deskPaths.people, { search: textOf(n, site) }) }),
    }),
  ),
  {
    name: 'desk: a person',
    who: 'desk',
    request: (site, n) => ({ path: query(deskPaths.person, { user_id: memberOf(site, n).id }) }),
  },
  { name: 'desk: money', who: 'desk', request: () => ({ path: deskPaths.money }) },
  { name: 'desk: rooms', who: 'desk', request: () => ({ path: deskPaths.rooms }) },
  { name: 'desk: enquiries', who: 'desk', request: () => ({ path: deskPaths.enquiries }) },
  { name: 'desk: audit', who: 'desk', request: () => ({ path: deskPaths.audit }) },
  {
    name: 'desk: report of a month',
    who: 'desk',
    request: () => ({ path: query(deskPaths.report, { from: dayIn(-30, now), to: dayIn(0, now) }) }),
  },
  {
    name: 'desk: report of a year',
    who: 'desk',
    request: () => ({ path: query(deskPaths.report, { from: dayIn(-365, now), to: dayIn(0, now) }) }),
  },
  ...(['b2b', 'b2cs', 'hsn-b2c', 'docs', 'papers'] as const).map((table): Call => ({
    name: `desk: ${table} of a month`,
    who: 'desk',
    request: () => ({
      path: query(deskPaths.reportFile, { table, from: `${month}-01`, to: `${month}-28` }),
    }),
  })),
  {
    name: 'desk: documents of a month',
    who: 'desk',
    request: () => ({ path: query(deskPaths.monthDocument, { month }) }),
  },
  { name: 'desk: policy', who: 'desk', request: () => ({ path: deskPaths.policy }) },
  { name: 'desk: block-outs', who: 'desk', request: () => ({ path: deskPaths.blockOuts }) },
];

/** The processor time of a process and its ended children, in milliseconds. */
function cpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return (
    rest
      .split(' ')
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0) * 10
  );
}

/** The processor time of a server and of the whole database server. */
function totalCpuMs(serverPid: number, postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster);
    } catch {
      return false;
    }
  });
  const sum = children.reduce((total, pid) => {
    try {
      return total + cpuMs(Number(pid));
    } catch {
      return total;
    }
  }, 0);
  return cpuMs(serverPid) + cpuMs(postmaster) + sum;
}

const secrets = benchServerEnv();
const config = readConfig({ ...secrets, DATA_DIR: tmpdir() });

/** A session of an account that has entered its second factor. */
async function signIn(database: Database, email: string): Promise<Account> {
  const { id, is_member } = await database
    .selectFrom('app_user')
    .select(['id', 'is_member'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const sessionId = randomUUID();
  const session = {
    id: sessionId,
    user_id: id,
    absolute_expires_at: new Date(now + 86_400_000),
    second_factor_at: new Date(now),
  };
  await database.insertInto('session').values(session).execute();
  return { id, token: await accessTokens(config, Date.now).issue({ id, isMember: is_member, sessionId }) };
}

const lastBookingByCard = async (database: Database, userId: string) => {
  const { id, payment } = await database
    .selectFrom('booking')
    .select(['id', 'paid_by_payment_id as payment'])
    .where('user_id', '=', userId)
    .where('paid_with', '=', 'card')
    .where('status', '=', 'confirmed')
    .orderBy('day', 'desc')
    .executeTakeFirstOrThrow();
  return { card: id, payment: payment ?? '' };
};

const closers: (() => Promise<void>)[] = [];

async function openSite(name: string, url: string): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-growth-'));
  const connection = await openDatabase({ databaseUrl: url, dataDir, timeoutFactor: 100 });
  const house = HOUSES[name] as House;
  const began = performance.now();
  await connection.withoutTimeouts((database) =>
    buildHouse(database, house, now, (step) => process.env.GROWTH_STEPS && console.log(`${name}: ${step}`)),
  );
  const { database } = connection;
  const { rows } = await sql<{
    size: string;
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(database);
  console.log(
    `${name}: ${house.rooms} rooms, ${house.users.toLocaleString('en-GB')} users, ${bookingsOf(house).toLocaleString('en-GB')} bookings, ${rows[0]?.size}, built in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const server = await startServer({
    ...secrets,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    TIMEOUT_FACTOR: '20',
    METRICS_TOKEN: METRICS_TOKEN,
    // All calls come from one network and one owner.
    UNPAID_HOURS_NETWORK: '100000',
    RATE_LIMIT_EXPORT: '100000',
    RATE_LIMIT_ORDER: '100000',
    RATE_LIMIT_PAPER: '100000',
  });
  const members = await Promise.all(
    Array.from({ length: ROUNDS + 2 }, async (_, n): Promise<Member> => {
      const account = await signIn(database, `growth-${3 * (n + 1)}@example.com`);
      return { ...account, ...(await lastBookingByCard(database, account.id)) };
    }),
  );
  closers.push(async () => {
    await server.stop();
    await connection.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    url: server.url,
    pid: server.pid,
    database,
    members,
    owner: await signIn(database, 'owner@example.com'),
    stop: () => server.stop(),
  };
}

const METRICS_TOKEN = 'growth'.repeat(8);
/** The statuses of the answers that are not 200, by call. */
const otherStatuses = new Map<string, Set<number>>();

async function perform(site: Site, call: Call, n: number): Promise<void> {
  const { path, body } = call.request(site, n);
  const account = call.who === 'visitor' ? null : call.who === 'member' ? memberOf(site, n) : site.owner;
  const response = await fetch(site.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(account && { authorization: `Bearer ${account.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  if (response.status !== 200)
    otherStatuses.set(call.name, (otherStatuses.get(call.name) ?? new Set<number>()).add(response.status));
}

buildIfStale();
console.log(describeMachine());
/** The log of the database server, which receives the plans. */
let log = '';
const postgres = await startPostgres({
  databases: 2,
  onLog: (text) => (log += text),
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    shared_buffers: '1GB',
    max_wal_size: '8GB',
    maintenance_work_mem: '512MB',
    session_preload_libraries: 'auto_explain',
    log_min_messages: 'log',
  },
});
try {
  const [smallUrl = '', largeUrl = ''] = postgres.urls;
  const sites = { small: await openSite('small', smallUrl), large: await openSite('large', largeUrl) };
  const folder = (await sql<{ data_directory: string }>`show data_directory`.execute(sites.large.database))
    .rows[0]?.data_directory as string;
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

  /** The plans of the slow statements of one call. */
  const plansOf = async (call: Call): Promise<string> => {
    const setMinimum = async (value: string) => {
      await sql
        .raw(`alter system set auto_explain.log_min_duration = '${value}'`)
        .execute(sites.large.database);
      await sql`select pg_reload_conf()`.execute(sites.large.database);
      await new Promise((resolve) => setTimeout(resolve, 300));
    };
    await sql.raw('alter system set auto_explain.log_analyze = on').execute(sites.large.database);
    await setMinimum('3ms');
    log = '';
    await perform(sites.large, call, ROUNDS + 1);
    await setMinimum('-1');
    return log;
  };

  const rows: (string | number)[][] = [];
  const failed: Call[] = [];
  for (const call of calls.filter(({ name }) => name.includes(values.only))) {
    const times: Record<string, number[]> = { small: [], large: [] };
    const cpu: Record<string, number> = { small: 0, large: 0 };
    for (let n = 0; n <= ROUNDS; n += 1) {
      for (const [name, site] of Object.entries(sites)) {
        const cpuBefore = totalCpuMs(site.pid, postmaster);
        const began = performance.now();
        await perform(site, call, n);
        // The first round compiles and caches.
        if (n === 0) continue;
        times[name]?.push(performance.now() - began);
        cpu[name] = (cpu[name] ?? 0) + totalCpuMs(site.pid, postmaster) - cpuBefore;
      }
    }
    const small = median(times.small ?? []);
    const large = median(times.large ?? []);
    const cpuOfLarge = (cpu.large ?? 0) / ROUNDS;
    const isOver =
      call.who === 'desk'
        ? cpuOfLarge > MAX_DESK_CPU_MS
        : large > NOISE_MS && large / Math.max(small, NOISE_MS) > MAX_RATIO;
    if (isOver) failed.push(call);
    rows.push([
      call.name,
      small.toFixed(1),
      large.toFixed(1),
      (large / small).toFixed(1),
      ((cpu.small ?? 0) / ROUNDS).toFixed(0),
      cpuOfLarge.toFixed(0),
      isOver ? 'over' : '',
      [...(otherStatuses.get(call.name) ?? [])].join(', '),
    ]);
  }
  console.log('');
  printTable(
    ['call', 'small ms', 'large ms', 'ratio', 'small CPU ms', 'large CPU ms', 'limit', 'other statuses'],
    rows,
  );

  const scrapes: (string | number)[][] = [];
  for (const [name, site] of Object.entries(sites)) {
    const times = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const began = performance.now();
      await (
        await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      ).arrayBuffer();
      times.push(performance.now() - began);
    }
    const before = totalCpuMs(site.pid, postmaster);
    await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
    scrapes.push([name, median(times).toFixed(1), (totalCpuMs(site.pid, postmaster) - before).toFixed(0)]);
  }
  console.log('');
  printTable(
    ['house', '/metrics ms', `CPU ms of ${IDLE_SECONDS} idle seconds (server, both databases' server)`],
    scrapes,
  );
  for (const call of failed) console.log(`\n── ${call.name} ──\n${await plansOf(call)}`);
  console.log(`\n${postgres.describe}; ${loadText()}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  for (const close of closers) await close();
  await postgres.stop();
}
process.exit();
