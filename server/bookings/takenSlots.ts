import { sql } from 'kysely';
import { startedSlots } from '../../domain/calendar.ts';
import { SLOTS_PER_DAY } from '../../domain/slots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { batch } from '../database/batch.ts';

/** Whose availability is asked for. */
export interface AvailabilityQuery {
  readonly roomIds: readonly number[];
  /** IST date. */
  readonly day: string;
  /** The caller, whose own holds do not count as taken; null when not known. */
  readonly userId: string | null;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
}

/** The half-hours, ascending, that are taken for the caller in each room; one that does not exist is missing. */
export type TakenSlots = ReadonlyMap<number, readonly number[]>;

/**
 * The half-hours that are taken for the askers: booked ones, other people's live holds, and those that have begun
 * (ruling 7). Any number of questions are one statement; each is answered as if it had been asked alone.
 */
export async function takenSlotsOf(
  database: Database | Tx,
  queries: readonly AvailabilityQuery[],
): Promise<TakenSlots[]> {
  const rooms = queries.flatMap(({ roomIds }, nth) => roomIds.map((id) => ({ nth: nth + 1, id })));
  // The half-hours of a room travel as one number, in which each has a bit.
  const { rows } = await sql<{ nth: number; id: number; bits: number }>`
    select nth, room.id, (
      select coalesce(bit_or(1::bigint << slot), 0)
      from booking_slot
      where room_id = room.id and day = question.day
        and (hold_expires_at is null or (hold_expires_at > least(question.now, transaction_timestamp()) and not exists (
          select from booking where booking.id = booking_id and user_id = question.caller
        )))
    ) as bits
    from unnest(
      ${queries.map(({ day }) => day)}::date[],
      ${queries.map(({ userId }) => userId)}::uuid[],
      ${queries.map(({ now }) => new Date(now))}::timestamptz[]
    ) with ordinality as question (day, caller, now, nth)
    join unnest(
      ${rooms.map(({ nth }) => nth)}::bigint[],
      ${rooms.map(({ id }) => id)}::integer[]
    ) as asked (nth, room_id) using (nth)
    join room on room.id = asked.room_id`.execute(database);

  const begun = queries.map(({ day, now }) => startedSlots(day, now));
  const answers = queries.map(() => new Map<number, number[]>());
  for (const { nth, id, bits } of rows) {
    answers[nth - 1]?.set(id, slotsOf(bits, begun[nth - 1] ?? 0));
  }
  return answers;
}

/** The half-hours whose bits are set, and the first ones of the day, ascending. */
function slotsOf(bits: number, begun: number): number[] {
  const slots: number[] = [];
  // A number has room for 48 bits, but its bitwise operators only for 32.
  const [morning, evening] = [bits % 2 ** 24, Math.floor(bits / 2 ** 24)];
  for (let slot = 0; slot < SLOTS_PER_DAY; slot += 1) {
    const isSet = slot < 24 ? (morning >> slot) & 1 : (evening >> (slot - 24)) & 1;
    if (slot < begun || isSet) slots.push(slot);
  }
  return slots;
}

/** `takenSlotsOf` a single question. */
export async function takenSlots(database: Database | Tx, query: AvailabilityQuery): Promise<TakenSlots> {
  const [answer] = await takenSlotsOf(database, [query]);
  return answer as TakenSlots;
}

/** How many statements may run at once. */
const CONCURRENCY = 2;
/** How many rooms a statement asks about, unless one question alone has more. */
const ROOMS_PER_STATEMENT = 256;
/** How long a question waits for the statements before its own, in milliseconds: less than a request may take. */
const LONGEST_WAIT_MS = 4_000;

/** Answers questions like `takenSlots`. */
export type AvailabilityLoader = (query: AvailabilityQuery) => Promise<TakenSlots>;

/**
 * Answers questions like `takenSlots`, those of one moment by one statement. Nothing is kept: whatever is committed before
 * a question is asked is in its answer. A question that waits for too long rejects with an error that `isUnavailable`.
 */
export const availabilityLoader = (database: Database): AvailabilityLoader =>
  batch((queries) => takenSlotsOf(database, queries), {
    concurrency: CONCURRENCY,
    weight: ({ roomIds }) => roomIds.length,
    maxWeight: ROOMS_PER_STATEMENT,
    maxWaitMs: LONGEST_WAIT_MS,
  });
