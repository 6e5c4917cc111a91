// `npm run bench:search`: how long one visitor waits for a search over a thousand rooms with six months of bookings in each, HTTP
// included, and the processor time of the server process (with PGlite this includes the database), on PGlite and on a real
// PostgreSQL. `-- --rooms N` searches fewer or more rooms.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { loadText, describeMachine, median, printTable } from './figures.ts';
import { runDatabaseTask, istDateInDays, benchServerEnv, type Prepared } from './load.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rooms: { type: 'string', default: '1000' } },
});
const SIX_MONTHS_DAYS = 182;
const CALLS = 100;
const WARM_UP = 20;

/** The processor time that a process has used, in milliseconds; other load on the machine does not change it. */
function cpuMs(pid: number) {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const rows: (string | number)[][] = [];

async function measure(where: string, env: NodeJS.ProcessEnv) {
  const task = { kind: 'prepare', rooms: Number(values.rooms), bookedDays: SIX_MONTHS_DAYS };
  const prepared = await runDatabaseTask<Prepared>(env, task);
  const server = await startServer(env);
  const fetchText = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}/api/member/meeting-room/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.text();
  };
  /** A day with bookings, another one for each call. */
  const bookedDay = (n: number) => istDateInDays(1 + (n % 150));
  const calls = {
    'list of the rooms': () => fetchText('list/?city=chennai'),
    'una-slots of every room': (n: number) =>
      fetchText('una-slots/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ date: bookedDay(n), ids: prepared.rooms }),
      }),
    'search: 10:00 for two hours': (n: number) =>
      fetchText(`search/?date=${bookedDay(n)}&start=10:00&duration=120`),
  };
  for (const [label, call] of Object.entries(calls)) {
    const durations = [];
    let size = 0;
    let cpuBefore = 0;
    for (let n = 0; n < WARM_UP + CALLS; n += 1) {
      if (n === WARM_UP) cpuBefore = cpuMs(server.pid);
      const startedAt = performance.now();
      size = (await call(n)).length;
      if (n >= WARM_UP) durations.push(performance.now() - startedAt);
    }
    const cpu = (cpuMs(server.pid) - cpuBefore) / CALLS;
    durations.sort((a, b) => a - b);
    rows.push([
      where,
      label,
      prepared.rooms.length,
      prepared.slots.toLocaleString('en-GB'),
      Math.round(size / 1024),
      median(durations).toFixed(1),
      durations[CALLS - 2]?.toFixed(1) ?? '',
      cpu.toFixed(1),
      loadText(),
    ]);
  }
  await server.stop();
}

buildIfStale();
console.log(describeMachine());
const secrets = benchServerEnv();
const folders = Array.from({ length: 2 }, () => mkdtempSync(join(tmpdir(), 'litrooms-bench-')));
const postgres = await startPostgres({ databases: 1 });
try {
  await measure('PGlite', { ...secrets, DATA_DIR: folders[0] });
  await measure('PostgreSQL', { ...secrets, DATA_DIR: folders[1], DATABASE_URL: postgres.urls[0] });
  console.log(`\n${postgres.describe}; one client, HTTP included\n`);
  printTable(
    ['where', 'call', 'rooms', 'booked slots', 'kB', 'median ms', 'p99 ms', 'server CPU ms', ''],
    rows,
  );
} finally {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
