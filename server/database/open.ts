import type { Config } from '../config.ts';
import { openPglite } from './pglite.ts';
import type { OnQuery } from './pool.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';

/** An open database. `describe` names it without credentials; `close` waits for running queries. */
export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'pglite' | 'postgres';
  readonly describe: string;
  /**
   * Runs work with long statements, such as migrations, without the timeouts of `limits.ts` except a longer one for
   * connecting.
   */
  withoutLimits<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel until the database is closed. `onPayload` gets the payload, or null when notifications may
   * have been missed.
   */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<void>;
  /**
   * The embedded database as a gzipped tar, as it is at this instant; queries wait meanwhile. Absent with a server, whose
   * own tools do it.
   */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or the embedded PGlite in `dataDir`. Rejects with a `SetupError` for a wrong URL
 * or a folder in use, and with an error that `isUnavailable` when the database does not respond at the moment.
 * `onQuery`: observes the statements.
 */
export const openDatabase = (
  {
    databaseUrl,
    dataDir,
    timeoutFactor = 1,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'timeoutFactor'>>,
  onQuery?: OnQuery,
): Promise<OpenDatabase> =>
  databaseUrl === undefined
    ? openPglite(dataDir, onQuery)
    : openPostgres(databaseUrl, timeoutFactor, onQuery);
