import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../platform/database/schema.ts';
import type { RequestedRange } from './requestedRange.ts';

/** SQL: whether the `booking` row of the outer query is confirmed; a literal for the same reason as `isHeld`. */
export const isConfirmed = sql<boolean>`booking.status = 'confirmed'`;

/** `condition`: `isHeld` or `isConfirmed`. */
export const ownOverlappingBookings = (
  database: Database | Tx,
  { userId, roomId, day, range }: RequestedRange,
  condition: RawBuilder<boolean>,
) =>
  database
    .selectFrom('booking')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where(condition)
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start);
