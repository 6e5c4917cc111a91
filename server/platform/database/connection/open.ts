import type { Config } from '../../config/config.ts';
import { openPglite } from './pglite.ts';
import type { OnQuery } from './pool.ts';
import { openPostgres } from './postgres.ts';
import type { OpenDatabase } from '../openDatabase.ts';

/**
 * Opens PostgreSQL at `databaseUrl`, or the embedded PGlite in `dataDir`. Rejects with a `SetupError` for a wrong URL or a folder
 * that is in use, and with an error for which `isUnavailable` is true when the database does not respond at the moment.
 * `onQuery` is called after each statement.
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
