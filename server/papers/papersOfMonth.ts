import { sql } from 'kysely';
import { paperContent } from '../../contract/papers.ts';
import { addMonths, instantOf } from '../../domain/calendar.ts';
import type { Database } from '../database/schema.ts';
import type { ReturnedPaper } from './gstr1.ts';

/**
 * The papers that were issued in a month ('YYYY-MM', IST), in the order of their numbers, and how many that were caused in
 * it have no number yet. Demo papers or real ones, never both.
 */
export async function papersOfMonth(
  database: Database,
  month: string,
  isDemo: boolean,
): Promise<{ papers: ReturnedPaper[]; open: number }> {
  const first = `${month}-01`;
  const next = addMonths(first, 1);
  const rows = await database
    .selectFrom('paper')
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
      'total_paise',
      'content',
    ])
    .where('is_demo', '=', isDemo)
    .where('issued_on', '>=', first)
    .where('issued_on', '<', next)
    .orderBy('series')
    .orderBy('sequence')
    .execute();
  const { open } = await database
    .selectFrom('paper_due')
    .select(sql<number>`count(*)`.as('open'))
    .where('next_try_at', 'is not', null)
    .where('caused_at', '<', new Date(instantOf(next, 0)))
    .executeTakeFirstOrThrow();
  return {
    papers: rows.map((row) => ({ ...row, content: paperContent.parse(JSON.parse(row.content)) })),
    open,
  };
}
