import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** The interval in milliseconds, PostgreSQL's own default between checkpoints. */
const EVERY_MS = 300_000;

/** Writes a checkpoint when the log has grown since the last call. Rejects when the database does. */
export function checkpoints(database: Database): () => Promise<void> {
  const logPosition = async (): Promise<string | undefined> => {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(database);
    return rows[0]?.lsn;
  };
  let last: string | undefined;
  return async () => {
    if ((await logPosition()) === last) return;
    await sql`checkpoint`.execute(database);
    last = await logPosition();
  };
}

/**
 * Writes checkpoints until the returned function is called. PostgreSQL's single-user mode, which PGlite runs, has no
 * checkpointer process: without this the log grows until the database is closed, and a start after a crash replays all
 * of it.
 */
export function startCheckpointing(database: Database): () => void {
  const checkpoint = checkpoints(database);
  // A failed checkpoint (a full disk) is retried at the next interval; committed data is safe in the log.
  const timer = setInterval(() => void checkpoint().catch(() => undefined), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
