import type { PGlite } from '@electric-sql/pglite';
import { startCheckpointing } from './checkpoints.ts';
import { openEmbedded } from './embedded.ts';
import type { OpenDatabase } from './open.ts';
import { pooled, type OnQuery } from './pool.ts';

/** How long a query waits for the only connection, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * The database of a running PGlite; closing it closes PGlite. It has one connection: inside a transaction, a query on
 * the pool instead of `tx` would wait for itself until the timeout.
 */
export function overPglite(
  lite: PGlite,
  createPgConfig: (lite: PGlite) => object,
  describe: string,
  onQuery?: OnQuery,
): OpenDatabase {
  const database = pooled({ ...createPgConfig(lite), max: 1, connectionTimeoutMillis: CONNECT_MS }, onQuery);
  return {
    database,
    kind: 'pglite',
    describe,
    async withoutLimits(work) {
      return work(database);
    },
    async listen(channel, onPayload) {
      await lite.listen(channel, onPayload);
    },
    async close() {
      await database.destroy();
      await lite.close();
    },
  };
}

/** The embedded database in a folder, locked for this process until it is closed. */
export async function openPglite(dataDir: string, onQuery?: OnQuery): Promise<OpenDatabase> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const { lite, folder, unlock } = await openEmbedded(dataDir);
  const open = overPglite(lite, createPgConfig, `PGlite in ${folder}`, onQuery);
  const stopCheckpointing = startCheckpointing(open.database);
  return {
    ...open,
    dump: () => lite.dumpDataDir('gzip'),
    async close() {
      stopCheckpointing();
      await open.close();
      unlock();
    },
  };
}
