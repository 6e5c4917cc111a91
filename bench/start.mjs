// @ts-check
// `npm run bench:start`: the time that a newcomer waits. A clone of the last commit is installed and started
// until its first page responds; then it is started again, rebuilt, and its node_modules measured. `-- --rounds N`
// repeats the starts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startServerProcess } from '../scripts/serverProcess.mjs';
import { load, machine, median, printTable } from './figures.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
if (!(rounds >= 1)) {
  console.error('--rounds must be a number above zero.');
  process.exit(2);
}

const project = join(import.meta.dirname, '..');
const clone = mkdtempSync(join(tmpdir(), 'litrooms-start-'));
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
const run = (/** @type {string} */ program, /** @type {string[]} */ args) =>
  execFileSync(program, args, { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] });

/** @param {() => unknown} work @returns {Promise<number>} seconds */
async function seconds(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Starts the clone's server, waits for its first page, and ends it. @returns {Promise<number>} seconds to the page */
async function untilFirstPage() {
  /** @type {import('../scripts/serverProcess.mjs').ServerProcess | undefined} */
  let server;
  const took = await seconds(async () => {
    server = await startServerProcess({
      args: () => ['scripts/start.mjs'],
      env,
      cwd: clone,
      ready: '/',
      patience: 600_000, // the first start builds
    });
  });
  await server?.stop();
  return took;
}

/** @param {() => Promise<number>} measure @returns {Promise<number[]>} */
async function repeated(measure) {
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure());
  return all;
}

console.log(machine());
try {
  execFileSync('git', ['clone', '--quiet', '--local', project, clone], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  /** @type {(string | number)[][]} */
  const rows = [];
  const note = (/** @type {string} */ what, /** @type {number[]} */ took) => {
    const spread =
      took.length > 1 ? `${Math.min(...took).toFixed(1)} to ${Math.max(...took).toFixed(1)}` : '';
    rows.push([what, median(took).toFixed(1), spread, load()]);
  };
  const installing = await seconds(() => run('npm', ['ci', '--no-audit', '--no-fund']));
  note('npm ci', [installing]);
  const first = await untilFirstPage();
  note('first npm start to first page (builds, makes the database)', [first]);
  note('from nothing to first page', [installing + first]);
  note('next npm start to first page', await repeated(untilFirstPage));
  note(
    'build',
    await repeated(() => seconds(() => run(process.execPath, ['node_modules/vite/bin/vite.js', 'build']))),
  );
  printTable(['what', 'median s', 'spread', ''], rows);
  const size = execFileSync('du', ['-sk', 'node_modules'], { cwd: clone, encoding: 'utf8' });
  console.log(`node_modules  ${Math.round(Number.parseInt(size, 10) / 1024)} MiB`);
} finally {
  rmSync(clone, { recursive: true, force: true });
}
