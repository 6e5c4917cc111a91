import type { PGlite } from '@electric-sql/pglite';
import { startCheckpointing } from './checkpoints.ts';
import { openEmbedded } from './embedded.ts';
import type { OpenDatabase } from '../openDatabase.ts';
import { openPool, type OnQuery } from './pool.ts';

/** How long a query waits for PGlite's single connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The database of a running PGlite; closing it closes PGlite. PGlite has one connection, so inside a transaction a query on the
 * pool instead of `tx` would wait for its own transaction until the timeout.
 */
export function wrapPglite(
  pglite: PGlite,
  createPgConfig: (pglite: PGlite) => object,
  description: string,
  onQuery?: OnQuery,
): OpenDatabase {
  const database = openPool(
    { ...createPgConfig(pglite), max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    onQuery,
  );
  return {
    database,
    kind: 'pglite',
    description,
    async withoutTimeouts(work) {
      return work(database);
    },
    async listen(channel, onPayload) {
      await pglite.listen(channel, onPayload);
    },
    async close() {
      await database.destroy();
      await pglite.close();
    },
  };
}

/** Opens the embedded database in a folder, which is locked for this process until the database is closed. */
export async function openPglite(dataDir: string, onQuery?: OnQuery): Promise<OpenDatabase> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const { pglite, folder, unlock } = await openEmbedded(dataDir);
  const open = wrapPglite(pglite, createPgConfig, `PGlite in ${folder}`, onQuery);
  const stopCheckpointing = startCheckpointing(open.database);
  return {
    ...open,
    dump: () => pglite.dumpDataDir('gzip'),
    async close() {
      stopCheckpointing();
      await open.close();
      unlock();
    },
  };
}
