import type { Database } from '../../platform/database/schema.ts';

/** The latest first. */
export const notesOfBooking = (database: Database, bookingId: string) =>
  database
    .selectFrom('booking_note')
    .select(['id', 'at', 'staff_id', 'staff_name', 'text'])
    .where('booking_id', '=', bookingId)
    .orderBy('id', 'desc')
    .execute();
