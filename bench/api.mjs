// @ts-check
// `npm run bench:api`: how many availability questions and bookings the server answers in a second, and how long one
// takes, on PGlite and on a real PostgreSQL, by one server process and by two. Beside them, in the same run, the ceiling:
// a bare Fastify route and a bare INSERT. `-- --seconds N --rounds N` measures longer or more often.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { load, machine, median, printTable } from './figures.mjs';
import { startServer } from '../scripts/builtServer.mjs';
import { tool } from './tools.mjs';

process.chdir(join(import.meta.dirname, '..'));

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
if (!(seconds > 0) || !(rounds >= 1)) {
  console.error('--seconds and --rounds must be numbers above zero.');
  process.exit(2);
}

const CONNECTIONS = [16, 64];
/** As many as the search is promised to be fast for, with six months of bookings in each. */
const MANY_ROOMS = 1000;
const SIX_MONTHS_DAYS = 182;

const autocannon = (await tool('autocannon')).default;

/** @typedef {{members: {id: string, token: string}[], rooms: number[], slots: number}} Prepared */
/** @typedef {{perSecond: number, p50: number, p99: number, errors: number, statuses: string}} Figures */
/** @typedef {{method?: string, path: string, body?: object, token?: string}} Call */

/** An IST date some days ahead. @param {number} days */
const inDays = (days) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
/** @param {number} slot @returns {string} 'HH:MM:SS' */
const time = (slot) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}:00`;

/** @param {NodeJS.ProcessEnv} env @param {object} order @returns {Promise<any>} what bench/database.ts tells */
async function database(env, order) {
  const child = fork(join('scripts', 'from-source.mjs'), ['bench/database.ts', JSON.stringify(order)], {
    env,
  });
  let result;
  child.on('message', (message) => (result = message));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the database could not be prepared or measured');
  return result;
}

/**
 * Asks every server at once, the connections shared out among them, and adds up what they answered.
 * @param {readonly string[]} urls
 * @param {number} connections
 * @param {() => Call} nextCall
 * @returns {Promise<Figures>}
 */
async function ask(urls, connections, nextCall) {
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
  /** @type {Record<string, number>} */
  const statuses = {};
  for (const each of results) {
    for (const [status, { count }] of Object.entries(each.statusCodeStats ?? {})) {
      statuses[status] = (statuses[status] ?? 0) + count;
    }
  }
  return {
    perSecond: sum((each) => each['2xx'] / each.duration),
    p50: most((each) => each.latency.p50),
    p99: most((each) => each.latency.p99),
    errors: sum((each) => each.errors + each['5xx']),
    statuses: Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  };
}

/** Runs a measurement several times. @param {() => Promise<Figures>} run @returns {Promise<Figures>} the medians */
async function repeated(run) {
  await run(); // warms up
  /** @type {Figures[]} */
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run());
  const middle = (/** @type {'perSecond' | 'p50' | 'p99'} */ what) => median(runs.map((each) => each[what]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    errors: runs.reduce((sum, each) => sum + each.errors, 0),
    statuses: runs.at(-1)?.statuses ?? '',
  };
}

/** A route that only answers, as fast as the framework can. */
async function bareFastify() {
  const { default: Fastify } = await import('fastify');
  const app = Fastify();
  app.post('/', async () => ({ data: { time: ['09:00:00', '09:30:00'] } }));
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

/** @type {(string | number)[][]} */
const rows = [];
/** @param {string} where @param {string} what @param {number} connections @param {Figures} figures @param {{route: number, insert: number}} ceiling */
function note(where, what, connections, figures, ceiling) {
  const share = (/** @type {number} */ of) =>
    of > 0 ? `${((100 * figures.perSecond) / of).toFixed(0)} %` : '';
  rows.push([
    where,
    what,
    connections,
    Math.round(figures.perSecond),
    figures.p50.toFixed(1),
    figures.p99.toFixed(1),
    figures.errors,
    share(ceiling.route),
    share(ceiling.insert),
    figures.statuses,
    load(),
  ]);
}

/** Every half-hour only once, over all runs. @param {readonly number[]} rooms */
function freeHalfHours(rooms) {
  let n = 0;
  return () => {
    const slot = n % 48;
    const room = rooms[Math.floor(n / 48) % rooms.length];
    // The seeds book days near now.
    const day = inDays(30 + (Math.floor(n / 48 / rooms.length) % 140));
    n += 1;
    return { room, day, slot };
  };
}

/** @param {string} name @param {NodeJS.ProcessEnv} env @param {readonly number[]} processCounts */
async function measure(name, env, processCounts) {
  /** @type {Prepared} */
  const prepared = await database(env, { what: 'prepare', rooms: 200, bookedDays: 0 });
  const bare = await bareFastify();
  /** @type {Record<number, {route: number, insert: number}>} */
  const ceilings = {};
  for (const connections of CONNECTIONS) {
    const route = await repeated(() =>
      ask([bare.url], connections, () => ({ path: '/', body: { date: inDays(1), id: 1 } })),
    );
    const alone = await database(env, { what: 'inserts', connections, seconds });
    const sorted = alone.latencies.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    const at = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))];
    ceilings[connections] = { route: route.perSecond, insert: alone.perSecond };
    note(name, 'ceiling: bare Fastify route', connections, route, { route: 0, insert: 0 });
    const insert = { perSecond: alone.perSecond, p50: at(0.5), p99: at(0.99), errors: 0, statuses: '' };
    note(name, 'ceiling: bare INSERT, no HTTP', connections, insert, { route: 0, insert: 0 });
  }
  await bare.close();

  const nextFree = freeHalfHours(prepared.rooms);
  let turn = 0;
  for (const count of processCounts) {
    // The first makes the secrets that the second finds.
    const servers = [];
    for (let n = 0; n < count; n += 1) servers.push(await startServer(env));
    const urls = servers.map(({ url }) => url);
    const where = `${name}, ${count} ${count === 1 ? 'process' : 'processes'}`;
    /** @type {[string, () => Call][]} */
    const calls = [
      [
        'availability of one room',
        () => {
          turn += 1;
          const id = prepared.rooms[turn % prepared.rooms.length];
          return { path: '/api/member/meeting-room/una-slot/', body: { date: inDays(1 + (turn % 60)), id } };
        },
      ],
      [
        'availability of 200 rooms',
        () => {
          turn += 1;
          return {
            path: '/api/member/meeting-room/una-slots/',
            body: { date: inDays(1 + (turn % 60)), ids: prepared.rooms.slice(0, 200) },
          };
        },
      ],
      [
        'booking with points',
        () => {
          const { room, day, slot } = nextFree();
          turn += 1;
          const member = prepared.members[turn % prepared.members.length];
          const times = {
            stime: time(slot),
            etime: time(slot),
            ctime: slot === 47 ? '24:00:00' : time(slot + 1),
          };
          return {
            path: '/api/member/meeting-room/book/',
            body: { mid: room, uid: member?.id, bdate: day, ...times },
            ...(member && { token: member.token }),
          };
        },
      ],
    ];
    for (const [what, nextCall] of calls) {
      for (const connections of CONNECTIONS) {
        const ceiling = ceilings[connections] ?? { route: 0, insert: 0 };
        const shown = what.startsWith('booking') ? ceiling : { ...ceiling, insert: 0 };
        note(where, what, connections, await repeated(() => ask(urls, connections, nextCall)), shown);
      }
    }
    for (const server of servers) await server.stop();
  }
}

/** The search over many rooms with months of bookings: how long one question takes with nobody else asking. @param {NodeJS.ProcessEnv} env */
async function measureSearch(env) {
  /** @type {Prepared} */
  const prepared = await database(env, { what: 'prepare', rooms: MANY_ROOMS, bookedDays: SIX_MONTHS_DAYS });
  const server = await startServer(env);
  const askForAll = (/** @type {number} */ day) =>
    fetch(`${server.url}/api/member/meeting-room/una-slots/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ date: inDays(day), ids: prepared.rooms }),
    }).then((response) => response.text());
  const list = () =>
    fetch(`${server.url}/api/member/meeting-room/list/?city=chennai`).then((response) => response.text());
  /** @param {string} what @param {(n: number) => Promise<string>} call */
  const clock = async (what, call) => {
    const took = [];
    for (let n = 0; n < 120; n += 1) {
      const began = performance.now();
      await call(n);
      if (n >= 20) took.push(performance.now() - began);
    }
    took.sort((a, b) => a - b);
    return [what, median(took).toFixed(1), took[98]?.toFixed(1) ?? '', load()];
  };
  const figures = [
    await clock(`availability of ${prepared.rooms.length} rooms`, (n) => askForAll(1 + (n % 150))),
    await clock(`list of ${prepared.rooms.length} rooms`, list),
  ];
  await server.stop();
  console.log(
    `\nSearch on PostgreSQL with ${prepared.slots.toLocaleString('en-GB')} booked half-hours, one client, HTTP included`,
  );
  printTable(['call', 'median ms', 'p99 ms', ''], figures);
}

buildIfStale();
console.log(machine());
const secrets = {
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  ACCESS_TOKEN_MINUTES: '1440',
};
const folders = Array.from({ length: 2 }, () => mkdtempSync(join(tmpdir(), 'litrooms-bench-')));
const postgres = await startPostgres({ databases: 2 });
try {
  const [pgliteFolder, postgresFolder] = folders;
  await measure('PGlite', { ...secrets, DATA_DIR: pgliteFolder }, [1]);
  const [first, second] = postgres.urls;
  await measure('PostgreSQL', { ...secrets, DATA_DIR: postgresFolder, DATABASE_URL: first }, [1, 2]);
  console.log(`${postgres.describe}; ${rounds} rounds of ${seconds} s each after one to warm up, medians\n`);
  printTable(
    [
      'where',
      'what',
      'connections',
      '2xx / s',
      'p50 ms',
      'p99 ms',
      'errors',
      'of route',
      'of INSERT',
      'last round',
      '',
    ],
    rows,
  );
  await measureSearch({ ...secrets, DATA_DIR: postgresFolder, DATABASE_URL: second });
} finally {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
