import { sql, type Kysely } from 'kysely';

/**
 * The second factor of the staff (decision 0073): the sealed secret of a one-time code, and when a session has shown one. A
 * server of the version before asks for none.
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
