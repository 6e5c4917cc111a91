import { sql, type Kysely } from 'kysely';

/**
 * `hold_version` changes with every hold that a user makes, so that two made at once see each other. The indexes serve
 * what is asked about one user's bookings: the live holds, and the list of what was booked; together they replace the one
 * over all of the user's bookings.
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
