import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { startServerProcess } from '../../scripts/serverProcess.ts';
import { accessTokens } from '../../server/account/session/accessTokens.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import { createRacers } from '../races/race.ts';
import { checkBookings } from './visitors/checkBookings.ts';
import { startLoad, type Target } from './visitors/load.ts';
import { POINTS } from './testbed.ts';

/*
 * `npm run rehearse:upgrade`: for each earlier state of the tables, a server of the last version with that state runs while the
 * current version migrates the tables. Visitors book on the old server, on both, and again only on the old one. A version that
 * knows which newer tables it may use is also stopped and started again on the new tables, as after a crash, before the visitors
 * return to it. Exits with 1 when a booking is lost, a response is unexpected or a server does not start. `-- 3` tests only the
 * last three states.
 */

/** The last migration before versions could run side by side (decision 0014). */
const LAST_EXCLUSIVE_MIGRATION = '0006-enquiries-once';
/** Servers that know this migration start on the tables of a newer version (decision 0014). */
const FIRST_RESTARTABLE_MIGRATION = '0065-schema-compatibility';
/** Earlier versions have the migrations in the second folder. */
const FOLDERS = ['server/platform/database/migrations', 'server/database/migrations'];
const MEMBERS = 4;
/** Bookings in each phase. */
const PHASE_MS = 2_000;

/** A server that migrates under load has to be ready within this time, in milliseconds. */
const READY_TIMEOUT_MS = 60_000;

interface Version {
  readonly commit: string;
  /** Migrations of the version. */
  readonly migrations: number;
  /** Whether it starts on the tables of a newer version. */
  readonly restarts: boolean;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const migrationsAt = (commit: string): string[] =>
  FOLDERS.flatMap((folder) => lines(git('ls-tree', '--name-only', commit, `${folder}/`))).map((path) =>
    basename(path, '.ts'),
  );

/** Each can run next to a later version; the oldest first. */
function earlierVersions(): Version[] {
  const versions = new Map<string, Version>();
  const currentMigrations = new Set(migrationsAt('HEAD'));
  for (const change of lines(git('log', '--reverse', '--format=%H', '--', ...FOLDERS))) {
    const [commit] = lines(git('rev-list', '--max-count=1', '--skip=1', change));
    if (commit === undefined) continue;
    const names = migrationsAt(commit);
    // A migration that is missing now was renamed before it was released.
    const isKnown = names.every((name) => currentMigrations.has(name));
    if (isKnown && names.includes(LAST_EXCLUSIVE_MIGRATION) && names.length < currentMigrations.size)
      versions.set(names.join(), {
        commit,
        migrations: names.length,
        restarts: names.includes(FIRST_RESTARTABLE_MIGRATION),
      });
  }
  return [...versions.values()];
}

/** Extracts the sources of a version into a folder, with the current packages. */
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

/** A session for versions without a table of sessions: a family of refresh tokens, which the migration turns into a session. */
async function startTokenFamily(database: Database, userId: string): Promise<string> {
  const family = randomUUID();
  const token = { token_hash: family, family, user_id: userId, expires_at: END };
  await database.insertInto('refresh_token').values(token).execute();
  return family;
}

async function hasSessions(database: Database): Promise<boolean> {
  const tables = await database.introspection.getTables();
  return tables.some(({ name }) => name === 'session');
}

/** Upgrades from one version and returns to it during bookings. Returns the number of bookings and the problems. */
async function upgradeFrom(version: Version, databaseUrl: string, folder: string) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const start = (cwd: string) =>
    startServerProcess({
      args: () => [join('scripts', 'from-source.mjs'), 'server/main.ts'],
      cwd,
      timeoutMs: READY_TIMEOUT_MS,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        ...secrets,
      },
    });
  const oldRoot = checkOut(version, folder);
  let oldServer = await start(oldRoot);
  const open = await openDatabase({ databaseUrl, dataDir });
  try {
    const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', ...secrets });
    const members = await createRacers(open.database, accessTokens(config, Date.now), [oldServer.url], {
      count: MEMBERS,
      rounds: 1,
      startSession: (await hasSessions(open.database)) ? insertSession : startTokenFamily,
    });
    const rooms = (await open.database.selectFrom('room').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    const targets: Target[] = [{ url: oldServer.url }];
    const load = startLoad({ targets, members, rooms, firstDay });
    await delay(PHASE_MS);
    const present = await start(process.cwd()).catch(async (error: unknown) => {
      await load.stop();
      throw error;
    });
    targets.push({ url: present.url });
    await delay(2 * PHASE_MS);
    if (version.restarts) {
      targets.shift();
      await delay(PHASE_MS / 2);
      await oldServer.stop();
      oldServer = await start(oldRoot);
      targets.unshift({ url: oldServer.url });
    }
    // The visitors return to the old version.
    targets.pop();
    await delay(PHASE_MS / 2);
    await present.stop();
    await delay(PHASE_MS);
    await load.stop();
    const { lost, doubleBooked, incomplete } = await checkBookings(open.database, load.acknowledged, POINTS);
    const unavailable = load.statuses.get(503) ?? 0;
    const noResponse = load.statuses.get(0) ?? 0;
    return {
      bookings: load.acknowledged.length,
      lost,
      doubleBooked,
      incomplete,
      unavailable,
      noResponse,
      problems: load.unexpected,
    };
  } finally {
    await open.close();
    await oldServer.stop();
  }
}

const all = earlierVersions();
const versions = all.slice(-Number(process.argv[3] ?? all.length));
const folder = mkdtempSync(join(tmpdir(), 'litrooms-upgrade-'));
const postgres = await startPostgres({ databases: versions.length });
let problemCount = 0;
try {
  const columns = ['restarts', 'bookings', 'lost', 'double', 'partial', '503', 'none', 'other'];
  const row = (name: string, values: readonly (string | number)[]) =>
    console.log(name.padEnd(28) + values.map((value) => String(value).padStart(9)).join(''));
  row('from', columns);
  for (const [n, version] of versions.entries()) {
    const result = await upgradeFrom(version, postgres.urls[n] as string, folder).catch((error: unknown) => {
      console.log(`${version.migrations} migrations, ${version.commit.slice(0, 7)}: ${String(error)}`);
      return null;
    });
    if (result === null) {
      problemCount += 1;
      continue;
    }
    const { bookings, lost, doubleBooked, incomplete, unavailable, noResponse, problems } = result;
    row(`${version.migrations} migrations, ${version.commit.slice(0, 7)}`, [
      version.restarts ? 1 : 0,
      bookings,
      lost,
      doubleBooked,
      incomplete,
      unavailable,
      noResponse,
      problems.length,
    ]);
    for (const problem of problems.slice(0, 3)) console.log(`  ${problem}`);
    // A 503 waited too long for a lock of the migration, and was repeated. It is not counted as a problem.
    problemCount +=
      lost + doubleBooked + incomplete + noResponse + problems.length + (bookings === 0 ? 1 : 0);
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(problemCount === 0 ? 'no problems' : `${problemCount} problems`);
process.exit(problemCount === 0 ? 0 : 1);
