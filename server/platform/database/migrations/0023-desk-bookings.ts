import { sql, type Kysely } from 'kysely';

/**
 * The desk's records about a booking: whether its people have arrived, and a note. They are in a separate table, so that the
 * statements about customers' bookings stay as they are.
 */
const statements = [
  sql`create table desk_booking (
    booking_id uuid primary key references booking (id) on delete cascade,
    arrival text check (arrival in ('arrived', 'no-show')),
    note text
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
