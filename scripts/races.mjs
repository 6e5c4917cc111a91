// @ts-check
// `npm run races`: two, four, eight and sixteen clients who want the same room at once, on two server processes over one
// real PostgreSQL. `-- --rounds N` races more or less often than a hundred times.
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './freePort.mjs';
import { startPostgres } from './postgres.mjs';

process.chdir(join(import.meta.dirname, '..'));

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
if (!/^[1-9]\d{0,4}$/.test(values.rounds)) {
  console.error('--rounds must be a whole number.');
  process.exit(2);
}

const SERVERS = 2;

/** @param {string} url @param {import('node:child_process').ChildProcess} child */
async function untilReady(url, child) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error('a server ended before it was ready');
    const answered = await fetch(`${url}/readyz`).catch(() => null);
    if (answered?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('a server was not ready within a minute');
}

const postgres = await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-races-'));
/** What every process is told; the servers share their secrets, as servers of one site do. */
const env = {
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  ACCESS_TOKEN_MINUTES: '1440',
};

/** @type {import('node:child_process').ChildProcess[]} */
const servers = [];
let failed = true;
try {
  /** @type {string[]} */
  const urls = [];
  for (let n = 0; n < SERVERS; n += 1) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [join('scripts', 'from-source.mjs'), 'server/main.ts'], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    servers.push(child);
    urls.push(url);
    // The first makes the secrets that the second finds.
    await untilReady(url, child);
  }
  console.log(`${postgres.describe}; servers: ${servers.map(({ pid }) => pid).join(', ')}`);
  const contest = { urls, rounds: Number(values.rounds) };
  const racers = fork(join('scripts', 'from-source.mjs'), ['test/races/run.ts', JSON.stringify(contest)], {
    env,
  });
  const [code] = await once(racers, 'exit');
  failed = code !== 0;
} finally {
  for (const child of servers) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
