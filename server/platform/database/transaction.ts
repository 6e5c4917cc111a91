import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Tx } from './schema.ts';

const MAX_ATTEMPTS = 5;
/** Deadlock and serialization failure: the transaction was rolled back and can be retried. */
const RETRYABLE = new Set(['40P01', '40001']);
const UNIQUE_VIOLATION = '23505';

const hasCode = (error: unknown): error is Error & { code: unknown } =>
  error instanceof Error && 'code' in error;

/**
 * True for an error of a unique index. A call that can cause one says what it means; any other comes from two calls at once that
 * wrote the same new value.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  hasCode(error) && error.code === UNIQUE_VIOLATION;

/** The cached plan no longer matches the tables, or the connection no longer has the prepared statement. */
const STALE_PLAN_CODES = new Set(['0A000', '26000']);

/**
 * True when a statement failed only because its prepared form is stale, which PostgreSQL detects before it executes the
 * statement. A retry prepares it again.
 */
export const isStalePlan = (error: unknown): boolean =>
  hasCode(error) && STALE_PLAN_CODES.has(String(error.code));

/** Another transaction has written what this one found to be free: a retry finds it taken. */
class WriteConflict extends Error {}

/**
 * Runs a statement in a transaction whose check for uniqueness has passed. A violation then comes from a concurrent transaction,
 * and the whole transaction is retried.
 */
export const retryWhenTaken = (statement: Promise<unknown>): Promise<unknown> =>
  statement.catch((cause: unknown) => {
    if (!isUniqueViolation(cause)) throw cause;
    throw new WriteConflict('a concurrent transaction has written the same unique value', { cause });
  });

/** True for an error that concurrent transactions or a migration caused, so that a retry may succeed. */
export const isRetryable = (error: unknown): boolean =>
  isStalePlan(error) ||
  error instanceof WriteConflict ||
  (hasCode(error) && RETRYABLE.has(String(error.code)));

/**
 * Runs `work` in one transaction, which commits when `work` resolves and rolls back when it throws. After a conflict it is
 * retried, up to five attempts in total, so `work` may run several times: it must only read and write the database, by `tx`, and
 * must not call other services.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    } finally {
      // PGlite responds within the same turn of the event loop. Without this pause the transactions of a busy server would
      // starve its timers and sockets.
      await nextTurn();
    }
  }
}

/** Lets one transaction with this name run at a time, until it ends: for rows that a lock cannot find because they do not exist yet. */
export const lockNamed = (tx: Tx, name: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);

/** Runs several reads on one state of the database, which concurrent writes do not change. */
export async function inSnapshot<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  try {
    return await transaction.execute(work);
  } finally {
    await nextTurn();
  }
}
