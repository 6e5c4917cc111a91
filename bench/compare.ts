// `npm run bench:compare -- <revision, or another built checkout>`: compares the speed of two versions of the server. Both run at
// the same time on one PostgreSQL, with one database each, and are measured in turns of a few seconds, so that other load on the
// machine affects both equally. `--seconds N --rounds N --connections N` measures longer, more often, or with more clients;
// `--only booking` measures one kind of call.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { loadText, describeMachine, median, printTable } from './figures.ts';
import {
  measureLoad,
  BOOKED_DAYS,
  callsOn,
  runDatabaseTask,
  benchServerEnv,
  aggregate,
  type Figures,
} from './load.ts';
import { buildRevision } from './revision.ts';

const here = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string' },
    lite: { type: 'boolean', default: false },
  },
});
const [seconds, rounds, connections] = [
  Number(values.seconds),
  Number(values.rounds),
  Number(values.connections),
];
const measured = (['one room', 'all rooms', 'booking'] as const).filter(
  (call) => values.only === undefined || values.only === call,
);
if (
  measured.length === 0 ||
  positionals.length !== 1 ||
  !(seconds > 0) ||
  !(rounds >= 1) ||
  !(connections >= 1)
) {
  console.error(
    'Name the other revision; --seconds, --rounds and --connections must be numbers above zero, and --only a kind of call.',
  );
  process.exit(2);
}
const other = positionals[0] ?? '';
const revision = existsSync(other) ? null : buildRevision(other, { hasOwnPackages: true });
const checkouts = [revision?.folder ?? resolve(other), here];
process.chdir(here);

/** The processor time that a process has used, in seconds; NaN where the system has no /proc. */
function cpuSeconds(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

buildIfStale();
console.log(describeMachine());
const postgres = await startPostgres({ databases: checkouts.length });
const folders = checkouts.map(() => mkdtempSync(join(tmpdir(), 'litrooms-compare-')));
try {
  const versions = [];
  for (const [n, checkout] of checkouts.entries()) {
    const env = {
      ...benchServerEnv(),
      DATA_DIR: folders[n],
      ...(values.lite ? {} : { DATABASE_URL: postgres.urls[n] }),
    };
    // Older revisions call the kind `what`.
    const task = { kind: 'prepare', what: 'prepare', rooms: 200, bookedDays: BOOKED_DAYS };
    versions.push({
      calls: callsOn(await runDatabaseTask(env, task, checkout)),
      server: await startServer(env, { checkout }),
      runs: [] as Figures[],
      /** microseconds of the server's processor time per response */
      cpuPerResponse: [] as number[],
    });
  }
  const rows: (string | number)[][] = [];
  for (const call of measured) {
    for (let round = 0; round <= rounds; round += 1) {
      // The order of the versions alternates as well: the second one is measured while the disk still writes the data of the
      // first.
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        const { server, calls } = version;
        const cpuBefore = cpuSeconds(server.pid);
        const run = await measureLoad([server.url], connections, seconds, calls[call]);
        const cpuUsed = cpuSeconds(server.pid) - cpuBefore;
        if (round === 0) [version.runs, version.cpuPerResponse] = [[], []]; // warm-up
        else {
          version.runs.push(run);
          version.cpuPerResponse.push((1_000_000 * cpuUsed) / run.successes);
        }
      }
    }
    const base = versions[0]?.runs ?? [];
    for (const [n, { runs, cpuPerResponse }] of versions.entries()) {
      const { perSecond, p50, p99, errors } = aggregate(runs);
      // Both versions of one round had the same load, so the ratio is computed per round.
      const ratio = `× ${median(runs.map((run, round) => run.perSecond / (base[round]?.perSecond ?? NaN))).toFixed(2)}`;
      const name = n === 0 ? 'before' : 'now';
      const each = runs.map((run) => Math.round(run.perSecond)).join(' ');
      rows.push([
        call,
        name,
        Math.round(perSecond),
        ratio,
        p50.toFixed(1),
        p99.toFixed(1),
        errors,
        median(cpuPerResponse).toFixed(0),
        each,
        loadText(),
      ]);
    }
  }
  for (const { server } of versions) await server.stop();
  console.log(
    `${values.lite ? 'PGlite' : postgres.describe}; ${connections} connections, ${rounds} rounds of ${seconds} s in turns\n`,
  );
  printTable(
    ['what', 'version', '2xx / s', '', 'p50 ms', 'p99 ms', 'errors', 'server µs each', 'rounds', ''],
    rows,
  );
} finally {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  revision?.remove();
}
process.exit(0);
