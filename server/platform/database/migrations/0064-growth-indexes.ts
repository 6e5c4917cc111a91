import { sql, type Kysely } from 'kysely';

/**
 * Indexes with which the number of rows that a statement reads does not grow with the age of the business
 * (docs/performance-backend.md). A statement must repeat a partial index's condition literally, because the generic plan of a
 * prepared statement does not know its parameters.
 */
const statements = [
  // Unpaid holds, of bookings and of moves: their expiry, their number, and those of one user.
  sql`create index booking_unpaid on booking (hold_expires_at) where status in ('held', 'moving')`,
  sql`create index booking_unpaid_of_user on booking (user_id) where status in ('held', 'moving')`,
  // The day plan, the reports, and the bookings ahead of a room.
  sql`create index booking_confirmed_day on booking (day, room_id, start_slot, end_slot)
    where status = 'confirmed' and moves_booking_id is null`,
  sql`create index booking_called_off_at on booking (cancelled_at) where status = 'called_off'`,
  // Entries are appended in the order of their time.
  sql`create index point_entry_at on point_entry using brin (at) with (autosummarize = on)`,
  sql`create index paper_of_user on paper (user_id, due_id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
