import { sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { isMissingTable } from '../platform/database/missingTable.ts';

/**
 * Records that a backup was made, for the alert about its age, and returns whether it did: a standby is read-only, and the tables of
 * an earlier version have no place for it.
 */
export async function recordBackup(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(database);
  if (rows[0]?.isReadOnly) return false;
  try {
    await database.insertInto('backup').defaultValues().execute();
    return true;
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    return false;
  }
}
