import { sql, type Kysely } from 'kysely';

/** The address for emails about the payments of a closed account, for two weeks. */
const statements = [
  sql`alter table app_user add column closing_email text`,
  sql`create index app_user_closing_email on app_user (closed_at) where closing_email is not null`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
