import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStalePlan } from './preparingClient.ts';
import type { Database, Tx } from './schema.ts';

const ATTEMPTS = 5;
/** Deadlock and serialization failure: the transaction was rolled back and can be retried. */
const RETRYABLE = new Set(['40P01', '40001']);

/** True for an error that concurrent transactions or a migration caused, so that a retry may succeed. */
export const isRetryable = (error: unknown): boolean =>
  isStalePlan(error) || (error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code)));

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Retried up to five attempts
 * after conflicts, so `work` may run again and must do nothing but database work. Use only `tx` inside, and make no
 * other calls while it is open.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    } finally {
      // PGlite responds within the same turn of the event loop. Without this a busy server would starve its timers and
      // sockets.
      await nextTurn();
    }
  }
}
