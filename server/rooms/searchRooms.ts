import { sql } from 'kysely';
import { byMatch, matchRoom, type RoomMatch } from '../../domain/rooms/roomMatch.ts';
import type { SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database } from '../platform/database/schema.ts';
import { roomIsOnSite } from '../rules/bookingRules.ts';
import { expiryCutoff } from '../slots/holdExpiry.ts';
import {
  hoursOn,
  roomAvailability,
  type AvailabilityRow,
  type RoomAvailability,
} from '../slots/takenSlots.ts';

export interface RoomSearch {
  readonly city: string;
  /** IST date. */
  readonly day: string;
  readonly range: SlotRange;
  readonly headcount: number;
  /** Own holds of the caller do not count as taken. Null for a visitor. */
  readonly userId: string | null;
  readonly now: EpochMs;
}

export interface FoundRoom extends RoomMatch, RoomAvailability {
  readonly id: number;
}

/**
 * The availability of every room of a city that seats the headcount. One statement reads the slots of each room and day by
 * their primary key.
 */
export const searchStatement = ({ city, day, headcount, userId, now }: RoomSearch) =>
  sql<AvailabilityRow>`
    select room.id,
      (
        select coalesce(bit_or(1::bigint << slot), 0)
        from booking_slot
        where room_id = room.id and day = request.day
          and (hold_expires_at is null or (hold_expires_at > ${expiryCutoff(now)} and not exists (
            select from booking where booking.id = booking_id and user_id = request.caller
          )))
      ) as bits, ${hoursOn(sql`request.day`)}
    from (values (${day}::date, ${userId}::uuid)) as request (day, caller)
    cross join room
    where lower(room.city) = ${city} and room.capacity >= ${headcount} and ${roomIsOnSite}
    order by room.id`;

/** The free ones first (domain/rooms/roomMatch.ts). */
export async function searchRooms(database: Database, search: RoomSearch): Promise<FoundRoom[]> {
  const { rows } = await searchStatement(search).execute(database);
  return byMatch(
    rows.map((row) => {
      const availability = roomAvailability(row, search);
      return { id: row.id, ...availability, ...matchRoom(availability, search.range) };
    }),
  );
}
