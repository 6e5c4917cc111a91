// @ts-check
// `npm run bench:compare -- <another checkout, built>`: which of two versions of the server is faster. Both run at once on
// one PostgreSQL, a database each, and are asked in turns of a few seconds, so that a machine with other work treats them
// alike. `-- <folder> --seconds N --rounds N --connections N` measures longer, more often, or with more clients.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { startServer } from '../scripts/builtServer.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { load, machine, median, printTable } from './figures.mjs';
import { ask, BOOKED_DAYS, callsOn, database, measuredServer, together } from './load.mjs';

const here = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    lite: { type: 'boolean', default: false },
  },
});
const [seconds, rounds, connections] = [
  Number(values.seconds),
  Number(values.rounds),
  Number(values.connections),
];
if (positionals.length !== 1 || !(seconds > 0) || !(rounds >= 1) || !(connections >= 1)) {
  console.error('Name the other checkout; --seconds, --rounds and --connections must be numbers above zero.');
  process.exit(2);
}
const roots = [resolve(positionals[0] ?? ''), here];
process.chdir(here);

/** The processor time that a process has had, in seconds; NaN where the system does not say. @param {number} pid */
function processorTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

buildIfStale();
console.log(machine());
const postgres = await startPostgres({ databases: roots.length });
const folders = roots.map(() => mkdtempSync(join(tmpdir(), 'litrooms-compare-')));
try {
  const versions = [];
  for (const [n, root] of roots.entries()) {
    const env = {
      ...measuredServer(),
      DATA_DIR: folders[n],
      ...(values.lite ? {} : { DATABASE_URL: postgres.urls[n] }),
    };
    const order = { what: 'prepare', rooms: 200, bookedDays: BOOKED_DAYS };
    versions.push({
      calls: callsOn(await database(env, order, root)),
      server: await startServer(env, { checkout: root }),
      /** @type {import('./load.mjs').Figures[]} */
      runs: [],
      /** @type {number[]} microseconds of the server's processor time for each answer */
      spent: [],
    });
  }
  /** @type {(string | number)[][]} */
  const rows = [];
  for (const what of /** @type {const} */ (['one room', 'all rooms', 'booking'])) {
    for (let round = 0; round <= rounds; round += 1) {
      // Who is asked first takes turns as well: the machine is busy with what was just written when the second one is.
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        const { server, calls } = version;
        const before = processorTime(server.pid);
        const run = await ask([server.url], connections, seconds, calls[what]);
        const spent = processorTime(server.pid) - before;
        if (round === 0)
          [version.runs, version.spent] = [[], []]; // it only warmed up
        else {
          version.runs.push(run);
          version.spent.push((1_000_000 * spent) / run.answered);
        }
      }
    }
    const base = versions[0]?.runs ?? [];
    for (const [n, { runs, spent }] of versions.entries()) {
      const { perSecond, p50, p99, errors } = together(runs);
      // Both of a round had the same machine, so they are compared before the rounds are.
      const times = `× ${median(runs.map((run, round) => run.perSecond / (base[round]?.perSecond ?? NaN))).toFixed(2)}`;
      const name = n === 0 ? 'before' : 'now';
      const each = runs.map((run) => Math.round(run.perSecond)).join(' ');
      rows.push([
        what,
        name,
        Math.round(perSecond),
        times,
        p50.toFixed(1),
        p99.toFixed(1),
        errors,
        median(spent).toFixed(0),
        each,
        load(),
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
}
process.exit(0);
