import { sql } from 'kysely';
import type { TaxDocuments, TaxDocumentsQuery } from '../../contract/desk/invoices.ts';
import { type DeskSearch, parseDeskSearch } from '../../domain/account/deskSearch.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import type { Database } from '../platform/database/schema.ts';
import { beginWith } from '../platform/database/wordSearch.ts';
import { taxDocumentsInPeriod } from './taxDocumentsInPeriod.ts';
import { taxDocumentsOfMonth } from './taxDocumentsOfMonth.ts';

const PAGE_SIZE = 50;
const EVER = { from: '0001-01-01', to: '9999-12-31' };

/** Of the buyer, as the document was issued. */
const buyerName = sql<string>`paper.content::jsonb #>> '{buyer,name}'`;

/** SQL: the documents with this number, by the index of their unique key: there is one counter per series and year. */
const idsOfNumber = ({ series, year, sequence }: NonNullable<DeskSearch['invoice']>) => sql`
  union select paper.id from paper_counter
  join paper on paper.series = paper_counter.series and paper.financial_year = paper_counter.financial_year
  where paper.sequence = ${sequence} and paper_counter.series = coalesce(${series}, paper_counter.series)
    and paper_counter.financial_year = coalesce(${year}, paper_counter.financial_year)`;

/** SQL: the documents whose buyer has the words, or that have the number. */
const idsOf = ({ words, invoice }: DeskSearch) => sql<string>`(
  select id from paper where search_words((${buyerName}) || ' ' || coalesce(buyer_gstin, '')) @@ ${beginWith(words)}::tsquery
  ${invoice === null ? sql`` : idsOfNumber(invoice)})`;

/** A page of the issued tax documents, the latest first. A search without a word or number finds nothing. */
export async function findTaxDocuments(
  database: Database,
  { month, search: text, before }: TaxDocumentsQuery,
  isDemo: boolean,
): Promise<TaxDocuments> {
  const search = parseDeskSearch(text);
  if (text.trim() !== '' && search.words.length === 0) return { documents: [], next: null };
  const period = month === undefined ? { ...EVER, isDemo } : taxDocumentsOfMonth(month, isDemo);
  const found = await taxDocumentsInPeriod(database, period)
    .select([
      'id',
      'kind',
      'number',
      'issued_on',
      'user_id',
      'company_id',
      'buyer_gstin',
      'total_paise',
      'due_id',
    ])
    .select([
      buyerName.as('customer'),
      sql<boolean>`exists (select from paper newer where newer.replaces_id = paper.id)`.as('replaced'),
    ])
    .$if(search.words.length > 0, (query) => query.where('id', 'in', idsOf(search)))
    .$if(before !== undefined, (query) => query.where('due_id', '<', before ?? 0))
    .orderBy('due_id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const shown = found.slice(0, PAGE_SIZE);
  return {
    documents: shown.map(({ id, kind, number, customer, user_id, company_id, replaced, ...document }) => ({
      id,
      kind,
      number,
      date: document.issued_on,
      customer,
      user_id,
      company_id,
      gstin: document.buyer_gstin,
      amount: rupeesAmount(document.total_paise),
      replaced,
    })),
    next: found.length > PAGE_SIZE ? (shown.at(-1)?.due_id ?? null) : null,
  };
}
