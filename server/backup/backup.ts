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

const DUMPS = { pglite: 'database.tar.gz', postgres: 'database.dump' } as const;

/** What a backup says about itself, in backup.json; written last, so a folder without it is no backup. */
const about = z.object({
  format: z.literal(1),
  database: z.enum(['pglite', 'postgres']),
  made_at: z.iso.datetime(),
});

function writeDurably(file: string, content: Buffer | string): void {
  writeFileSync(file, content, { mode: 0o600 });
  syncToDisk(file);
}

/** The embedded database's dump: of the running server, or of the stopped one's folder. */
async function dumpEmbedded(config: DatabaseConfig): Promise<Buffer> {
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    throw new SetupError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  const running = await fetchBackup(config.dataDir);
  if (running) return running;
  const open = await openDatabase(config);
  try {
    if (!open.dump) throw new Error('not an embedded database');
    return Buffer.from(await (await open.dump()).arrayBuffer());
  } finally {
    await open.close();
  }
}

/**
 * Writes a backup of the database into a new folder, with its server running or stopped. The folder appears when it is
 * complete and on the disk. It has everything that is stored and is for its owner only; secrets of the environment are not
 * in it. Throws a `SetupError` when the folder exists, or when the database cannot be read.
 */
export async function backUp(config: DatabaseConfig, folder: string, now: Date): Promise<void> {
  const target = resolve(folder);
  if (existsSync(target)) throw new SetupError(`${folder} exists already. Name a new folder.`);
  const draft = `${target}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const database = config.databaseUrl === undefined ? 'pglite' : 'postgres';
    const file = join(draft, DUMPS[database]);
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
    const description: z.infer<typeof about> = { format: 1, database, made_at: now.toISOString() };
    writeDurably(join(draft, 'backup.json'), `${JSON.stringify(description)}\n`);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Reads what a backup says about itself. Throws a `SetupError` for a folder that is none. */
function describeBackup(folder: string): z.infer<typeof about> {
  try {
    return about.parse(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')));
  } catch {
    throw new SetupError(`${folder} is not a backup: it has no readable backup.json.`);
  }
}

/** The tar in a gzip file, whose checksum it verifies. */
function unpacked(file: string): Uint8Array<ArrayBuffer> {
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
 * Restores a backup into an empty database of the same kind. Nothing is overwritten: throws a `SetupError` when there is a
 * database already, or when the backup is of the other kind. A restore that fails leaves no part of a database.
 */
export async function restore(config: DatabaseConfig, folder: string): Promise<void> {
  const { database: kind } = describeBackup(folder);
  const wanted = config.databaseUrl === undefined ? 'pglite' : 'postgres';
  if (kind !== wanted) {
    throw new SetupError(
      kind === 'postgres'
        ? 'This is a backup of a PostgreSQL server: set DATABASE_URL to an empty database.'
        : 'This is a backup of an embedded database: leave DATABASE_URL out and set DATA_DIR.',
    );
  }
  const file = join(folder, DUMPS[kind]);
  if (config.databaseUrl === undefined) {
    await restoreEmbedded(config.dataDir, new Blob([unpacked(file)], { type: 'application/x-tar' }));
    return;
  }
  const { database, close } = await openDatabase(config);
  try {
    if (!(await isEmpty(database))) {
      throw new SetupError('The database of DATABASE_URL has tables already. Make an empty one and name it.');
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

/** How much of what counts is in a database: for people who want to see that a restored one is whole. */
export async function figuresOf(database: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::integer from app_user) as accounts,
    (select count(*)::integer from room) as rooms,
    (select count(*)::integer from booking) as bookings,
    (select count(*)::integer from payment) as payments,
    (select count(*)::integer from refund) as refunds,
    (select count(*)::integer from paper) as papers`.execute(database);
  return rows[0] ?? {};
}
