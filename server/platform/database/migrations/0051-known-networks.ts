import { sql, type Kysely } from 'kysely';

/**
 * The networks in which accounts were used, and the wrong codes of second factors by their source. A server of
 * the previous version counts all wrong codes of an account in `second_factor`.
 */
const statements = [
  sql`create table known_network (
    user_id uuid not null references app_user (id) on delete cascade,
    network text not null,
    seen_at timestamptz not null,
    factor_at timestamptz,
    primary key (user_id, network)
  )`,
  sql`create index known_network_network on known_network (network, seen_at)`,
  sql`create index known_network_seen_at on known_network (seen_at)`,
  sql`create table second_factor_failure (
    user_id uuid not null references app_user (id) on delete cascade,
    source text not null,
    failures integer not null,
    until timestamptz not null,
    primary key (user_id, source)
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
