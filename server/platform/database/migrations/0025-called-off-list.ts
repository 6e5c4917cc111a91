import { sql, type Kysely } from 'kysely';

/** My bookings lists the bookings that the user cancelled last. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index booking_called_off_list on booking (user_id, cancelled_at)
    where status = 'called_off'`.execute(database);
}
