import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { openDatabase } from '../../server/platform/database/connection/open.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { TIMEOUT_FACTOR } from '../api/timeoutFactor.ts';

/** A real PostgreSQL, and a folder for the secrets of the servers that share it. */
export interface SharedPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** Opens the database for one more server, which has to close it. */
  open(): Promise<OpenDatabase>;
  /** Stops PostgreSQL and removes the folder. */
  stop(): Promise<void>;
}

export async function sharedPostgres(): Promise<SharedPostgres> {
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-races-'));
  return {
    url: postgres.url,
    dataDir,
    open: () => openDatabase({ databaseUrl: postgres.url, dataDir, timeoutFactor: TIMEOUT_FACTOR }),
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
