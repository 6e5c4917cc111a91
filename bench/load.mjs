// @ts-check
import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from './figures.mjs';
import { importTool } from './tools.mjs';

/** @typedef {{id: string, token: string}} Member */
/** @typedef {{members: Member[], rooms: number[], slots: number}} Prepared */
/** @typedef {{perSecond: number, p50: number, p99: number, successes: number, errors: number}} Figures */
/** @typedef {{method?: string, path: string, body?: object, token?: string}} Call */

/** The rooms have existing bookings on this many days from tomorrow on. New bookings are made on later days. */
export const BOOKED_DAYS = 60;
/** The last day that may be booked is at least this far ahead. */
const LAST_DAY = 180;
/** The first open slot of a room, 6:00 AM, and the number of slots from there until midnight. */
const FIRST_SLOT = 12;
const OPEN_SLOTS = 36;

/** An IST date some days ahead. @param {number} days */
export const istDateInDays = (days) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** @param {number} slot @returns {string} 'HH:MM:SS' */
const slotTime = (slot) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`;

/**
 * Runs bench/database.ts in a separate process.
 * @param {NodeJS.ProcessEnv} env
 * @param {object} task
 * @param {string} [root] the checkout whose code is run
 * @returns {Promise<any>} the result that bench/database.ts sends
 */
export async function runDatabaseTask(env, task, root = '.') {
  const script = join('scripts', 'from-source.mjs');
  const child = fork(script, ['bench/database.ts', JSON.stringify(task)], { cwd: root, env });
  let result;
  child.on('message', (message) => (result = message));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the database could not be prepared or measured');
  return result;
}

/**
 * Sends requests to all servers at the same time, with the connections divided among them, and adds up the results. A response
 * other than 2xx counts as an error.
 * @param {readonly string[]} urls
 * @param {number} connections
 * @param {number} seconds
 * @param {() => Call} nextCall
 * @returns {Promise<Figures>}
 */
export async function measureLoad(urls, connections, seconds, nextCall) {
  const autocannon = (await importTool('autocannon')).default;
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url,
        connections: connections / urls.length,
        duration: seconds,
        requests: [
          {
            setupRequest: (/** @type {any} */ request) => {
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
  const sum = (/** @type {(result: any) => number} */ valueOf) =>
    results.reduce((total, each) => total + valueOf(each), 0);
  const max = (/** @type {(result: any) => number} */ valueOf) => Math.max(...results.map(valueOf));
  return {
    perSecond: sum((each) => each['2xx'] / each.duration),
    p50: max((each) => each.latency.p50),
    p99: max((each) => each.latency.p99),
    successes: sum((each) => each['2xx']),
    errors: sum((each) => each.errors + each.non2xx),
  };
}

/** @param {readonly Figures[]} runs @returns {Figures} the medians of the rates and latencies; the sums of responses and errors */
export function aggregate(runs) {
  const medianOf = (/** @type {'perSecond' | 'p50' | 'p99'} */ key) => median(runs.map((each) => each[key]));
  const sum = (/** @type {'successes' | 'errors'} */ key) =>
    runs.reduce((total, each) => total + each[key], 0);
  return {
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    successes: sum('successes'),
    errors: sum('errors'),
  };
}

/** The measured calls. @typedef {'one room' | 'all rooms' | 'booking'} CallKind */

/**
 * The measured calls. Each call uses another day, room or slot; every slot is booked once.
 * @param {Prepared} prepared
 * @returns {Record<CallKind, () => Call>}
 */
export function callsOn({ rooms, members }) {
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
      const member = /** @type {Member} */ (members[bookingCount % members.length]);
      bookingCount += 1;
      return {
        path: '/api/member/meeting-room/book/',
        body: {
          mid: rooms[roomAndDay % rooms.length],
          uid: member.id,
          bdate: istDateInDays(day),
          stime: slotTime(slot),
          etime: slotTime(slot),
          ctime: slotTime(slot + 1),
        },
        token: member.token,
      };
    },
  };
}

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
