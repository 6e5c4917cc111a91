import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays, dateAt } from '../../domain/calendar.ts';
import { startPostgres } from '../../scripts/postgres.mjs';
import { startServerProcess } from '../../scripts/serverProcess.mjs';
import { accessTokens } from '../../server/accounts/accessTokens.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import type { Database } from '../../server/database/schema.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import { contenders } from '../races/contest.ts';
import { audit } from './audit.ts';
import { startLoad, type Target } from './load.ts';
import { POINTS } from './stage.ts';

/*
 * `npm run rehearse:upgrade`: for each state in which earlier versions left the tables, a server of the last version that had it
 * runs while the present version migrates the tables; visitors book on the old one, on both, and on the old one alone again. Ends
 * with 1 when a booking is lost or an answer is one that nobody should get. `-- 3`: the last three states only.
 */

/** The last migration that was made before two versions could run side by side (decision 0014). */
const ALONE = '0006-enquiries-once';
const FOLDER = 'server/database/migrations';
const MEMBERS = 4;
/** How long visitors book in each phase, in milliseconds. */
const PHASE_MS = 2_000;

/** A server that is not ready after this long cannot migrate under load, in milliseconds. */
const READY_WITHIN_MS = 60_000;

interface Version {
  readonly commit: string;
  /** How many migrations it has. */
  readonly migrations: number;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const migrationsAt = (commit: string): string[] =>
  lines(git('ls-tree', '--name-only', commit, `${FOLDER}/`)).map((path) =>
    path.slice(FOLDER.length + 1).replace(/\.ts$/, ''),
  );

/** The last version of each earlier state of the tables that could run beside a later one, the oldest first. */
function earlierVersions(): Version[] {
  const versions = new Map<string, Version>();
  const present = new Set(migrationsAt('HEAD'));
  for (const change of lines(git('log', '--reverse', '--format=%H', '--', FOLDER))) {
    const [commit] = lines(git('rev-list', '--max-count=1', '--skip=1', change));
    if (commit === undefined) continue;
    const names = migrationsAt(commit);
    // A name that is gone was changed before anybody had it.
    const isKnown = names.every((name) => present.has(name));
    if (isKnown && names.includes(ALONE) && names.length < present.size)
      versions.set(names.join(), { commit, migrations: names.length });
  }
  return [...versions.values()];
}

/** The sources of a version in a folder of their own, with the present packages. */
function checkOut({ commit }: Version, folder: string): string {
  const root = join(folder, commit.slice(0, 8));
  mkdirSync(root);
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, root]);
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}

const secrets = {
  ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
  REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  ACCESS_TOKEN_MINUTES: '1440',
};
const firstDay = addDays(dateAt(Date.now()), 2);
const END = new Date('2099-01-01T00:00:00Z');

/** A session where versions had no table of them: a family of refresh tokens, of which the migration makes a session. */
async function tokenFamily(database: Database, userId: string): Promise<string> {
  const family = randomUUID();
  const token = { token_hash: family, family, user_id: userId, expires_at: END };
  await database.insertInto('refresh_token').values(token).execute();
  return family;
}

async function hasSessions(database: Database): Promise<boolean> {
  const tables = await database.introspection.getTables();
  return tables.some(({ name }) => name === 'session');
}

/** Upgrades from one version and goes back to it while visitors book; what went wrong, in words, and the bookings. */
async function upgradeFrom(version: Version, databaseUrl: string, folder: string) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const start = (cwd: string) =>
    startServerProcess({
      args: () => [join('scripts', 'from-source.mjs'), 'server/main.ts'],
      cwd,
      timeoutMs: READY_WITHIN_MS,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        ...secrets,
      },
    });
  const before = await start(checkOut(version, folder));
  const open = await openDatabase({ databaseUrl, dataDir });
  try {
    const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', ...secrets });
    const members = await contenders(open.database, accessTokens(config, Date.now), [before.url], {
      count: MEMBERS,
      rounds: 1,
      startSession: (await hasSessions(open.database)) ? insertSession : tokenFamily,
    });
    const rooms = (await open.database.selectFrom('room').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    const targets: Target[] = [{ url: before.url }];
    const load = startLoad({ targets, members, rooms, firstDay });
    await delay(PHASE_MS);
    const present = await start(process.cwd()).catch(async (error: unknown) => {
      await load.stop();
      throw error;
    });
    targets.push({ url: present.url });
    await delay(2 * PHASE_MS);
    // Back to the version before.
    targets.pop();
    await delay(PHASE_MS / 2);
    await present.stop();
    await delay(PHASE_MS);
    await load.stop();
    const { lost, double, halfWritten } = await audit(open.database, load.acknowledged, POINTS);
    const failed = load.statuses.get(503) ?? 0;
    const silent = load.statuses.get(0) ?? 0;
    return {
      bookings: load.acknowledged.length,
      lost,
      double,
      halfWritten,
      failed,
      silent,
      wrong: load.unexpected,
    };
  } finally {
    await open.close();
    await before.stop();
  }
}

const all = earlierVersions();
const versions = all.slice(-Number(process.argv[3] ?? all.length));
const folder = mkdtempSync(join(tmpdir(), 'litrooms-upgrade-'));
const postgres = await startPostgres({ databases: versions.length });
let broken = 0;
try {
  const columns = ['bookings', 'lost', 'double', 'half', '503', 'none', 'other'];
  const row = (name: string, figures: readonly (string | number)[]) =>
    console.log(name.padEnd(28) + figures.map((figure) => String(figure).padStart(9)).join(''));
  row('from', columns);
  for (const [n, version] of versions.entries()) {
    const found = await upgradeFrom(version, postgres.urls[n] as string, folder).catch((error: unknown) => {
      console.log(`${version.migrations} migrations, ${version.commit.slice(0, 7)}: ${String(error)}`);
      return null;
    });
    if (found === null) {
      broken += 1;
      continue;
    }
    const { bookings, lost, double, halfWritten, failed, silent, wrong } = found;
    row(`${version.migrations} migrations, ${version.commit.slice(0, 7)}`, [
      bookings,
      lost,
      double,
      halfWritten,
      failed,
      silent,
      wrong.length,
    ]);
    for (const what of wrong.slice(0, 3)) console.log(`  ${what}`);
    // A 503 has waited too long for a lock of the migration; its visitor asked again.
    broken += lost + double + halfWritten + silent + wrong.length + (bookings === 0 ? 1 : 0);
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(broken === 0 ? 'every promise was kept' : `${broken} promises were broken`);
process.exit(broken === 0 ? 0 : 1);
