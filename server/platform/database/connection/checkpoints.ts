import { sql } from 'kysely';
import type { Database } from '../schema.ts';

/** PostgreSQL's default checkpoint_timeout. */
const CHECKPOINT_INTERVAL_MS = 300_000;

/**
 * Returns a function that writes a checkpoint if the write-ahead log has grown since its last call. Rejects on database errors.
 */
export function createCheckpointer(database: Database): () => Promise<void> {
  const logPosition = async (): Promise<string | undefined> => {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(database);
    return rows[0]?.lsn;
  };
  let lastPosition: string | undefined;
  return async () => {
    if ((await logPosition()) === lastPosition) return;
    await sql`checkpoint`.execute(database);
    lastPosition = await logPosition();
  };
}

/**
 * Writes checkpoints periodically until the returned function is called. PGlite runs PostgreSQL in single-user mode, which has
 * no checkpointer process: without these checkpoints the log grows until the database is closed, and a start after a crash
 * replays all of it.
 */
export function startCheckpointing(database: Database): () => void {
  const checkpoint = createCheckpointer(database);
  // A failed checkpoint (such as on a full disk) is retried at the next interval. Committed data is safe in the log.
  const timer = setInterval(() => void checkpoint().catch(() => undefined), CHECKPOINT_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
