import { sql } from 'kysely';
import type { Alternatives } from '../../contract/bookings/booking.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { type DayAvailability, nearestRanges } from '../../domain/time/ranges.ts';
import { bookingTimes } from '../../domain/time/slots.ts';
import type { Database } from '../platform/database/schema.ts';
import { policiesOn } from '../rooms/policies.ts';
import { priceOn } from '../rooms/prices.ts';
import { roomResponse, type RoomWithPolicies, unpricedRoomColumns } from '../rooms/rooms.ts';
import { roomIsBookable } from '../rules/bookingRules.ts';
import { expiryCutoff } from '../slots/holdExpiry.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** Other rooms that are offered. */
const MAX_ROOMS = 3;

/**
 * The other rooms of the city that are open and free for the user in the requested range. Rooms with at least as many
 * seats come first, then the order is by the difference in price. One statement looks up each room's slots by primary key.
 */
async function otherRooms(
  database: Database,
  { userId, roomId, day, range, now }: RequestedRange,
): Promise<RoomWithPolicies[]> {
  const columns = sql.join([
    ...unpricedRoomColumns.map((column) => sql.ref(`room.${column}`)),
    sql`${priceOn(dateAt(now))} as price_per_hour_paise`,
    sql`${policiesOn(dateAt(now))} as cancellation`,
  ]);
  const { rows } = await sql<RoomWithPolicies>`
    select ${columns}
    from room requested join room on room.id <> requested.id and lower(room.city) = lower(requested.city)
    where requested.id = ${roomId} and ${roomIsBookable({ day, range })}
      and not exists (
        select from booking_slot
        where booking_slot.room_id = room.id and day = ${day}::date and slot >= ${range.start} and slot < ${range.end}
          and (hold_expires_at is null or (hold_expires_at > ${expiryCutoff(now)} and not exists (
            select from booking where booking.id = booking_slot.booking_id and booking.user_id = ${userId}
          )))
      )
    order by room.capacity < requested.capacity, abs(room.price_per_hour_paise - requested.price_per_hour_paise), room.id
    limit ${MAX_ROOMS}`.execute(database);
  return rows;
}

/**
 * The alternatives to times that are not free: the nearest free times of the same length in the same room, and the same
 * times in other rooms. `availability`: that of the requested room and day.
 */
export async function alternatives(
  database: Database,
  requested: RequestedRange,
  availability: DayAvailability,
): Promise<Alternatives> {
  return {
    times: nearestRanges(availability, requested.range).map(bookingTimes),
    rooms: (await otherRooms(database, requested)).map(roomResponse),
  };
}
