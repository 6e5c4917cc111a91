import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStalePlan } from './preparingClient.ts';
import type { Database, Tx } from './schema.ts';

const ATTEMPTS = 5;
/** Deadlock and serialization failure: the database undid everything and asks for another go. */
const RETRYABLE = new Set(['40P01', '40001']);

/** True when the database undid something only because of what others did at the same time, a migration among them. */
export const isRetryable = (error: unknown): boolean =>
  isStalePlan(error) || (error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code)));

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Up to five attempts when
 * the database undid it because of others, so `work` may run again and must do nothing but database work. Inside,
 * use only `tx`; never talk to anyone else while it is open.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    } finally {
      // PGlite answers within the same turn of the event loop: without this, a busy server would never reach its
      // timers and sockets again.
      await nextTurn();
    }
  }
}
