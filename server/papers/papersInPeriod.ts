import type { Database } from '../database/schema.ts';

/** A choice of issued papers. The IST dates are both inclusive. */
export interface PaperChoice {
  readonly from: string;
  readonly to: string;
  /** Demo papers or real ones. No figure mixes them, because demo papers are no revenue. */
  readonly isDemo: boolean;
}

/**
 * The papers that were issued in a period. Every figure and list of papers by date starts with this query: the GST return, the
 * reports, and the exported tables and PDFs.
 */
export const papersInPeriod = (database: Database, { from, to, isDemo }: PaperChoice) =>
  database
    .selectFrom('paper')
    .where('paper.is_demo', '=', isDemo)
    .where('paper.issued_on', '>=', from)
    .where('paper.issued_on', '<=', to);
