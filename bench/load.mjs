// @ts-check
import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from './figures.mjs';
import { tool } from './tools.mjs';

/** @typedef {{id: string, token: string}} Member */
/** @typedef {{members: Member[], rooms: number[], slots: number}} Prepared */
/** @typedef {{perSecond: number, p50: number, p99: number, answered: number, errors: number}} Figures */
/** @typedef {{method?: string, path: string, body?: object, token?: string}} Call */

/** Days of bookings, from tomorrow on, in the rooms that are asked about; bookings are made on the days after them. */
export const BOOKED_DAYS = 60;
/** The last day that may be booked is at least this far ahead. */
const LAST_DAY = 180;
/** The first slot that a room is open, 6:00, and how many there are until midnight. */
const FIRST_SLOT = 12;
const OPEN_SLOTS = 36;

/** An IST date some days ahead. @param {number} days */
export const inDays = (days) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** @param {number} slot @returns {string} 'HH:MM:SS' */
const time = (slot) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`;

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {object} order
 * @param {string} [root] the checkout whose code does it
 * @returns {Promise<any>} what bench/database.ts prints
 */
export async function database(env, order, root = '.') {
  const script = join('scripts', 'from-source.mjs');
  const child = fork(script, ['bench/database.ts', JSON.stringify(order)], { cwd: root, env });
  let result;
  child.on('message', (message) => (result = message));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the database could not be prepared or measured');
  return result;
}

/**
 * Asks every server at once, the connections shared out among them, and adds up what they answered. What is not
 * answered with 2xx is an error.
 * @param {readonly string[]} urls
 * @param {number} connections
 * @param {number} seconds
 * @param {() => Call} nextCall
 * @returns {Promise<Figures>}
 */
export async function ask(urls, connections, seconds, nextCall) {
  const autocannon = (await tool('autocannon')).default;
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
  const sum = (/** @type {(result: any) => number} */ of) =>
    results.reduce((total, each) => total + of(each), 0);
  const most = (/** @type {(result: any) => number} */ of) => Math.max(...results.map(of));
  return {
    perSecond: sum((each) => each['2xx'] / each.duration),
    p50: most((each) => each.latency.p50),
    p99: most((each) => each.latency.p99),
    answered: sum((each) => each['2xx']),
    errors: sum((each) => each.errors + each.non2xx),
  };
}

/** @param {readonly Figures[]} runs @returns {Figures} the medians; answers and errors added up */
export function together(runs) {
  const middle = (/** @type {'perSecond' | 'p50' | 'p99'} */ what) => median(runs.map((each) => each[what]));
  const sum = (/** @type {'answered' | 'errors'} */ what) =>
    runs.reduce((total, each) => total + each[what], 0);
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    answered: sum('answered'),
    errors: sum('errors'),
  };
}

/** What is measured, by what people call it. @typedef {'one room' | 'all rooms' | 'booking'} What */

/**
 * The measured calls, each with its own day, room or slot; every slot is booked once.
 * @param {Prepared} prepared
 * @returns {Record<What, () => Call>}
 */
export function callsOn({ rooms, members }) {
  let turn = 0;
  let booked = 0;
  const someDay = () => inDays(1 + (turn % BOOKED_DAYS));
  return {
    'one room': () => {
      turn += 1;
      return {
        path: '/api/member/meeting-room/una-slot/',
        body: { date: someDay(), id: rooms[turn % rooms.length] },
      };
    },
    'all rooms': () => {
      turn += 1;
      return { path: '/api/member/meeting-room/una-slots/', body: { date: someDay(), ids: rooms } };
    },
    booking: () => {
      const slot = FIRST_SLOT + (booked % OPEN_SLOTS);
      const nth = Math.floor(booked / OPEN_SLOTS);
      const day = BOOKED_DAYS + 1 + Math.floor(nth / rooms.length);
      if (day > LAST_DAY) throw new Error('every slot is booked: measure for a shorter time');
      const member = /** @type {Member} */ (members[booked % members.length]);
      booked += 1;
      return {
        path: '/api/member/meeting-room/book/',
        body: {
          mid: rooms[nth % rooms.length],
          uid: member.id,
          bdate: inDays(day),
          stime: time(slot),
          etime: time(slot),
          ctime: time(slot + 1),
        },
        token: member.token,
      };
    },
  };
}

/** What a measured server is told besides where its data is: tokens of its own, which outlast a run. */
export const measuredServer = () => ({
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  ACCESS_TOKEN_MINUTES: '1440',
});
