import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { restoreEmbedded } from '../database/embedded.ts';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { syncToDisk } from '../database/syncToDisk.ts';
import { SetupError } from '../setupError.ts';
import { fetchBackup } from './backupSocket.ts';
import { runPostgresTool } from './postgresTools.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

const DUMP_FILES = { pglite: 'database.tar.gz', postgres: 'database.dump' } as const;

/** The content of backup.json, which is written last: a folder without it is not a complete backup. */
const backupDescription = z.object({
  format: z.literal(1),
  database: z.enum(['pglite', 'postgres']),
  made_at: z.iso.datetime(),
});

function writeDurably(file: string, content: Buffer | string): void {
  writeFileSync(file, content, { mode: 0o600 });
  syncToDisk(file);
}

/** Dumps the embedded database: by its running server, or from the data folder when no server runs. */
async function dumpEmbedded(config: DatabaseConfig): Promise<Buffer> {
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    throw new SetupError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  const runningServersDump = await fetchBackup(config.dataDir);
  if (runningServersDump) return runningServersDump;
  const stoppedDatabase = await openDatabase(config);
  try {
    if (!stoppedDatabase.dump) throw new Error('not an embedded database');
    return Buffer.from(await (await stoppedDatabase.dump()).arrayBuffer());
  } finally {
    await stoppedDatabase.close();
  }
}

/**
 * Writes a backup of the database into a new folder, while its server runs or is stopped. The folder gets its name when it is
 * complete and synced to the disk. It contains the whole database and is private to its owner; secrets of the environment are
 * not in it. Throws a `SetupError` when the folder exists, or when the database cannot be read.
 */
export async function backUp(config: DatabaseConfig, folder: string, now: Date): Promise<void> {
  const target = resolve(folder);
  if (existsSync(target)) throw new SetupError(`${folder} exists already. Name a new folder.`);
  const draft = `${target}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const database = config.databaseUrl === undefined ? 'pglite' : 'postgres';
    const file = join(draft, DUMP_FILES[database]);
    if (config.databaseUrl === undefined) writeDurably(file, await dumpEmbedded(config));
    else {
      await runPostgresTool('pg_dump', config.databaseUrl, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--file',
        file,
      ]);
      syncToDisk(file);
    }
    const description: z.infer<typeof backupDescription> = {
      format: 1,
      database,
      made_at: now.toISOString(),
    };
    writeDurably(join(draft, 'backup.json'), `${JSON.stringify(description)}\n`);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Reads the description of a backup. Throws a `SetupError` for a folder that is not a backup. */
function describeBackup(folder: string): z.infer<typeof backupDescription> {
  try {
    return backupDescription.parse(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')));
  } catch {
    throw new SetupError(`${folder} is not a backup: it has no readable backup.json.`);
  }
}

/** Decompresses a gzip file and verifies its checksum. Throws a `SetupError` for a damaged file. */
function gunzipFile(file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(gunzipSync(readFileSync(file)));
  } catch (error) {
    throw new SetupError(`${file} is damaged: ${(error as Error).message}.`);
  }
}

async function isEmpty(database: Database): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_tables where schemaname = any(current_schemas(false)) limit 1`.execute(
      database,
    );
  return rows.length === 0;
}

/**
 * Restores a backup into an empty database of the same kind. Throws a `SetupError` when there is a database already, so that
 * nothing is overwritten, and when the backup is of the other kind. A failed restore leaves no partial database.
 */
export async function restore(config: DatabaseConfig, folder: string): Promise<void> {
  const { database: kind } = describeBackup(folder);
  const expected = config.databaseUrl === undefined ? 'pglite' : 'postgres';
  if (kind !== expected) {
    throw new SetupError(
      kind === 'postgres'
        ? 'This is a backup of a PostgreSQL server: set DATABASE_URL to an empty database.'
        : 'This is a backup of an embedded database: leave DATABASE_URL out and set DATA_DIR.',
    );
  }
  const file = join(folder, DUMP_FILES[kind]);
  if (config.databaseUrl === undefined) {
    await restoreEmbedded(config.dataDir, new Blob([gunzipFile(file)], { type: 'application/x-tar' }));
    return;
  }
  const { database, close } = await openDatabase(config);
  try {
    if (!(await isEmpty(database))) {
      throw new SetupError('The database of DATABASE_URL has tables already. Set it to an empty database.');
    }
  } finally {
    await close();
  }
  await runPostgresTool('pg_restore', config.databaseUrl, [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    file,
  ]);
}

/** The number of rows in the main tables, with which an operator can check that a restored database is complete. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::integer from app_user) as accounts,
    (select count(*)::integer from room) as rooms,
    (select count(*)::integer from booking) as bookings,
    (select count(*)::integer from payment) as payments,
    (select count(*)::integer from refund) as refunds,
    (select count(*)::integer from paper) as papers`.execute(database);
  return rows[0] ?? {};
}
