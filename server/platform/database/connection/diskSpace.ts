import { sql } from 'kysely';
import type { Database } from '../schema.ts';

/** PostgreSQL's code for a full disk. */
const DISK_FULL = '53100';

/**
 * Rejects when the disk of the database is full. The statement needs more memory than it may use, so PostgreSQL writes one
 * megabyte into a temporary file next to the tables and deletes it. Writing a row would not show a full disk: it fits into a page
 * that has space left.
 */
export async function checkDiskSpace(database: Database): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx);
    await sql`select count(*) from unnest(array_fill(repeat('x', 1000), array[1000]))`.execute(tx);
  });
}

/** Whether an error means that the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DISK_FULL;
