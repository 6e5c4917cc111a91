import { sql, type Kysely } from 'kysely';

/** The figures of /metrics count the payments of a day; without an index they read the whole table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index payment_recorded on payment (recorded_at)`.execute(database);
}
