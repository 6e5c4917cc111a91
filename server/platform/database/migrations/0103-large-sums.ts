import { sql, type Kysely } from 'kysely';

/**
 * Sums of many payments: the count of a till that nobody has signed off for months, and a difference of several lines, may be more than
 * an integer holds. Servers read both types as numbers.
 */
const statements = [
  sql`alter table till_close
    alter column cash_expected_paise type bigint,
    alter column cash_counted_paise type bigint,
    alter column upi_expected_paise type bigint,
    alter column upi_counted_paise type bigint`,
  sql`alter table settlement_note
    alter column ours_paise type bigint,
    alter column reported_paise type bigint`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
