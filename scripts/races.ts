// `npm run races`: two, four, eight and sixteen clients request the same room at the same time, on two server processes with one
// real PostgreSQL. `-- --rounds N` runs more or fewer rounds than a hundred.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres.ts';
import { startServerProcess, type ServerProcess } from './serverProcess.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '100' } },
});
if (!/^[1-9]\d{0,4}$/.test(values.rounds)) {
  console.error('--rounds must be a whole number.');
  process.exit(2);
}

const SERVERS = 2;

const postgres = await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-races-'));
/** The settings of all processes. The servers share their secrets, like the servers of one site. */
const env = {
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  ACCESS_TOKEN_MINUTES: '1440',
  RATE_LIMIT_ORDER: '1000000',
  UNPAID_HOURS_NETWORK: '100000',
};

const servers: ServerProcess[] = [];
let failed = true;
try {
  for (let n = 0; n < SERVERS; n += 1) {
    // One after the other: the first server creates the tables, the rooms and the secrets that the second one uses.
    servers.push(
      await startServerProcess({
        args: () => [join('scripts', 'from-source.mjs'), 'server/main.ts'],
        env,
      }),
    );
  }
  const urls = servers.map(({ url }) => url);
  console.log(`${postgres.describe}; servers: ${urls.join(', ')}`);
  const raceOptions = { urls, rounds: Number(values.rounds) };
  const raceProcess = fork(
    join('scripts', 'from-source.mjs'),
    ['test/races/run.ts', JSON.stringify(raceOptions)],
    {
      env,
    },
  );
  const [code] = (await once(raceProcess, 'exit')) as [number | null];
  failed = code !== 0;
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
