import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from '../unavailable.ts';

const RETRY_MS = 1_000;

/** A host with several addresses fails with an AggregateError, whose message is empty. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);

/**
 * Runs work that needs the database and retries it until the database is available. `log` is called once, with one line, when it
 * has to wait. Rejects at once with an error for which `isUnavailable` is false.
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
