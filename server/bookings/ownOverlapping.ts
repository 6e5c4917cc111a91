import type { BookingStatus, Database, Tx } from '../database/schema.ts';
import type { RequestedRange } from './requestedRange.ts';

/** The user's own bookings of a status that share a slot with the requested range. */
export const ownOverlapping = (
  database: Database | Tx,
  { userId, roomId, day, range }: RequestedRange,
  status: BookingStatus,
) =>
  database
    .selectFrom('booking')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('status', '=', status)
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start);
