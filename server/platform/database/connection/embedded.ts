import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { explainFolderError, makePrivate, makePrivateFolder } from '../../config/dataFolder.ts';
import { SetupError } from '../../config/setupError.ts';
import { commandLine } from '../../config/operatorCommand.ts';
import { lockFolder } from './lockFolder.ts';
import { syncToDisk, syncTreeToDisk } from './syncToDisk.ts';

/** An open PGlite whose commits survive a power cut. `unlock` releases the folder after closing. */
export interface EmbeddedDatabase {
  readonly pglite: PGlite;
  readonly folder: string;
  readonly unlock: () => void;
}

/**
 * Starts PGlite on a folder, with fsync. PGlite disables fsync (-F), and its file system does not implement it. A commit is
 * confirmed when its log is on the disk; torn pages are repaired from the log (full_page_writes is on). The log is synced with
 * fsync, because Emscripten does not have fdatasync, PostgreSQL's default. `explain`: the error to throw when PGlite cannot start
 * with the files. `dump`: a backup to fill the folder with first.
 */
async function startPglite(
  folder: string,
  explain: (error: unknown) => unknown,
  dump?: Blob,
): Promise<PGlite> {
  const [{ PGlite }, { DurableFiles }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('./durableFiles.ts'),
  ]);
  const files = new DurableFiles(folder);
  const parameters = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  try {
    return await PGlite.create({
      fs: files,
      ...(dump && { loadDataDir: dump }),
      startParams: [...parameters, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    });
  } catch (error) {
    throw explain(files.lastDiskError ?? error);
  }
}

/** A dump to restore. `checkMigrations` throws for the migrations of a newer version. */
interface Backup {
  readonly dump: Blob;
  readonly checkMigrations: (names: readonly string[]) => void;
}

/** PGlite reads files of this version of PostgreSQL. */
export const EMBEDDED_MAJOR = 18;

const RESTORE_ADVICE = `Keep a copy of it, and restore the latest backup into an empty DATA_DIR (${commandLine('restore', 'FOLDER')})`;

/** Null when the file is missing or has no version. */
function versionIn(folder: string): string | null {
  const file = join(folder, 'PG_VERSION');
  const version = existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : '';
  return /^\d{1,3}$/.test(version) ? version : null;
}

/**
 * The error of files that PGlite could not start with: a `SetupError` that says whether they are of another version or damaged. An
 * error of the disk is returned unchanged. `what`: the subject of the sentence.
 */
function unreadable(what: string, folder: string, error: unknown): unknown {
  const explained = explainFolderError(folder, error);
  if (explained instanceof SetupError) return explained;
  const version = versionIn(folder);
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return version !== null && version !== String(EMBEDDED_MAJOR)
    ? new SetupError(
        `${what} is of PostgreSQL ${version}, and this version reads PostgreSQL ${EMBEDDED_MAJOR}. ` +
          'Open it with the version that made it.',
      )
    : new SetupError(`${what} is damaged and cannot be opened (${reason}). ${RESTORE_ADVICE}.`);
}

async function migrationsIn(pglite: PGlite): Promise<string[]> {
  const { rows: tables } = await pglite.query(`select from pg_tables where tablename = 'kysely_migration'`);
  if (tables.length === 0) return [];
  const { rows } = await pglite.query<{ name: string }>('select name from kysely_migration');
  return rows.map(({ name }) => name);
}

/** True for a folder with files but without a version: something has removed or damaged a part of the database. */
const isIncomplete = (folder: string): boolean =>
  existsSync(folder) && versionIn(folder) === null && readdirSync(folder).length > 0;

/**
 * Creates a database in a temporary folder and renames the folder when the database is complete and synced, so that an
 * interrupted first start leaves no partial database.
 */
async function makeDatabase(folder: string, parent: string, backup?: Backup): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    const explain = (error: unknown) =>
      backup === undefined ? error : unreadable('The dump of the backup', draft, error);
    const pglite = await startPglite(draft, explain, backup?.dump);
    try {
      if (backup !== undefined) backup.checkMigrations(await migrationsIn(pglite));
    } finally {
      await pglite.close();
    }
    makePrivate(draft);
    syncTreeToDisk(draft);
    renameSync(draft, folder);
    syncToDisk(parent);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Opens the embedded database in `dataDir`; the first call creates it. The files are private to this account, and the folder is
 * locked against other processes until `unlock` is called. Throws a `SetupError` with the remedy when the folder is in use or not
 * writable, its disk is full, or its database is damaged or of another version of PostgreSQL.
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'postgres');
  try {
    makePrivateFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
    const unlock = await lockFolder(resolve(dataDir));
    try {
      if (isIncomplete(folder))
        throw unreadable(`The database in ${folder}`, folder, 'its PG_VERSION is missing');
      if (versionIn(folder) === null) await makeDatabase(folder, dataDir);
      makePrivate(folder);
      const pglite = await startPglite(folder, (error) =>
        unreadable(`The database in ${folder}`, folder, error),
      );
      return { pglite, folder, unlock };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}

/**
 * Creates the embedded database of `dataDir` from a backup (`OpenDatabase.dump`). Throws a `SetupError` when the folder already
 * contains a database, is in use, or cannot be written to, and when the dump is damaged or of a newer version.
 */
export async function restoreEmbedded(
  dataDir: string,
  dump: Blob,
  checkMigrations: Backup['checkMigrations'],
): Promise<void> {
  const folder = join(dataDir, 'postgres');
  try {
    makePrivateFolder(dataDir);
    const unlock = await lockFolder(resolve(dataDir));
    try {
      if (existsSync(folder)) {
        throw new SetupError(
          `There is a database in ${folder}. Move it away, or set DATA_DIR to another folder.`,
        );
      }
      await makeDatabase(folder, dataDir, { dump, checkMigrations });
    } finally {
      unlock();
    }
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}
