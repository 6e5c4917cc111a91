import { sql, type Kysely } from 'kysely';

/**
 * The second factor of the staff: the encrypted secret of the one-time codes, and when the user entered a code
 * in a session. A server of the previous version does not require one.
 */
const statements = [
  sql`create table second_factor (
    user_id uuid primary key references app_user (id) on delete cascade,
    sealed_secret text not null,
    recovery_hashes text[] not null,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    last_step bigint not null default 0,
    failures integer not null default 0,
    failures_until timestamptz
  )`,
  sql`alter table session add column second_factor_at timestamptz`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
