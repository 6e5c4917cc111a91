import { accessSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { explainFolderError, makePrivate, makePrivateFolder } from '../dataFolder.ts';
import { SetupError } from '../setupError.ts';
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
 * fsync, because Emscripten does not have fdatasync, PostgreSQL's default. `dump`: a backup to fill the folder with first.
 */
async function startPglite(folder: string, dump?: Blob): Promise<PGlite> {
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
    throw files.lastDiskError ?? error;
  }
}

/**
 * Creates a database in a temporary folder and renames the folder when the database is complete and synced, so that an
 * interrupted first start leaves no partial database.
 */
async function makeDatabase(folder: string, parent: string, dump?: Blob): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    const pglite = await startPglite(draft, dump);
    await pglite.close();
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
 * writable, or its disk is full.
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'postgres');
  try {
    makePrivateFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
    const unlock = await lockFolder(resolve(dataDir));
    try {
      if (!existsSync(join(folder, 'PG_VERSION'))) await makeDatabase(folder, dataDir);
      makePrivate(folder);
      return { pglite: await startPglite(folder), folder, unlock };
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
 * contains a database, is in use, or cannot be written to.
 */
export async function restoreEmbedded(dataDir: string, dump: Blob): Promise<void> {
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
      await makeDatabase(folder, dataDir, dump);
    } finally {
      unlock();
    }
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}
