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
import { startServer } from '../scripts/builtServer.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { loadText, describeMachine, printTable } from './figures.ts';
import {
  measureLoad,
  BOOKED_DAYS,
  callsOn,
  runDatabaseTask,
  istDateInDays,
  benchServerEnv,
  aggregate,
  type Prepared,
  type Figures,
  type CallKind,
} from './load.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
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

/**
 * Runs a measurement several times, after one warm-up.
 * @returns the medians
 */
async function repeatAndAggregate(run: () => Promise<Figures>): Promise<Figures> {
  await run(); // warm-up
  const runs: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run());
  return aggregate(runs);
}

async function startBareRoute(): Promise<{ url: string; stop: () => void }> {
  const child = fork(join('bench', 'bareRoute.mjs'));
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => child.disconnect() };
}

const rows: (string | number)[][] = [];
function addRow(
  where: string,
  label: string,
  connections: number,
  figures: Figures,
  ceiling: { route?: number | undefined; insert?: number | undefined },
) {
  const share = (ceilingRate: number | undefined) =>
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

/** Inserts of one row each, without HTTP. */
async function bareInserts(env: NodeJS.ProcessEnv, connections: number): Promise<Figures> {
  const { latencies, perSecond } = await runDatabaseTask<{ latencies: number[]; perSecond: number }>(env, {
    kind: 'inserts',
    connections,
    seconds,
  });
  const sorted = latencies.sort((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { perSecond, p50: percentile(0.5), p99: percentile(0.99), successes: sorted.length, errors: 0 };
}

/** @param counts the numbers of processes, in turn */
async function measure(name: string, env: NodeJS.ProcessEnv, counts: readonly number[]) {
  const prepared = await runDatabaseTask<Prepared>(env, {
    kind: 'prepare',
    rooms: ROOMS,
    bookedDays: BOOKED_DAYS,
  });
  const bare = await startBareRoute();
  const ceilings: Record<number, { route: number; insert: number }> = {};
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
      const measureCall = (kind: CallKind) =>
        repeatAndAggregate(() => measureLoad(urls, connections, seconds, calls[kind]));
      addRow(where, 'availability of one room', connections, await measureCall('one room'), { route });
      addRow(where, `availability of ${ROOMS} rooms`, connections, await measureCall('all rooms'), { route });
      const bookings = await measureCall('booking');
      booked += bookings.successes;
      addRow(where, 'booking with points', connections, bookings, { route, insert });
    }
    for (const server of servers) await server.stop();
  }
  const { bookings } = await runDatabaseTask<{ bookings: number }>(env, { kind: 'count' });
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
