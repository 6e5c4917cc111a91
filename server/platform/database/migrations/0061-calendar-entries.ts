import { sql, type Kysely } from 'kysely';

/**
 * What a calendar program knows an entry by (server/calendar/entries.ts). Bookings from before have no row: their identity is
 * computed as it was, and stored when it is used for the first time.
 */
const statements = [
  sql`create table calendar_entry (
    booking_id uuid primary key references booking (id) on delete cascade,
    uid text,
    organizer_name text,
    organizer_address text,
    attendee_address text,
    revision integer not null default 0
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
