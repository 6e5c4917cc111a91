import { sql, type Kysely } from 'kysely';

/** The calendar that a user subscribes to, one each; only a hash of its secret is kept (decision 0037). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_feed (
    user_id uuid primary key references app_user (id) on delete cascade,
    secret_hash text not null unique,
    created_at timestamptz not null
  )`.execute(database);
}
