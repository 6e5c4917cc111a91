import { sql, type Kysely } from 'kysely';

/** What the customer says about a visit: how many people come, and its purpose and wishes. */
const statements = [
  sql`alter table booking
    add column headcount smallint check (headcount between 1 and 999),
    add column wishes text`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
