import { sql } from 'kysely';
import { isMissingTable } from '../platform/database/missingTable.ts';
import type { Database } from '../platform/database/schema.ts';

/** Rows in the main tables, with which an operator can check that a restored database is complete. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::integer from app_user) as accounts,
    (select count(*)::integer from room) as rooms,
    (select count(*)::integer from booking) as bookings,
    (select count(*)::integer from payment) as payments,
    (select count(*)::integer from refund) as refunds,
    (select count(*)::integer from paper) as papers`.execute(database);
  return rows[0] ?? {};
}

/** `countRows`, or null for a database without the tables of this program. */
export const rowsOf = (database: Database): Promise<Record<string, number> | null> =>
  countRows(database).catch((error: unknown) => {
    if (isMissingTable(error)) return null;
    throw error;
  });

/** '5 accounts, 9 rooms'. */
export const rowsText = (rows: Record<string, number>): string =>
  Object.entries(rows)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
