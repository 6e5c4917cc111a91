import { sql } from 'kysely';
import { paperContent, type PaperContent } from '../../contract/papers.ts';
import { addDays, addMonths, instantOf } from '../../domain/calendar.ts';
import { ApiError } from '../apiError.ts';
import type { Reads } from '../database/reads.ts';
import type { Database } from '../database/schema.ts';
import type { PaperInReturn } from './gstr1.ts';
import { papersInPeriod, type PaperChoice } from './papersInPeriod.ts';

/** The papers of a month ('YYYY-MM', IST). */
const choiceOf = (month: string, isDemo: boolean): PaperChoice => ({
  from: `${month}-01`,
  to: addDays(addMonths(`${month}-01`, 1), -1),
  isDemo,
});

/**
 * The papers that were issued in a month ('YYYY-MM', IST), in the order of their numbers, and the number of papers due up to
 * the end of that month that have no number yet. The papers are either demo papers or real ones.
 */
export async function papersOfMonth(
  database: Database,
  month: string,
  isDemo: boolean,
): Promise<{ papers: PaperInReturn[]; unnumbered: number }> {
  const rows = await papersInPeriod(database, choiceOf(month, isDemo))
    .select([
      'kind',
      'number',
      'series',
      'sequence',
      'issued_on',
      'buyer_gstin',
      'taxable_paise',
      'cgst_paise',
      'sgst_paise',
      'igst_paise',
      'total_paise',
      'content',
    ])
    .orderBy('series')
    .orderBy('sequence')
    .execute();
  return {
    papers: rows.map((row) => ({ ...row, content: paperContent.parse(JSON.parse(row.content)) })),
    unnumbered: await countUnnumbered(database, month),
  };
}

/** The number of papers due up to the end of a month that have no number yet. */
async function countUnnumbered(database: Database, month: string): Promise<number> {
  const { unnumbered } = await database
    .selectFrom('paper_due')
    .select(sql<number>`count(*)::integer`.as('unnumbered'))
    .where('next_try_at', 'is not', null)
    .where('caused_at', '<', new Date(instantOf(addMonths(`${month}-01`, 1), 0)))
    .executeTakeFirstOrThrow();
  return unnumbered;
}

/** Throws 503 while some papers of a month have no number yet. For results that must contain all of them. */
export function checkAllNumbered(unnumbered: number): void {
  if (unnumbered === 0) return;
  throw new ApiError(
    'unavailable',
    `${unnumbered} papers up to this month wait for their numbers. Please try again in a minute.`,
  );
}

/** The number of papers that one statement reads. */
const BATCH = 50;

interface PaperPosition {
  readonly series: string;
  readonly sequence: number;
}

/** The next papers of a month after a position in the order of their numbers. */
async function nextPapers(database: Database, month: string, isDemo: boolean, after: PaperPosition) {
  return papersInPeriod(database, choiceOf(month, isDemo))
    .select(['series', 'sequence', 'content'])
    .where(sql<boolean>`(series, sequence) > (${after.series}, ${after.sequence}::integer)`)
    .orderBy('series')
    .orderBy('sequence')
    .limit(BATCH)
    .execute();
}

/**
 * The contents of the papers of a month, in the order of their numbers. The generator reads them in batches when they are
 * requested. Throws 404 for a month without papers, and 503 while some papers have no number yet.
 */
export async function contentsOfMonth(
  reads: Reads,
  month: string,
  isDemo: boolean,
): Promise<AsyncGenerator<PaperContent>> {
  const next = (after: PaperPosition) => reads.read((source) => nextPapers(source, month, isDemo, after));
  checkAllNumbered(await reads.read((source) => countUnnumbered(source, month)));
  const first = await next({ series: '', sequence: 0 });
  if (first.length === 0) {
    throw new ApiError('not-found', 'No invoice and no credit note was issued in this month.');
  }
  return (async function* contents() {
    for (let batch = first; batch.length > 0; batch = await next(batch.at(-1) as PaperPosition)) {
      for (const { content } of batch) yield paperContent.parse(JSON.parse(content));
    }
  })();
}
