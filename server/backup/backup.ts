import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Config } from '../platform/config/config.ts';
import { restoreEmbedded } from '../platform/database/connection/embedded.ts';
import { unknownMigrations } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/connection/open.ts';
import { wrapPglite } from '../platform/database/connection/pglite.ts';
import { pauseTaxDocuments } from '../invoices/nextNumbers.ts';
import { syncToDisk } from '../platform/database/connection/syncToDisk.ts';
import { SetupError } from '../platform/config/setupError.ts';
import { fetchBackup } from './backupSocket.ts';
import { recordBackup } from './recordBackup.ts';
import { rowsOf } from './rows.ts';
import { dumpPostgres, restorePostgres } from './postgresDump.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'postgresBin'>>;

const DUMP_FILES = { pglite: 'database.tar.gz', postgres: 'database.dump' } as const;

/** Written last: a folder without backup.json is not a complete backup. */
const backupDescription = z.object({
  format: z.literal(1),
  database: z.enum(['pglite', 'postgres']),
  made_at: z.iso.datetime(),
  /** Major version of the PostgreSQL server; backups of earlier versions lack it. */
  postgres: z.int().optional(),
});

function writeDurably(file: string, content: Buffer | string): void {
  writeFileSync(file, content, { mode: 0o600 });
  syncToDisk(file);
}

/** A database's dump, where it comes from, and its rows; null when it does not have the tables of this program. */
interface Dumped {
  readonly source: string;
  readonly rows: Record<string, number> | null;
  /** Major version of the PostgreSQL server. */
  readonly postgres?: number;
  /** Whether the database has recorded that the backup was made. */
  readonly isRecorded: boolean;
}

/** Counts the rows of a dump of the embedded database by opening it in memory, which also shows that it can be opened. */
async function rowsOfDump(dump: Buffer): Promise<Dumped['rows']> {
  const [{ PGlite }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ]);
  const loadDataDir = new Blob([new Uint8Array(dump)], { type: 'application/x-gzip' });
  const copy = wrapPglite(await PGlite.create({ loadDataDir }), createPgConfig, 'a copy of the dump');
  try {
    return await rowsOf(copy.database);
  } finally {
    await copy.close();
  }
}

/** Dumps the embedded database into a file: by its running server, or from the data folder when no server runs. */
async function dumpEmbedded(config: DatabaseConfig, file: string): Promise<Dumped> {
  const folder = resolve(config.dataDir);
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION'))) {
    throw new SetupError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  let dump = await fetchBackup(config.dataDir);
  let source = `the embedded database in ${folder}, from its running server`;
  let isRecorded = true;
  if (dump === null) {
    source = `the embedded database in ${folder}`;
    const stopped = await openDatabase(config);
    try {
      if (!stopped.dump) throw new Error('not an embedded database');
      dump = Buffer.from(await (await stopped.dump()).arrayBuffer());
      isRecorded = await recordBackup(stopped.database);
    } finally {
      await stopped.close();
    }
  }
  writeDurably(file, dump);
  return { source, rows: await rowsOfDump(dump), isRecorded };
}

/** Dumps a PostgreSQL database into a file. */
async function dumpServer(
  config: DatabaseConfig & { readonly databaseUrl: string },
  file: string,
): Promise<Dumped> {
  // pg_dump keeps the mode of an existing file; a new one would be readable by others.
  writeFileSync(file, '', { mode: 0o600 });
  const { description, withoutTimeouts, close } = await openDatabase(config);
  try {
    const rows = await withoutTimeouts(rowsOf);
    const postgres = await dumpPostgres(config, file);
    syncToDisk(file);
    const isRecorded = await withoutTimeouts(recordBackup);
    return { source: description, rows, postgres, isRecorded };
  } finally {
    await close();
  }
}

/**
 * Writes a backup of the database into a new folder, while its server runs or is stopped. The folder gets its name when it is
 * complete and synced to the disk. It contains the whole database and is private to its owner; secrets of the environment are
 * not in it. Returns the source and the rows of the backup. Throws a `SetupError` when the folder exists, or when the database
 * cannot be read.
 */
export async function backUp(config: DatabaseConfig, folder: string, now: Date): Promise<Dumped> {
  const target = resolve(folder);
  if (existsSync(target)) throw new SetupError(`${folder} exists already. Name a new folder.`);
  const draft = `${target}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const { databaseUrl } = config;
    const database = databaseUrl === undefined ? 'pglite' : 'postgres';
    const file = join(draft, DUMP_FILES[database]);
    const dumped = await (databaseUrl === undefined
      ? dumpEmbedded(config, file)
      : dumpServer({ ...config, databaseUrl }, file));
    const description: z.infer<typeof backupDescription> = {
      format: 1,
      database,
      made_at: now.toISOString(),
      ...(dumped.postgres !== undefined && { postgres: dumped.postgres }),
    };
    writeDurably(join(draft, 'backup.json'), `${JSON.stringify(description)}\n`);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
    return dumped;
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

/** Where a tar archive has its format's name. */
const TAR_NAME = { at: 257, text: 'ustar' } as const;

/** Decompresses a gzipped tar and verifies its checksum. Throws a `SetupError` for a damaged file. */
function readDump(file: string): Uint8Array<ArrayBuffer> {
  let dump: Buffer;
  try {
    dump = gunzipSync(readFileSync(file));
  } catch (error) {
    throw new SetupError(`${file} is damaged: ${(error as Error).message}.`);
  }
  const { at, text } = TAR_NAME;
  if (dump.toString('latin1', at, at + text.length) !== text) {
    throw new SetupError(`${file} is damaged: it is not a dump.`);
  }
  return new Uint8Array(dump);
}

/** Throws a `SetupError` for a backup whose tables this version does not know, because a newer one has made them. */
function checkMigrations(names: readonly string[]): void {
  const unknown = unknownMigrations(names);
  if (unknown.length === 0) return;
  throw new SetupError(
    `A newer version of this program made the backup: its tables have ${unknown.join(', ')}, which this version does not know. ` +
      'Restore it with that version.',
  );
}

/**
 * Restores a backup into an empty database of the same kind. Tax documents wait in it, because numbers may have been issued after
 * the backup (docs/decisions/0066-backups.md). Throws a `SetupError` when there is a database already, so that nothing is
 * overwritten, and when the backup is of the other kind, damaged, or of a newer version of this program or of PostgreSQL. A
 * failed restore leaves no partial database.
 */
export async function restore(config: DatabaseConfig, folder: string, now = new Date()): Promise<void> {
  const description = describeBackup(folder);
  await restoreDump(config, folder, description);
  // Opening the database also migrates it, so that the pause has its table.
  const { database, close } = await openDatabase(config);
  try {
    await pauseTaxDocuments(database, new Date(description.made_at), now);
  } finally {
    await close();
  }
}

async function restoreDump(
  config: DatabaseConfig,
  folder: string,
  { database: kind, postgres }: ReturnType<typeof describeBackup>,
): Promise<void> {
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
    const dump = new Blob([readDump(file)], { type: 'application/x-tar' });
    await restoreEmbedded(config.dataDir, dump, checkMigrations);
    return;
  }
  await restorePostgres({ ...config, databaseUrl: config.databaseUrl }, file, {
    madeFrom: postgres,
    checkMigrations,
  });
}
