import { sql, type RawBuilder } from 'kysely';
import { startedSlots } from '../../domain/time/calendar.ts';
import type { DayAvailability } from '../../domain/time/ranges.ts';
import { SLOTS_PER_DAY, type SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { bufferOf } from './bookingSlots.ts';
import { expiryCutoff } from './holdExpiry.ts';
import { batch } from '../platform/database/batch.ts';

/** A query for the taken slots of some rooms on one day. */
export interface AvailabilityQuery {
  readonly roomIds: readonly number[];
  /** IST date. */
  readonly day: string;
  /** Own holds of the caller do not count as taken. Null for a visitor. */
  readonly userId: string | null;
  /** A booking that moves: its slots do not count as taken. */
  readonly exceptBookingId?: string | undefined;
  readonly now: EpochMs;
}

/** A room's taken slots for the caller, ascending, and the slots in which it is open. */
export interface RoomAvailability extends DayAvailability {
  readonly open: SlotRange | null;
}

/** By room. A room that does not exist is missing. */
export type TakenSlots = ReadonlyMap<number, RoomAvailability>;

/** As the database returns it. `bits` has one bit for each claimed slot. */
export interface AvailabilityRow {
  readonly id: number;
  readonly bits: number;
  /** Of the date's weekday; equal when the room is closed all day. */
  readonly opens: number;
  readonly closes: number;
  /** Slots that stay free after each booking. */
  readonly buffer: number;
}

/** SQL: `opens` and `closes` of `room` on a date, and its buffer. */
export const hoursOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  room.opens[extract(isodow from ${day})::integer] as opens, room.closes[extract(isodow from ${day})::integer] as closes,
  room.buffer_slots as buffer`;

/** On `day` (IST date) at `now`. */
export const roomAvailability = (
  { bits, opens, closes, buffer }: AvailabilityRow,
  { day, now }: Pick<AvailabilityQuery, 'day' | 'now'>,
): RoomAvailability => ({
  taken: decodeTakenSlots(bits, startedSlots(day, now), buffer),
  open: opens < closes ? { start: opens, end: closes } : null,
});

/** A room on a day, for all queries about it. `bits` includes all live holds; `held` has the user and the slot of each. */
interface SharedRow extends AvailabilityRow {
  /** IST date. */
  readonly day: string;
  readonly except_id: string | null;
  readonly held: readonly (readonly [userId: string, slot: number])[] | null;
}

/**
 * The taken slots for each query, in one statement that reads each room and day once: many queries are about the same.
 * `added`: a column that is the same in each row.
 */
export async function takenSlotsAnd<Added>(
  database: Database | Tx,
  queries: readonly AvailabilityQuery[],
  added: RawBuilder<Added> | null,
): Promise<{ readonly found: TakenSlots[]; readonly added: Added | null }> {
  const roomsOfKey = new Map<string, Set<number>>();
  const keyOf = ({ day, exceptBookingId = '' }: Pick<AvailabilityQuery, 'day' | 'exceptBookingId'>) =>
    `${day} ${exceptBookingId}`;
  for (const query of queries) {
    const ids = roomsOfKey.get(keyOf(query)) ?? new Set();
    query.roomIds.forEach((id) => ids.add(id));
    roomsOfKey.set(keyOf(query), ids);
  }
  const requests = [...roomsOfKey].flatMap(([key, ids]) => {
    const [day = '', except = ''] = key.split(' ');
    return [...ids].map((id) => ({ day, id, except: except || null }));
  });
  // A later hold's end is the truer one: the queries of a batch may have waited.
  const now = Math.max(0, ...queries.map((query) => query.now));
  const { rows } = await sql<SharedRow & { added: Added }>`
    select requested.day, requested.except_id, room.id, claims.bits, claims.held, ${hoursOn(sql`requested.day`)}${added ? sql`, ${added} as added` : sql``}
    from unnest(${requests.map(({ day }) => day)}::date[], ${requests.map(({ id }) => id)}::integer[],
        ${requests.map(({ except }) => except)}::uuid[]) as requested (day, room_id, except_id)
      join room on room.id = requested.room_id
      cross join lateral (
        select coalesce(bit_or(1::bigint << slot), 0) as bits,
          jsonb_agg(jsonb_build_array((select user_id from booking where booking.id = booking_id), slot))
            filter (where hold_expires_at is not null) as held
        from booking_slot
        where booking_slot.room_id = room.id and booking_slot.day = requested.day
          and (hold_expires_at is null or hold_expires_at > ${expiryCutoff(now)})
          and (requested.except_id is null or booking_id is distinct from requested.except_id)
      ) claims`.execute(database);
  const rowsOfKey = new Map<string, Map<number, SharedRow>>();
  for (const row of rows) {
    const key = keyOf({ day: row.day, exceptBookingId: row.except_id ?? undefined });
    const ofKey = rowsOfKey.get(key) ?? new Map<number, SharedRow>();
    rowsOfKey.set(key, ofKey.set(row.id, row));
  }
  /** Queries with as many started slots share the availability of a room in which they have no hold. */
  const shared = new Map<string, Map<number, RoomAvailability>>();
  const found = queries.map((query) => {
    const key = `${keyOf(query)} ${startedSlots(query.day, query.now)}`;
    const sharedOfDay = shared.get(key) ?? new Map<number, RoomAvailability>();
    shared.set(key, sharedOfDay);
    const ofQuery = new Map<number, RoomAvailability>();
    for (const id of query.roomIds) {
      const row = rowsOfKey.get(keyOf(query))?.get(id);
      if (!row) continue;
      const own = row.held?.filter(([userId]) => userId === query.userId) ?? [];
      if (own.length > 0) {
        const bits = own.reduce((others, [, slot]) => others - 2 ** slot, row.bits);
        ofQuery.set(id, roomAvailability({ ...row, bits }, query));
        continue;
      }
      const availability = sharedOfDay.get(id) ?? roomAvailability(row, query);
      sharedOfDay.set(id, availability);
      ofQuery.set(id, availability);
    }
    return ofQuery;
  });
  return { found, added: rows[0]?.added ?? null };
}

/**
 * The taken slots for each query: booked slots, slots of other users' live holds, and slots that have started (ruling 7).
 * All queries run in one statement, with the same results as in separate statements.
 */
export const takenSlotsForQueries = async (
  database: Database | Tx,
  queries: readonly AvailabilityQuery[],
): Promise<TakenSlots[]> => (await takenSlotsAnd(database, queries, null)).found;

/**
 * Slots that cannot be booked, ascending: those whose bits are set, those with so few free slots after them that a booking would have
 * no buffer, and the first `startedCount` slots of the day.
 */
export function decodeTakenSlots(bits: number, startedCount: number, buffer: number): number[] {
  const slots: number[] = [];
  // A number can represent 48 bits exactly, but bitwise operators work on 32 bits.
  const [morning, evening] = [bits % 2 ** 24, Math.floor(bits / 2 ** 24)];
  let nextClaimed = Infinity;
  for (let slot = SLOTS_PER_DAY - 1; slot >= 0; slot -= 1) {
    const isSet = slot < 24 ? (morning >> slot) & 1 : (evening >> (slot - 24)) & 1;
    if (isSet) nextClaimed = slot;
    if (slot < startedCount || nextClaimed - slot <= buffer) slots.push(slot);
  }
  return slots.reverse();
}

/** `takenSlotsForQueries` for one query. */
export async function takenSlots(database: Database | Tx, query: AvailabilityQuery): Promise<TakenSlots> {
  const [result] = await takenSlotsForQueries(database, [query]);
  return result as TakenSlots;
}

/**
 * Those of the days (IST dates) on which some of the slots, or of the buffer after them, are booked, blocked or held. Slots that have
 * started do not count.
 */
export async function takenDays(
  database: Database | Tx,
  { roomId, days, range, now }: { roomId: number; days: readonly string[]; range: SlotRange; now: EpochMs },
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('booking_slot')
    .select('day')
    .distinct()
    .where('room_id', '=', roomId)
    .where(sql<boolean>`day = any(${days}::date[])`)
    .where('slot', '>=', range.start)
    .where(sql<boolean>`slot < ${range.end}::integer + ${bufferOf(sql`${roomId}`)}`)
    .where(sql<boolean>`(hold_expires_at is null or hold_expires_at > ${expiryCutoff(now)})`)
    .execute();
  return new Set(rows.map(({ day }) => day));
}

/** Statements that run at the same time. */
const CONCURRENCY = 2;
/** Unless a single query has more. */
const ROOMS_PER_STATEMENT = 256;
/** How long a query waits for its statement, in milliseconds. This is shorter than the deadline of a request. */
const MAX_WAIT_MS = 4_000;

/** Loads taken slots like `takenSlots`. */
export type AvailabilityLoader = (query: AvailabilityQuery) => Promise<TakenSlots>;

/**
 * Loads taken slots like `takenSlots`, and batches concurrent queries into one statement. Nothing is cached: a result
 * includes everything that was committed before the query was made. A query that waits too long rejects with an error for
 * which `isUnavailable` is true.
 */
export const availabilityLoader = (database: Database): AvailabilityLoader =>
  batch((queries) => takenSlotsForQueries(database, queries), {
    concurrency: CONCURRENCY,
    weight: ({ roomIds }) => roomIds.length,
    maxWeight: ROOMS_PER_STATEMENT,
    maxWaitMs: MAX_WAIT_MS,
  });
