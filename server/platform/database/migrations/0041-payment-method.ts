import { sql, type Kysely } from 'kysely';

/**
 * The method of a payment, as the provider reports it. A server of the previous version does not write it; a later
 * report of the same payment adds it.
 */
const statements = [
  sql`alter table payment add column method text check (method in ('card', 'upi', 'netbanking', 'wallet', 'emi'))`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
