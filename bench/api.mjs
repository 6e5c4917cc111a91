// @ts-check
// `npm run bench:api`: how many availability questions and bookings the server answers in a second, and how long one
// takes, on PGlite and on a real PostgreSQL, by one server process and by two. Beside them, in the same run, the ceiling:
// a bare Fastify route and a bare INSERT. `-- --seconds N --rounds N` measures longer or more often, `-- --processes 1,2,4` one,
// two and four processes on PostgreSQL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { load, machine, printTable } from './figures.mjs';
import { ask, BOOKED_DAYS, callsOn, database, inDays, measuredServer, together } from './load.mjs';

process.chdir(join(import.meta.dirname, '..'));

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    // How many server processes, in turn, on PostgreSQL; with it, PGlite is left out.
    processes: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const processCounts = (values.processes ?? '1,2').split(',').map(Number);
if (!(seconds > 0) || !(rounds >= 1) || !processCounts.every((count) => count >= 1)) {
  console.error('--seconds, --rounds and --processes must be numbers above zero.');
  process.exit(2);
}

const CONNECTIONS = [16, 64];
const ROOMS = 200;

/** @typedef {import('./load.mjs').Prepared} Prepared */
/** @typedef {import('./load.mjs').Figures} Figures */

/** Runs a measurement several times. @param {() => Promise<Figures>} run @returns {Promise<Figures>} the medians */
async function repeated(run) {
  await run(); // warms up
  /** @type {Figures[]} */
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run());
  return together(runs);
}

/** @returns {Promise<{url: string, stop: () => void}>} */
async function bareRoute() {
  const child = fork(join('bench', 'bareRoute.mjs'));
  const [url] = await once(child, 'message');
  return { url, stop: () => child.disconnect() };
}

/** @type {(string | number)[][]} */
const rows = [];
/** @param {string} where @param {string} what @param {number} connections @param {Figures} figures @param {{route?: number | undefined, insert?: number | undefined}} ceiling */
function note(where, what, connections, figures, ceiling) {
  const share = (/** @type {number | undefined} */ of) =>
    of === undefined ? '' : `${((100 * figures.perSecond) / of).toFixed(0)} %`;
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
    load(),
  ]);
}

/** @param {NodeJS.ProcessEnv} env @param {number} connections @returns {Promise<Figures>} of one row an INSERT, no HTTP */
async function bareInserts(env, connections) {
  const { latencies, perSecond } = await database(env, { what: 'inserts', connections, seconds });
  const sorted = latencies.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))];
  return { perSecond, p50: at(0.5), p99: at(0.99), answered: sorted.length, errors: 0 };
}

/** @param {string} name @param {NodeJS.ProcessEnv} env @param {readonly number[]} counts how many processes, in turn */
async function measure(name, env, counts) {
  /** @type {Prepared} */
  const prepared = await database(env, { what: 'prepare', rooms: ROOMS, bookedDays: BOOKED_DAYS });
  const bare = await bareRoute();
  /** @type {Record<number, {route: number, insert: number}>} */
  const ceilings = {};
  for (const connections of CONNECTIONS) {
    const route = await repeated(() =>
      ask([bare.url], connections, seconds, () => ({ path: '/', body: { date: inDays(1), id: 1 } })),
    );
    const insert = await repeated(() => bareInserts(env, connections));
    ceilings[connections] = { route: route.perSecond, insert: insert.perSecond };
    note(name, 'ceiling: bare Fastify route', connections, route, {});
    note(name, 'ceiling: bare INSERT, no HTTP', connections, insert, {});
  }
  bare.stop();

  const calls = callsOn(prepared);
  let booked = 0;
  for (const count of counts) {
    // The first makes the secrets that the second finds.
    const servers = [];
    for (let n = 0; n < count; n += 1) servers.push(await startServer(env));
    const urls = servers.map(({ url }) => url);
    const where = `${name}, ${count} ${count === 1 ? 'process' : 'processes'}`;
    for (const connections of CONNECTIONS) {
      const { route, insert } = ceilings[connections] ?? {};
      const figures = (/** @type {import('./load.mjs').What} */ what) =>
        repeated(() => ask(urls, connections, seconds, calls[what]));
      note(where, 'availability of one room', connections, await figures('one room'), { route });
      note(where, `availability of ${ROOMS} rooms`, connections, await figures('all rooms'), { route });
      const bookings = await figures('booking');
      booked += bookings.answered;
      note(where, 'booking with points', connections, bookings, { route, insert });
    }
    for (const server of servers) await server.stop();
  }
  const { bookings } = await database(env, { what: 'count' });
  if (bookings < booked)
    throw new Error(`${booked} bookings were answered and ${bookings} are in the database`);
  console.log(`${name}: ${booked} bookings were answered in measured rounds, all are in the database`);
}

buildIfStale();
console.log(machine());
const secrets = measuredServer();
const folders = Array.from({ length: 2 }, () => mkdtempSync(join(tmpdir(), 'litrooms-bench-')));
const postgres = await startPostgres({ databases: 1 });
try {
  const [pgliteFolder, postgresFolder] = folders;
  if (values.processes === undefined) await measure('PGlite', { ...secrets, DATA_DIR: pgliteFolder }, [1]);
  const [first] = postgres.urls;
  await measure('PostgreSQL', { ...secrets, DATA_DIR: postgresFolder, DATABASE_URL: first }, processCounts);
  console.log(
    `\n${postgres.describe}; ${rounds} rounds of ${seconds} s each after one to warm up, medians\n`,
  );
  printTable(
    ['where', 'what', 'connections', '2xx / s', 'p50 ms', 'p99 ms', 'errors', 'of route', 'of INSERT', ''],
    rows,
  );
} finally {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
