import { SetupError } from '../../config/setupError.ts';
import { explainDamage } from './damaged.ts';
import { reasonOf } from './whenAvailable.ts';
import { isUnavailable } from '../unavailable.ts';

/** PostgreSQL's code for a missing right. */
const MISSING_RIGHT = '42501';

/**
 * Returns a `SetupError` with the remedy for an error of the database that its operator can correct: a missing right, a database
 * that cannot be reached, or damaged files. Any other error is returned unchanged.
 */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof SetupError) return error;
  if (error instanceof Error && 'code' in error && error.code === MISSING_RIGHT) {
    return new SetupError(
      `The role of DATABASE_URL lacks a right (${error.message}). It must own the database and its tables: ` +
        'as a superuser, run "alter database … owner to …" (docs/deploying.md).',
    );
  }
  if (isUnavailable(error))
    return new SetupError(`The database cannot be reached (see DATABASE_URL): ${reasonOf(error)}.`);
  return explainDamage(error);
}
