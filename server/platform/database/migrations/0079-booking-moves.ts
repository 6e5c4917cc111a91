import { sql, type Kysely } from 'kysely';

/**
 * What a customer's move changed, for the history of a booking. The audit has the changes by the staff. Moves that a server of the
 * previous version makes have no row.
 */
const statements = [
  sql`create table booking_move (
    id bigint primary key generated always as identity,
    booking_id uuid not null references booking (id) on delete cascade,
    at timestamptz not null,
    was_room_id integer not null,
    was_day date not null,
    was_start_slot smallint not null,
    was_end_slot smallint not null,
    room_id integer not null,
    day date not null,
    start_slot smallint not null,
    end_slot smallint not null
  )`,
  sql`create index booking_move_of_booking on booking_move (booking_id, id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
