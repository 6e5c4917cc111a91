import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from './unavailable.ts';

/** Between attempts, in milliseconds. */
const RETRY_MS = 1_000;

/** A host with several addresses fails with one error for each, under a heading that says nothing. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);

/**
 * Does what a server needs its database for before it can start, as often as it takes until the database is there. `say`
 * gets one line when it has to wait. Rejects at once with anything else than an error that `isUnavailable`.
 */
export async function whenAvailable<T>(work: () => Promise<T>, log: (line: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (attempt === 1) {
        log(`Waiting for the database, which cannot be used yet (see DATABASE_URL): ${reasonOf(error)}`);
      }
      await delay(RETRY_MS);
    }
  }
}
