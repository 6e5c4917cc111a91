import type { BookingStatus, Database, Tx } from '../database/schema.ts';
import type { RequestedRange } from './requestedRange.ts';

/** The user's own bookings with one of the statuses that share a slot with the requested range. */
export const ownOverlappingBookings = (
  database: Database | Tx,
  { userId, roomId, day, range }: RequestedRange,
  statuses: readonly BookingStatus[],
) =>
  database
    .selectFrom('booking')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('status', 'in', statuses)
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start);
