import { sql, type Kysely } from 'kysely';

/** The device that requested a link, which the email and the page of the link name. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account_link add column device text`.execute(database);
}
