import { sql, type RawBuilder } from 'kysely';
import type { Reads } from '../platform/database/reads.ts';
import type { Database } from '../platform/database/schema.ts';
import { listedColumns, listedTaxDocument, type ListedTaxDocument } from './taxDocuments.ts';

/** A choice of issued tax documents. The IST dates are both inclusive. */
export interface TaxDocumentChoice {
  readonly from: string;
  readonly to: string;
  /** Demo tax documents or real ones. No figure mixes them, because demo tax documents are no revenue. */
  readonly isDemo: boolean;
  /** Only what was due up to this one: a file that takes long has what there was when it was begun. */
  readonly lastDueId?: number;
}

/**
 * The tax documents that were issued in a period. Every figure and list of tax documents by date starts with this query: the GST
 * return, the reports, and the exported tables and PDFs.
 */
export const taxDocumentsInPeriod = (
  database: Database,
  { from, to, isDemo, lastDueId }: TaxDocumentChoice,
) =>
  database
    .selectFrom('paper')
    .where('paper.is_demo', '=', isDemo)
    .where('paper.issued_on', '>=', from)
    .where('paper.issued_on', '<=', to)
    .$if(lastDueId !== undefined, (documents) => documents.where('paper.due_id', '<=', lastDueId as number));

/** The latest ones of a month, from its first day to before `next`. Demo tax documents are among them and are marked. */
export async function customerTaxDocuments(
  database: Database,
  userId: string,
  { first, next }: { readonly first: RawBuilder<string>; readonly next: RawBuilder<string> },
  limit: number,
): Promise<ListedTaxDocument[]> {
  const taxDocuments = await database
    .selectFrom('paper')
    .select(listedColumns)
    .where('user_id', '=', userId)
    .where('issued_on', '>=', first)
    .where('issued_on', '<', next)
    .orderBy('due_id', 'desc')
    .limit(limit)
    .execute();
  return taxDocuments.map(listedTaxDocument);
}

type PaiseColumn = 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise' | 'total_paise';

/** SQL: the sum of a column over invoices minus credit notes, in paise. */
export const netPaise = (column: PaiseColumn) =>
  sql<number>`coalesce(sum(case kind when 'invoice' then 1 else -1 end * ${sql.ref(column)}), 0)::float8`;

/** A tax document's place in the order of numbers: in a series, the dates of the tax documents ascend like their numbers. */
export interface TaxDocumentPosition {
  readonly series: string;
  /** IST date. */
  readonly issued_on: string;
  readonly sequence: number;
}

/** Tax documents that one statement reads. */
const BATCH = 500;

/** After a position in a series. The index on these columns bounds what is read. */
const nextTaxDocuments = (
  database: Database,
  choice: TaxDocumentChoice,
  after: TaxDocumentPosition,
  limit: number,
) =>
  taxDocumentsInPeriod(database, choice)
    .select(['series', 'issued_on', 'sequence'])
    .where('series', '=', after.series)
    .where(sql<boolean>`(issued_on, sequence) > (${after.issued_on}::date, ${after.sequence}::integer)`)
    .orderBy('issued_on')
    .orderBy('sequence')
    .limit(limit);

/**
 * The tax documents of a period in the order of their numbers, read in batches when they are requested, after `after` if it is
 * given. `choose` adds columns and conditions to the query.
 */
export async function* taxDocumentBatches<Row extends TaxDocumentPosition>(
  reads: Reads,
  choice: TaxDocumentChoice,
  choose: (query: ReturnType<typeof nextTaxDocuments>) => { execute(): Promise<Row[]> },
  {
    after,
    batch: limit = BATCH,
  }: { readonly after?: TaxDocumentPosition | null; readonly batch?: number } = {},
): AsyncGenerator<readonly Row[]> {
  const allSeries = await reads.read((source) =>
    source.selectFrom('paper_counter').select('series').distinct().orderBy('series').execute(),
  );
  for (const { series } of allSeries) {
    if (after && series < after.series) continue;
    let position: TaxDocumentPosition | undefined =
      after?.series === series ? after : { series, issued_on: choice.from, sequence: 0 };
    while (position) {
      const from: TaxDocumentPosition = position;
      const rows = await reads.read((source) =>
        choose(nextTaxDocuments(source, choice, from, limit)).execute(),
      );
      if (rows.length > 0) yield rows;
      position = rows.length < limit ? undefined : rows.at(-1);
    }
  }
}
