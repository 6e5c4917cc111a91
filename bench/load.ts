import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from './figures.ts';
import { importTool } from './tools.ts';

interface Member {
  id: string;
  token: string;
}
export interface Prepared {
  members: Member[];
  rooms: number[];
  slots: number;
}
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  successes: number;
  errors: number;
}
interface Call {
  method?: string;
  path: string;
  body?: object;
  token?: string;
}

/** The rooms have existing bookings on this many days from tomorrow on. New bookings are made on later days. */
export const BOOKED_DAYS = 60;
/** The last day that may be booked is at least this far ahead. */
const LAST_DAY = 180;
/** The first open slot of a room, 6:00 AM, and the number of slots from there until midnight. */
const FIRST_SLOT = 12;
const OPEN_SLOTS = 36;

/** An IST date some days ahead. */
export const istDateInDays = (days: number) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** @returns 'HH:MM:SS' */
const slotTime = (slot: number): string =>
  `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`;

/**
 * Runs bench/database.ts in a separate process.
 * @returns the result that bench/database.ts sends
 * @param root the checkout whose code is run
 */
export async function runDatabaseTask<Result>(
  env: NodeJS.ProcessEnv,
  task: object,
  root: string = '.',
): Promise<Result> {
  const script = join('scripts', 'from-source.mjs');
  const child = fork(script, ['bench/database.ts', JSON.stringify(task)], { cwd: root, env });
  let result: unknown;
  child.on('message', (message) => (result = message));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the database could not be prepared or measured');
  return result as Result;
}

/** What is read of the results of autocannon, which has no types. */
interface LoadResult {
  '2xx': number;
  '4xx': number;
  '5xx': number;
  non2xx: number;
  errors: number;
  /** seconds */
  duration: number;
  latency: { p50: number; p99: number };
}
type Autocannon = (options: object) => Promise<LoadResult>;

/** Sends requests to all servers at the same time, with the connections divided among them. */
export async function sendLoad(
  urls: readonly string[],
  connections: number,
  seconds: number,
  nextCall: () => Call,
): Promise<LoadResult[]> {
  const autocannon = (await importTool('autocannon')) as Autocannon;
  return Promise.all(
    urls.map((url) =>
      autocannon({
        url,
        connections: connections / urls.length,
        duration: seconds,
        requests: [
          {
            setupRequest: (request: object) => {
              const { method = 'POST', path, body, token } = nextCall();
              return {
                ...request,
                method,
                path,
                headers: {
                  ...(body && { 'content-type': 'application/json' }),
                  ...(token && { authorization: `Bearer ${token}` }),
                },
                ...(body && { body: JSON.stringify(body) }),
              };
            },
          },
        ],
      }),
    ),
  );
}

/** Adds up the results of `sendLoad`. A response other than 2xx counts as an error. */
export async function measureLoad(
  urls: readonly string[],
  connections: number,
  seconds: number,
  nextCall: () => Call,
): Promise<Figures> {
  const results = await sendLoad(urls, connections, seconds, nextCall);
  const sum = (valueOf: (result: LoadResult) => number) =>
    results.reduce((total, each) => total + valueOf(each), 0);
  const max = (valueOf: (result: LoadResult) => number) => Math.max(...results.map(valueOf));
  return {
    perSecond: sum((each) => each['2xx'] / each.duration),
    p50: max((each) => each.latency.p50),
    p99: max((each) => each.latency.p99),
    successes: sum((each) => each['2xx']),
    errors: sum((each) => each.errors + each.non2xx),
  };
}

/** @returns the medians of the rates and latencies; the sums of responses and errors */
export function aggregate(runs: readonly Figures[]): Figures {
  const medianOf = (key: 'perSecond' | 'p50' | 'p99') => median(runs.map((each) => each[key]));
  const sum = (key: 'successes' | 'errors') => runs.reduce((total, each) => total + each[key], 0);
  return {
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    successes: sum('successes'),
    errors: sum('errors'),
  };
}

/** The measured calls. */
export type CallKind = 'one room' | 'all rooms' | 'booking';

/** The measured calls. Each call uses another day, room or slot; every slot is booked once. */
export function callsOn({ rooms, members }: Prepared): Record<CallKind, () => Call> {
  let callCount = 0;
  let bookingCount = 0;
  const someDay = () => istDateInDays(1 + (callCount % BOOKED_DAYS));
  return {
    'one room': () => {
      callCount += 1;
      return {
        path: '/api/member/meeting-room/una-slot/',
        body: { date: someDay(), id: rooms[callCount % rooms.length] },
      };
    },
    'all rooms': () => {
      callCount += 1;
      return { path: '/api/member/meeting-room/una-slots/', body: { date: someDay(), ids: rooms } };
    },
    booking: () => {
      const slot = FIRST_SLOT + (bookingCount % OPEN_SLOTS);
      const roomAndDay = Math.floor(bookingCount / OPEN_SLOTS);
      const day = BOOKED_DAYS + 1 + Math.floor(roomAndDay / rooms.length);
      if (day > LAST_DAY) throw new Error('every slot is booked: measure for a shorter time');
      const member = members[bookingCount % members.length] as Member;
      bookingCount += 1;
      return bookingOf(member, rooms[roomAndDay % rooms.length] as number, day, slot);
    },
  };
}

/** The booking of one slot with points, some days ahead. */
const bookingOf = (member: Member, room: number, days: number, slot: number): Call => ({
  path: '/api/member/meeting-room/book/',
  body: {
    mid: room,
    uid: member.id,
    bdate: istDateInDays(days),
    stime: slotTime(slot),
    etime: slotTime(slot),
    ctime: slotTime(slot + 1),
  },
  token: member.token,
});

/**
 * Bookings of one slot by all members in turn. `nth`: which of the slots of the last day that has existing bookings; it must be
 * below `CONTESTED_SLOTS`.
 */
export function contestedCalls({ rooms, members }: Prepared, nth: number): () => Call {
  let count = 0;
  return () => {
    count += 1;
    return bookingOf(
      members[count % members.length] as Member,
      rooms[0] as number,
      BOOKED_DAYS,
      FIRST_SLOT + nth,
    );
  };
}

export const CONTESTED_SLOTS = OPEN_SLOTS;

/**
 * The settings of a measured server, without those of the database: new secrets, access tokens that do not expire during a run, and
 * no limits that all requests from one machine would reach.
 */
export const benchServerEnv = () => ({
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  ACCESS_TOKEN_MINUTES: '1440',
  UNPAID_HOURS_ACCOUNT: '100000',
  UNPAID_HOURS_NETWORK: '100000',
});
