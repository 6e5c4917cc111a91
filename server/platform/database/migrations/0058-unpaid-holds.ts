import { sql, type Kysely } from 'kysely';

/**
 * The origin of the holds that customers request, for the limit on unpaid holds. `held_from` is the network of
 * the request, which a job removes after two days; `by_new_customer` says that the account had paid for nothing yet. Both keep
 * their defaults in rows that the business makes and in those of servers of the previous version. The indexes contain only
 * the holds of the last two days. `version` of `hold_network` changes with every hold of a new customer from the network, so
 * that two concurrent holds detect each other.
 */
const statements = [
  sql`alter table booking
    add column held_from text,
    add column by_new_customer boolean not null default false`,
  sql`create index booking_held_from_by_user on booking (user_id, created_at) where held_from is not null`,
  sql`create index booking_held_from on booking (held_from, created_at) where held_from is not null`,
  sql`create table hold_network (
    network text primary key,
    version integer not null,
    used_at timestamptz not null
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
