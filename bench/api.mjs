// @ts-check
// `npm run bench:api`: the throughput and latency of availability requests and bookings, on PGlite and on a real PostgreSQL,
// with one server process and with two. The same run measures the ceiling: a bare Fastify route and a bare INSERT.
// `-- --seconds N --rounds N` measures longer or more often, `-- --processes 1,2,4` uses one, two and four processes on
// PostgreSQL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { loadText, describeMachine, printTable } from './figures.mjs';
import {
  measureLoad,
  BOOKED_DAYS,
  callsOn,
  runDatabaseTask,
  istDateInDays,
  benchServerEnv,
  aggregate,
} from './load.mjs';

process.chdir(join(import.meta.dirname, '..'));

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    // The numbers of server processes to measure on PostgreSQL, in turn. PGlite is left out when it is given.
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

/** Runs a measurement several times, after one warm-up. @param {() => Promise<Figures>} run @returns {Promise<Figures>} the medians */
async function repeatAndAggregate(run) {
  await run(); // warm-up
  /** @type {Figures[]} */
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run());
  return aggregate(runs);
}

/** @returns {Promise<{url: string, stop: () => void}>} */
async function startBareRoute() {
  const child = fork(join('bench', 'bareRoute.mjs'));
  const [url] = await once(child, 'message');
  return { url, stop: () => child.disconnect() };
}

/** @type {(string | number)[][]} */
const rows = [];
/** @param {string} where @param {string} label @param {number} connections @param {Figures} figures @param {{route?: number | undefined, insert?: number | undefined}} ceiling */
function addRow(where, label, connections, figures, ceiling) {
  const share = (/** @type {number | undefined} */ ceilingRate) =>
    ceilingRate === undefined ? '' : `${((100 * figures.perSecond) / ceilingRate).toFixed(0)} %`;
  rows.push([
    where,
    label,
    connections,
    Math.round(figures.perSecond),
    figures.p50.toFixed(1),
    figures.p99.toFixed(1),
    figures.errors,
    share(ceiling.route),
    share(ceiling.insert),
    loadText(),
  ]);
}

/** Inserts of one row each, without HTTP. @param {NodeJS.ProcessEnv} env @param {number} connections @returns {Promise<Figures>} */
async function bareInserts(env, connections) {
  const { latencies, perSecond } = await runDatabaseTask(env, { kind: 'inserts', connections, seconds });
  const sorted = latencies.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const percentile = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))];
  return { perSecond, p50: percentile(0.5), p99: percentile(0.99), successes: sorted.length, errors: 0 };
}

/** @param {string} name @param {NodeJS.ProcessEnv} env @param {readonly number[]} counts the numbers of processes, in turn */
async function measure(name, env, counts) {
  /** @type {Prepared} */
  const prepared = await runDatabaseTask(env, { kind: 'prepare', rooms: ROOMS, bookedDays: BOOKED_DAYS });
  const bare = await startBareRoute();
  /** @type {Record<number, {route: number, insert: number}>} */
  const ceilings = {};
  for (const connections of CONNECTIONS) {
    const route = await repeatAndAggregate(() =>
      measureLoad([bare.url], connections, seconds, () => ({
        path: '/',
        body: { date: istDateInDays(1), id: 1 },
      })),
    );
    const insert = await repeatAndAggregate(() => bareInserts(env, connections));
    ceilings[connections] = { route: route.perSecond, insert: insert.perSecond };
    addRow(name, 'ceiling: bare Fastify route', connections, route, {});
    addRow(name, 'ceiling: bare INSERT, no HTTP', connections, insert, {});
  }
  bare.stop();

  const calls = callsOn(prepared);
  let booked = 0;
  for (const count of counts) {
    // One after the other: the first server creates the secrets that the second one loads.
    const servers = [];
    for (let n = 0; n < count; n += 1) servers.push(await startServer(env));
    const urls = servers.map(({ url }) => url);
    const where = `${name}, ${count} ${count === 1 ? 'process' : 'processes'}`;
    for (const connections of CONNECTIONS) {
      const { route, insert } = ceilings[connections] ?? {};
      const measureCall = (/** @type {import('./load.mjs').CallKind} */ kind) =>
        repeatAndAggregate(() => measureLoad(urls, connections, seconds, calls[kind]));
      addRow(where, 'availability of one room', connections, await measureCall('one room'), { route });
      addRow(where, `availability of ${ROOMS} rooms`, connections, await measureCall('all rooms'), { route });
      const bookings = await measureCall('booking');
      booked += bookings.successes;
      addRow(where, 'booking with points', connections, bookings, { route, insert });
    }
    for (const server of servers) await server.stop();
  }
  const { bookings } = await runDatabaseTask(env, { kind: 'count' });
  if (bookings < booked)
    throw new Error(`${booked} bookings were acknowledged and ${bookings} are in the database`);
  console.log(`${name}: ${booked} bookings were acknowledged in measured rounds, all are in the database`);
}

buildIfStale();
console.log(describeMachine());
const secrets = benchServerEnv();
const folders = Array.from({ length: 2 }, () => mkdtempSync(join(tmpdir(), 'litrooms-bench-')));
const postgres = await startPostgres({ databases: 1 });
try {
  const [pgliteFolder, postgresFolder] = folders;
  if (values.processes === undefined) await measure('PGlite', { ...secrets, DATA_DIR: pgliteFolder }, [1]);
  const [first] = postgres.urls;
  await measure('PostgreSQL', { ...secrets, DATA_DIR: postgresFolder, DATABASE_URL: first }, processCounts);
  console.log(`\n${postgres.describe}; ${rounds} rounds of ${seconds} s each after one warm-up, medians\n`);
  printTable(
    ['where', 'what', 'connections', '2xx / s', 'p50 ms', 'p99 ms', 'errors', 'of route', 'of INSERT', ''],
    rows,
  );
} finally {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
