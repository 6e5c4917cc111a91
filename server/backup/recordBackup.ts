import type { Database } from '../database/schema.ts';
import { isMissingTable } from '../database/missingTable.ts';

/** Records that a backup was made, for the alert about its age. The tables of an earlier version have no place for it. */
export const recordBackup = (database: Database): Promise<unknown> =>
  database
    .insertInto('backup')
    .defaultValues()
    .execute()
    .catch((error: unknown) => {
      if (!isMissingTable(error)) throw error;
    });
