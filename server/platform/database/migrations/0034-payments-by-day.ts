import { sql, type Kysely } from 'kysely';

/** /metrics counts the payments of a day; without this index it would read the whole table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index payment_recorded on payment (recorded_at)`.execute(database);
}
