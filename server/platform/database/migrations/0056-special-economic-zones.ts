import { sql, type Kysely } from 'kysely';

/**
 * Buyers in special economic zones, and the IGST of their tax documents. A server of the previous version writes tax documents
 * without IGST, which the new check accepts too.
 */
const statements = [
  sql`alter table billing_details add column is_sez boolean not null default false`,
  sql`alter table paper add column igst_paise integer not null default 0 check (igst_paise >= 0)`,
  sql`do $$ declare old_check text; begin
    select conname into strict old_check from pg_constraint
      where conrelid = 'paper'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%total_paise = %';
    execute format('alter table paper drop constraint %I', old_check);
  end $$`,
  sql`alter table paper add constraint paper_total check
    (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise and (igst_paise = 0 or cgst_paise = 0))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
