import type { Database } from './schema.ts';

/** An open database. `description` names it without credentials; `close` waits for running queries. */
export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'pglite' | 'postgres';
  readonly description: string;
  /**
   * Runs work with long statements, such as migrations, without the timeouts of `timeouts.ts`. Only connecting has a timeout,
   * which is longer.
   */
  withoutTimeouts<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel until the database is closed. `onPayload` is called with the payload, or with null when notifications
   * may have been missed.
   */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<void>;
  /**
   * Dumps the embedded database as a gzipped tar; queries wait meanwhile. Undefined for a PostgreSQL server, which has pg_dump.
   */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}
