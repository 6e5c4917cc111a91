import { sql, type Kysely } from 'kysely';

/** The calendar feeds, one per user; only a hash of a feed's secret is stored. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_feed (
    user_id uuid primary key references app_user (id) on delete cascade,
    secret_hash text not null unique,
    created_at timestamptz not null
  )`.execute(database);
}
