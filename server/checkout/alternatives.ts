import { sql } from 'kysely';
import type { Alternatives } from '../../contract/bookings/booking.ts';
import type { Room } from '../../contract/rooms/rooms.ts';
import { allowsLength } from '../../domain/rooms/bookingLength.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { type DayAvailability, isRangeFree, nearestRanges } from '../../domain/time/ranges.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import { batch, perDatabase } from '../platform/database/batch.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { policiesOn } from '../rooms/policies.ts';
import { priceOn, ratesOn } from '../rooms/prices.ts';
import { type PricedRoom, roomResponse, unpricedRoomColumns } from '../rooms/rooms.ts';
import { roomIsOnSite } from '../rules/bookingRules.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import { type AvailabilityQuery, type RoomAvailability, takenSlotsAnd } from '../slots/takenSlots.ts';

/** Other rooms that are offered. */
const MAX_ROOMS = 3;
/** How many of the most suitable rooms the first statement looks up. With each further one, four times as many are looked up in all. */
const FIRST_ROOMS = 8;
const SEARCHES_PER_STATEMENT = 64;
/** How long a search waits for its statement, in milliseconds. This is shorter than the deadline of a request. */
const MAX_WAIT_MS = 4_000;
/** How often a search begins again when a room changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** Times for which other rooms are searched. `userId`: null for a visitor, for whom every hold counts as taken. */
type SearchedRange = Pick<RequestedRange, 'roomId' | 'day' | 'range' | 'now'> &
  Pick<AvailabilityQuery, 'userId' | 'exceptBookingId'>;

interface FoundAlternatives {
  /** Of the requested room and day; null for a room that does not exist. */
  readonly availability: RoomAvailability | null;
  /** The other rooms of the city that are open and free for the user in the requested range, the most suitable first. */
  readonly rooms: readonly Room[];
}

type ListedRoom = PricedRoom & {
  readonly city_key: string;
  /** The price of the room's row, by which rooms are compared. */
  readonly row_price: number;
  readonly is_on_site: boolean;
};

/** All rooms in one version of their content, with the prices and policies of a day (IST date). */
interface Rooms {
  readonly day: string;
  readonly version: number;
  /** The other rooms of the room's city, the most suitable first. */
  readonly othersOf: (roomId: number) => readonly ListedRoom[];
}

/** SQL: the number of changes of the rooms, their prices and the cancellation policies. */
const roomsVersion = sql<number>`coalesce((select version from content_version where name = 'rooms'), 0)`;

/** Rooms with at least as many seats come first, then the order is by the difference in price. */
function rankOthers(rooms: readonly ListedRoom[], roomId: number): readonly ListedRoom[] {
  const requested = rooms.find(({ id }) => id === roomId);
  if (!requested) return [];
  const isSmaller = ({ capacity }: ListedRoom) => Number(capacity < requested.capacity);
  const priceDifference = ({ row_price }: ListedRoom) => Math.abs(row_price - requested.row_price);
  return rooms
    .filter((room) => room.is_on_site && room.id !== roomId && room.city_key === requested.city_key)
    .sort((a, b) => isSmaller(a) - isSmaller(b) || priceDifference(a) - priceDifference(b) || a.id - b.id);
}

async function loadRooms(database: Database | Tx, day: string): Promise<Rooms> {
  const columns = sql.join(unpricedRoomColumns.map((column) => sql.ref(`room.${column}`)));
  const { rows } = await sql<ListedRoom & { version: number }>`
    select ${columns}, ${priceOn(day)} as price_per_hour_paise, ${ratesOn(day)} as rates, ${policiesOn(day)} as cancellation,
      lower(room.city) as city_key, room.price_per_hour_paise as row_price, ${roomIsOnSite} as is_on_site,
      ${roomsVersion} as version
    from room`.execute(database);
  const ranked = new Map<number, readonly ListedRoom[]>();
  return {
    day,
    version: rows[0]?.version ?? 0,
    othersOf(roomId) {
      const others = ranked.get(roomId) ?? rankOthers(rows, roomId);
      ranked.set(roomId, others);
      return others;
    },
  };
}

/**
 * Searches alternatives, with one statement for all searches of one turn of the event loop and for those that begin while a
 * statement runs. The rooms and their order are kept for as long as no room changes, so that a statement looks up only the slots
 * of the most suitable ones. No availability is kept: a result includes everything that was committed before its search began.
 */
function alternativesSearch(database: Database | Tx): (search: SearchedRange) => Promise<FoundAlternatives> {
  let kept: Rooms | null = null;

  /** Null when a room has changed since `rooms` were loaded, unless `mayBeOlder`. */
  async function tryRooms(rooms: Rooms, searches: readonly SearchedRange[], mayBeOlder: boolean) {
    const all = searches.map((search) => ({
      search,
      others: rooms.othersOf(search.roomId),
      availability: null as RoomAvailability | null,
      free: [] as ListedRoom[],
    }));
    let open = all;
    for (let from = 0, to = FIRST_ROOMS; open.length > 0; [from, to] = [to, 4 * to]) {
      const { found, added: version } = await takenSlotsAnd(
        database,
        open.map(({ search: { roomId, ...search }, others }) => ({
          ...search,
          roomIds: [...(from === 0 ? [roomId] : []), ...others.slice(from, to).map(({ id }) => id)],
        })),
        roomsVersion,
      );
      if (version !== null && version !== rooms.version && !mayBeOlder) return null;
      for (const [n, result] of open.entries()) {
        result.availability ??= found[n]?.get(result.search.roomId) ?? null;
        for (const room of result.others.slice(from, to)) {
          const availability = found[n]?.get(room.id);
          const limits = { minSlots: room.min_slots, maxSlots: room.max_slots };
          const { range } = result.search;
          if (availability && isRangeFree(availability, range) && allowsLength(limits, range)) {
            result.free.push(room);
          }
        }
      }
      open = open.filter(({ others, free }) => free.length < MAX_ROOMS && others.length > to);
    }
    return all;
  }

  async function searchAll(searches: readonly SearchedRange[]): Promise<FoundAlternatives[]> {
    const today = dateAt(Math.max(...searches.map(({ now }) => now)));
    for (let attempt = 1; ; attempt += 1) {
      kept = kept?.day === today ? kept : await loadRooms(database, today);
      const found = await tryRooms(kept, searches, attempt === MAX_ATTEMPTS);
      if (found) {
        return found.map(({ availability, free }) => ({
          availability,
          rooms: free.slice(0, MAX_ROOMS).map(roomResponse),
        }));
      }
      kept = null;
    }
  }

  return batch(searchAll, {
    concurrency: 1,
    maxWeight: SEARCHES_PER_STATEMENT,
    maxWaitMs: MAX_WAIT_MS,
  });
}

/** Those of a transaction end with it. */
const searchOf = perDatabase(alternativesSearch);

/** The availability of the requested room, and the other rooms that can be booked instead. */
export const searchAlternatives = (
  database: Database | Tx,
  search: SearchedRange,
): Promise<FoundAlternatives> => searchOf(database)(search);

/** The nearest free times of the same length in the same room. */
export const nearestTimes = (availability: DayAvailability, range: SlotRange): Alternatives['times'] =>
  nearestRanges(availability, range).map(bookingTimes);
