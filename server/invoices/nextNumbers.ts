import { dateAt } from '../../domain/time/calendar.ts';
import {
  financialYear,
  nextFinancialYear,
  taxDocumentNumber,
  parseTaxDocumentNumber,
  type ParsedTaxDocumentNumber,
} from '../../domain/invoices/taxDocumentNumber.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { SetupError } from '../platform/config/setupError.ts';
import type { TaxDocumentSettings } from '../platform/config/taxDocumentConfig.ts';

/**
 * Stops issuing tax documents in a database that was restored from a backup. Tax documents that were issued after the backup are
 * not in it, so their numbers would be given to other buyers. Bookings and payments continue, and their tax documents wait.
 */
export async function pauseTaxDocuments(database: Database, backupMadeAt: Date, now: Date): Promise<void> {
  await database
    .insertInto('paper_pause')
    .values({ since: now, backup_made_at: backupMadeAt })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
}

/** Whether tax documents wait until their next numbers are named. */
export async function areTaxDocumentsPaused(database: Database | Tx): Promise<boolean> {
  return (await database.selectFrom('paper_pause').select('since').executeTakeFirst()) !== undefined;
}

/** A series of a financial year and the number that would be next if nothing was issued after the backup. */
export interface SeriesToName {
  readonly series: string;
  readonly year: string;
  readonly nextKnown: string;
}

/**
 * The series whose next numbers an operator must name: those of this server and those in the database, for each financial year
 * from that of the backup on. Empty when tax documents are not paused.
 */
export async function seriesToName(
  database: Database | Tx,
  { series: configured }: TaxDocumentSettings,
  now: EpochMs,
): Promise<SeriesToName[]> {
  const pause = await database.selectFrom('paper_pause').select('backup_made_at').executeTakeFirst();
  if (!pause) return [];
  const years = [financialYear(dateAt(pause.backup_made_at.getTime()))];
  const current = financialYear(dateAt(now));
  while (years.at(-1) !== current) years.push(nextFinancialYear(years.at(-1) ?? current));
  const counters = await database
    .selectFrom('paper_counter')
    .select(['series', 'financial_year', 'last_sequence'])
    .where('financial_year', '=', anyOf(years, 'text'))
    .execute();
  const names = [...new Set([...Object.values(configured), ...counters.map(({ series }) => series)])].sort();
  return years.flatMap((year) =>
    names.map((series) => {
      const counter = counters.find((each) => each.series === series && each.financial_year === year);
      return { series, year, nextKnown: taxDocumentNumber(series, year, (counter?.last_sequence ?? 0) + 1) };
    }),
  );
}

/** Sets the counter of a series, so that `named` is its next number. No later tax document has an earlier date than today. */
async function setNextNumber(tx: Tx, named: ParsedTaxDocumentNumber, today: string): Promise<void> {
  if (named.sequence === 1) return;
  const values = { last_sequence: named.sequence - 1, last_date: today };
  await tx
    .insertInto('paper_counter')
    .values({ series: named.series, financial_year: named.year, ...values })
    .onConflict((conflict) => conflict.columns(['series', 'financial_year']).doUpdateSet(values))
    .execute();
}

/**
 * Sets the next number of every series, such as 'LR/2627/0000124', and ends the pause. Throws a `SetupError`, and changes nothing,
 * when tax documents are not paused, when a series is missing, named twice or unknown, or when a number is in the database already.
 */
export async function nameTaxDocumentNumbers(
  database: Database,
  settings: TaxDocumentSettings,
  numbers: readonly string[],
  now: EpochMs,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const expected = await seriesToName(tx, settings, now);
    if (expected.length === 0)
      throw new SetupError('Invoices and credit notes do not wait for numbers: nothing was changed.');
    const named = numbers.map((number) => {
      const parsed = parseTaxDocumentNumber(number);
      if (!parsed) throw new SetupError(`${number} is not a number such as ${expected[0]?.nextKnown}.`);
      return parsed;
    });
    for (const { series, year } of named) {
      const same = named.filter((each) => each.series === series && each.year === year);
      if (same.length > 1) throw new SetupError(`${series}/${year} is named twice.`);
      if (!expected.some((each) => each.series === series && each.year === year)) {
        throw new SetupError(`${series}/${year} is not a series of this database.`);
      }
    }
    for (const { series, year, nextKnown } of expected) {
      const found = named.find((each) => each.series === series && each.year === year);
      if (!found) throw new SetupError(`Name the next number of ${series}/${year}, at least ${nextKnown}.`);
      if (found.sequence < (parseTaxDocumentNumber(nextKnown)?.sequence ?? 1)) {
        throw new SetupError(`The next number of ${series}/${year} is at least ${nextKnown}.`);
      }
    }
    for (const each of named) await setNextNumber(tx, each, dateAt(now));
    await tx.deleteFrom('paper_pause').execute();
  });
}
