import { sql, type Kysely } from 'kysely';

/**
 * What the desk notes about a booking: whether its people came, and a text. A table of its own, so that bookings of
 * customers are written and read as before.
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
