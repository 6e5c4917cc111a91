import type { Config } from '../config.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';

/** An open database. `describe` names it for people, without credentials; `close` waits for running queries. */
export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'pglite' | 'postgres';
  readonly describe: string;
  /** Runs work whose statements may take long, as migrations: of `limits.ts` only that on connecting holds there, a longer one. */
  withoutLimits<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Hears what any process notifies on a channel, from now on and until closed. `hear` gets the payload, or null when
   * some may have been missed.
   */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or without one the embedded PGlite in `dataDir`. Rejects with a `SetupError` when
 * the URL is wrong, with an error that `isUnavailable` when the database does not answer at the moment, and when another
 * process has the folder open.
 */
export const openDatabase = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> =>
  config.databaseUrl === undefined ? openPglite(config.dataDir) : openPostgres(config.databaseUrl);
