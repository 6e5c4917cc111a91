import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../platform/database/schema.ts';
import { bufferOf } from './bookingSlots.ts';
import type { RequestedRange } from './requestedRange.ts';

/** SQL: whether the `booking` row of the outer query is confirmed; a literal for the same reason as `isHeld`. */
export const isConfirmed = sql<boolean>`booking.status = 'confirmed'`;

/** Those with some of the slots or in the buffer before or after them. `condition`: `isHeld` or `isConfirmed`. */
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
    .where(sql<boolean>`start_slot < ${range.end}::integer + ${bufferOf(sql`${roomId}`)}`)
    .where(sql<boolean>`end_slot + ${bufferOf(sql`${roomId}`)} > ${range.start}::integer`);
