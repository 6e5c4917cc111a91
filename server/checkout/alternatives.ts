import { sql } from 'kysely';
import type { Alternatives } from '../../contract/bookings/booking.ts';
import type { Room } from '../../contract/rooms/rooms.ts';
import { dateAt } from '../../domain/time/calendar.ts';
import { type DayAvailability, isRangeFree, nearestRanges } from '../../domain/time/ranges.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import { batch } from '../platform/database/batch.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { policiesOn } from '../rooms/policies.ts';
import { priceOn } from '../rooms/prices.ts';
import { roomResponse, type RoomWithPolicies, unpricedRoomColumns } from '../rooms/rooms.ts';
import { roomIsOnSite } from '../rules/bookingRules.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import {
  availabilityColumns,
  type AvailabilityQuery,
  type AvailabilityRow,
  requestedRooms,
  type RoomAvailability,
  type TakenSlots,
  takenSlotsOf,
} from '../slots/takenSlots.ts';

/** Other rooms that are offered. */
const MAX_ROOMS = 3;
/** The most suitable rooms, among which the free ones are searched first: a second statement searches the others. */
const FIRST_ROOMS = 8;
const SEARCHES_PER_STATEMENT = 64;
/** How long a search waits for its statement, in milliseconds. This is shorter than the deadline of a request. */
const MAX_WAIT_MS = 4_000;
/** How often a search begins again when a room changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** Times for which other rooms are searched. `userId`: null for a visitor, for whom every hold counts as taken. */
type SearchedRange = Pick<RequestedRange, 'roomId' | 'day' | 'range' | 'now'> & {
  readonly userId: string | null;
};

interface FoundAlternatives {
  /** Of the requested room and day; null for a room that does not exist. */
  readonly availability: RoomAvailability | null;
  /** The other rooms of the city that are open and free for the user in the requested range, the most suitable first. */
  readonly rooms: readonly Room[];
}

type ListedRoom = RoomWithPolicies & {
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
    select ${columns}, ${priceOn(day)} as price_per_hour_paise, ${policiesOn(day)} as cancellation,
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

/** The availability for each query, and the version of the rooms at the same time; null when none of the rooms exists. */
async function loadAvailability(
  database: Database | Tx,
  queries: readonly AvailabilityQuery[],
): Promise<{ found: readonly TakenSlots[]; version: number | null }> {
  const { rows } = await sql<AvailabilityRow & { queryNumber: number; version: number }>`
    select query_number as "queryNumber", room.id, ${availabilityColumns}, ${roomsVersion} as version
    from ${requestedRooms(queries)}`.execute(database);
  return { found: takenSlotsOf(rows, queries), version: rows[0]?.version ?? null };
}

const freeRooms = (
  rooms: readonly ListedRoom[],
  found: TakenSlots | undefined,
  range: SlotRange,
): readonly ListedRoom[] =>
  rooms
    .filter(({ id }) => {
      const availability = found?.get(id);
      return availability !== undefined && isRangeFree(availability, range);
    })
    .slice(0, MAX_ROOMS);

/**
 * Searches alternatives, with one statement for all searches of one turn of the event loop and for those that begin while a
 * statement runs. The rooms and their order are kept for as long as no room changes, so that a statement looks up only the slots
 * of the most suitable ones. No availability is kept: a result includes everything that was committed before its search began.
 */
function alternativesSearch(database: Database | Tx): (search: SearchedRange) => Promise<FoundAlternatives> {
  let kept: Rooms | null = null;

  /** The first availability of each search, with the rooms that were current at that time. */
  async function searchFirstRooms(searches: readonly SearchedRange[], today: string) {
    for (let attempt = 1; ; attempt += 1) {
      const rooms: Rooms = kept?.day === today ? kept : await loadRooms(database, today);
      kept = rooms;
      const { found, version } = await loadAvailability(
        database,
        searches.map(({ roomId, ...search }) => ({
          ...search,
          roomIds: [
            roomId,
            ...rooms
              .othersOf(roomId)
              .slice(0, FIRST_ROOMS)
              .map(({ id }) => id),
          ],
        })),
      );
      if (version === null || version === rooms.version || attempt === MAX_ATTEMPTS) return { rooms, found };
      kept = null;
    }
  }

  async function searchAll(searches: readonly SearchedRange[]): Promise<FoundAlternatives[]> {
    const today = dateAt(Math.max(...searches.map(({ now }) => now)));
    const { rooms, found } = await searchFirstRooms(searches, today);
    const results = searches.map(({ roomId, range }, n) => ({
      availability: found[n]?.get(roomId) ?? null,
      free: freeRooms(rooms.othersOf(roomId).slice(0, FIRST_ROOMS), found[n], range),
    }));
    const short = searches
      .map(({ roomId, ...search }, n) => ({
        ...search,
        n,
        others: rooms.othersOf(roomId).slice(FIRST_ROOMS),
      }))
      .filter(({ n, others }) => others.length > 0 && (results[n]?.free.length ?? 0) < MAX_ROOMS);
    const more =
      short.length === 0
        ? []
        : (
            await loadAvailability(
              database,
              short.map(({ others, ...search }) => ({ ...search, roomIds: others.map(({ id }) => id) })),
            )
          ).found;
    const moreFree = new Map(
      short.map(({ n, others, range }, index) => [n, freeRooms(others, more[index], range)]),
    );
    return results.map(({ availability, free }, n) => ({
      availability,
      rooms: [...free, ...(moreFree.get(n) ?? [])].slice(0, MAX_ROOMS).map(roomResponse),
    }));
  }

  return batch(searchAll, {
    concurrency: 1,
    maxWeight: SEARCHES_PER_STATEMENT,
    maxWaitMs: MAX_WAIT_MS,
  });
}

/** Those of a transaction end with it. */
const searchesOf = new WeakMap<Database | Tx, ReturnType<typeof alternativesSearch>>();

/** The availability of the requested room, and the other rooms that can be booked instead. */
export function searchAlternatives(
  database: Database | Tx,
  search: SearchedRange,
): Promise<FoundAlternatives> {
  const searchIn = searchesOf.get(database) ?? alternativesSearch(database);
  searchesOf.set(database, searchIn);
  return searchIn(search);
}

/** The nearest free times of the same length in the same room. */
export const nearestTimes = (availability: DayAvailability, range: SlotRange): Alternatives['times'] =>
  nearestRanges(availability, range).map(bookingTimes);
