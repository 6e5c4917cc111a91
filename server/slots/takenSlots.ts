import { sql, type RawBuilder } from 'kysely';
import { startedSlots } from '../../domain/time/calendar.ts';
import type { DayAvailability } from '../../domain/time/ranges.ts';
import { SLOTS_PER_DAY, type SlotRange } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { batch } from '../platform/database/batch.ts';

/** A query for the taken slots of some rooms on one day. */
export interface AvailabilityQuery {
  readonly roomIds: readonly number[];
  /** IST date. */
  readonly day: string;
  /** Own holds of the caller do not count as taken. Null for a visitor. */
  readonly userId: string | null;
  readonly now: EpochMs;
}

/** A room's taken slots for the caller, ascending, and the slots in which it is open. */
export interface RoomAvailability extends DayAvailability {
  readonly open: SlotRange | null;
}

/** By room. A room that does not exist is missing. */
export type TakenSlots = ReadonlyMap<number, RoomAvailability>;

/** As the database returns it. `bits` has one bit for each slot. */
export interface AvailabilityRow {
  readonly id: number;
  readonly bits: number;
  /** Of the date's weekday; equal when the room is closed all day. */
  readonly opens: number;
  readonly closes: number;
}

/** Without the id. The statement must join `room` and a row `request` (day, caller, now). */
export const availabilityColumns = sql`
  (
    select coalesce(bit_or(1::bigint << slot), 0)
    from booking_slot
    where room_id = room.id and day = request.day
      and (hold_expires_at is null or (hold_expires_at > least(request.now, transaction_timestamp()) and not exists (
        select from booking where booking.id = booking_id and user_id = request.caller
      )))
  ) as bits,
  room.opens[extract(isodow from request.day)::integer] as opens,
  room.closes[extract(isodow from request.day)::integer] as closes`;

/** On `day` (IST date) at `now`. */
export const roomAvailability = (
  { bits, opens, closes }: AvailabilityRow,
  { day, now }: Pick<AvailabilityQuery, 'day' | 'now'>,
): RoomAvailability => ({
  taken: decodeTakenSlots(bits, startedSlots(day, now)),
  open: opens < closes ? { start: opens, end: closes } : null,
});

/** SQL: a row `request` (day, caller, now, query_number) joined with `room`, for each room of each query. */
export function requestedRooms(queries: readonly AvailabilityQuery[]): RawBuilder<unknown> {
  const rooms = queries.flatMap(({ roomIds }, index) =>
    roomIds.map((id) => ({ queryNumber: index + 1, id })),
  );
  return sql`
    unnest(
      ${queries.map(({ day }) => day)}::date[],
      ${queries.map(({ userId }) => userId)}::uuid[],
      ${queries.map(({ now }) => new Date(now))}::timestamptz[]
    ) with ordinality as request (day, caller, now, query_number)
    join unnest(
      ${rooms.map(({ queryNumber }) => queryNumber)}::bigint[],
      ${rooms.map(({ id }) => id)}::integer[]
    ) as requested (query_number, room_id) using (query_number)
    join room on room.id = requested.room_id`;
}

/** The rows of `requestedRooms` by query. */
export function takenSlotsOf(
  rows: readonly (AvailabilityRow & { readonly queryNumber: number })[],
  queries: readonly AvailabilityQuery[],
): TakenSlots[] {
  const results = queries.map(() => new Map<number, RoomAvailability>());
  for (const row of rows) {
    const query = queries[row.queryNumber - 1];
    if (query) results[row.queryNumber - 1]?.set(row.id, roomAvailability(row, query));
  }
  return results;
}

/**
 * The taken slots for each query: booked slots, slots of other users' live holds, and slots that have started (ruling 7).
 * All queries run in one statement, with the same results as in separate statements.
 */
export async function takenSlotsForQueries(
  database: Database | Tx,
  queries: readonly AvailabilityQuery[],
): Promise<TakenSlots[]> {
  const { rows } = await sql<AvailabilityRow & { queryNumber: number }>`
    select query_number as "queryNumber", room.id, ${availabilityColumns}
    from ${requestedRooms(queries)}`.execute(database);
  return takenSlotsOf(rows, queries);
}

/** Slots whose bits are set and the first `startedCount` slots of the day, ascending. */
function decodeTakenSlots(bits: number, startedCount: number): number[] {
  const slots: number[] = [];
  // A number can represent 48 bits exactly, but bitwise operators work on 32 bits.
  const [morning, evening] = [bits % 2 ** 24, Math.floor(bits / 2 ** 24)];
  for (let slot = 0; slot < SLOTS_PER_DAY; slot += 1) {
    const isSet = slot < 24 ? (morning >> slot) & 1 : (evening >> (slot - 24)) & 1;
    if (slot < startedCount || isSet) slots.push(slot);
  }
  return slots;
}

/** `takenSlotsForQueries` for one query. */
export async function takenSlots(database: Database | Tx, query: AvailabilityQuery): Promise<TakenSlots> {
  const [result] = await takenSlotsForQueries(database, [query]);
  return result as TakenSlots;
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
