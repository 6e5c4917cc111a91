// `npm run bench:start`: how long a new developer waits. A clone of the last commit is installed and started until its first
// page responds; then it is started again and rebuilt, and the size of its node_modules is measured. `-- --rounds N` sets how
// often the starts are repeated.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startServerProcess, type ServerProcess } from '../scripts/serverProcess.ts';
import { loadText, describeMachine, median, printTable } from './figures.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
if (!(rounds >= 1)) {
  console.error('--rounds must be a number above zero.');
  process.exit(2);
}

const project = join(import.meta.dirname, '..');
const clone = mkdtempSync(join(tmpdir(), 'litrooms-start-'));
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] });

/** @returns seconds */
async function measureSeconds(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/**
 * Starts the clone's server, waits for its first page, and stops it.
 * @returns seconds to the page
 */
async function secondsToFirstPage(): Promise<number> {
  let server: ServerProcess | undefined;
  const took = await measureSeconds(async () => {
    server = await startServerProcess({
      args: () => ['scripts/start.mjs'],
      env,
      cwd: clone,
      readyPath: '/',
      timeoutMs: 600_000, // the first start builds
    });
  });
  await server?.stop();
  return took;
}

async function repeatMeasurement(measure: () => Promise<number>): Promise<number[]> {
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure());
  return all;
}

console.log(describeMachine());
try {
  execFileSync('git', ['clone', '--quiet', '--local', project, clone], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const rows: (string | number)[][] = [];
  const addRow = (label: string, durations: number[]) => {
    const spread =
      durations.length > 1
        ? `${Math.min(...durations).toFixed(1)} to ${Math.max(...durations).toFixed(1)}`
        : '';
    rows.push([label, median(durations).toFixed(1), spread, loadText()]);
  };
  const installSeconds = await measureSeconds(() => run('npm', ['ci', '--no-audit', '--no-fund']));
  addRow('npm ci', [installSeconds]);
  const firstStartSeconds = await secondsToFirstPage();
  addRow('first npm start to first page (builds, makes the database)', [firstStartSeconds]);
  addRow('from nothing to first page', [installSeconds + firstStartSeconds]);
  addRow('next npm start to first page', await repeatMeasurement(secondsToFirstPage));
  addRow(
    'build',
    await repeatMeasurement(() =>
      measureSeconds(() => run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'])),
    ),
  );
  printTable(['what', 'median s', 'spread', ''], rows);
  const size = execFileSync('du', ['-sk', 'node_modules'], { cwd: clone, encoding: 'utf8' });
  console.log(`node_modules  ${Math.round(Number.parseInt(size, 10) / 1024)} MiB`);
} finally {
  rmSync(clone, { recursive: true, force: true });
}
