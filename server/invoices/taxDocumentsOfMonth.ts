import { sql } from 'kysely';
import { addDays, addMonths, instantOf } from '../../domain/time/calendar.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database } from '../platform/database/schema.ts';
import type { TaxDocumentChoice } from './taxDocumentsInPeriod.ts';

/** `month`: 'YYYY-MM', IST. Either demo tax documents or real ones. */
export const taxDocumentsOfMonth = (month: string, isDemo: boolean): TaxDocumentChoice => ({
  from: `${month}-01`,
  to: addDays(addMonths(`${month}-01`, 1), -1),
  isDemo,
});

/** Due up to the end of the month, without a number yet. */
export async function countUnnumbered(database: Database, month: string): Promise<number> {
  const { unnumbered } = await database
    .selectFrom('paper_due')
    .select(sql<number>`count(*)::integer`.as('unnumbered'))
    .where('next_try_at', 'is not', null)
    .where('caused_at', '<', new Date(instantOf(addMonths(`${month}-01`, 1), 0)))
    .executeTakeFirstOrThrow();
  return unnumbered;
}

/** Throws 503 while some tax documents of a month have no number yet. For results that must contain all of them. */
export async function checkAllNumbered(database: Database, month: string): Promise<void> {
  const unnumbered = await countUnnumbered(database, month);
  if (unnumbered === 0) return;
  throw new ApiError(
    'unavailable',
    `${unnumbered} invoices and credit notes up to this month wait for their numbers. Please try again in a minute.`,
  );
}
