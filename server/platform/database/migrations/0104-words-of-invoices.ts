import { sql, type Kysely } from 'kysely';

/** The search of invoices and credit notes by the name and GSTIN of the buyer, as they were issued. */
const statements = [
  sql`create index paper_words on paper using gin
    (search_words((content::jsonb #>> '{buyer,name}') || ' ' || coalesce(buyer_gstin, '')))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
