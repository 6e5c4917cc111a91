import { sql, type Kysely } from 'kysely';

/**
 * `hold_version` changes with every hold of a user, so that two concurrent holds detect each other. The indexes serve the queries
 * about one user's bookings: the open holds, and the list of bookings. Together they replace the index over all bookings of the
 * user.
 */
const statements = [
  sql`alter table app_user add column hold_version integer not null default 0`,
  sql`create index booking_held_by_user on booking (user_id, hold_expires_at) where status = 'held'`,
  sql`create index booking_listed on booking (user_id, day, start_slot, id)
    where status in ('confirmed', 'refund_due', 'refunded')`,
  sql`drop index booking_of_user`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
