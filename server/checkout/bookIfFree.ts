import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { bookingColumns } from '../platform/database/columns.ts';
import type { BookingTable, Database } from '../platform/database/schema.ts';
import { isRetryable } from '../platform/database/transaction.ts';
import { publish } from '../slots/availabilityEvents.ts';
import { roomIsBookable, roomStaysBookable } from '../rules/bookingRules.ts';
import { claimSlotsOf, hasNoClaims, isTakenByOthers, isTakenMeanwhile } from '../slots/bookingSlots.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** A booking that is attempted. */
interface AttemptedBooking<Made> {
  readonly requested: RequestedRange;
  /** Inserts the booking with its slots in one statement; null, with nothing inserted, when it could not be made. */
  readonly insert: () => Promise<Made | null>;
  /** Whether the booking could be made if others did not have some of its slots, with one statement. */
  readonly isOnlyTaken: () => Promise<boolean>;
}

/** A hold to insert together with its slots. */
export interface NewHold {
  readonly requested: RequestedRange;
  /** Whether the user may hold the slots, besides the rules about the room. */
  readonly mayBook: RawBuilder<boolean>;
  /** Common table expressions that `mayBook` uses. */
  readonly ctes: RawBuilder<unknown>;
  /** The assignments with which the user's row is locked. */
  readonly lockUser: RawBuilder<unknown>;
  readonly values: Pick<Selectable<BookingTable>, 'total_paise' | 'slot_prices' | 'hold_expires_at'> & {
    /** `policyAt`. */
    readonly policy: RawBuilder<string>;
    /** The network from which the hold was requested, and whether a new customer requested it. */
    readonly held_from: string | null;
    readonly by_new_customer: RawBuilder<boolean>;
  };
}

const allColumns = sql.raw(bookingColumns.join(', '));

/**
 * Inserts a booking when the room is open and no other booking or hold overlaps it, not even an expired hold or the
 * user's own. This is the usual case and takes one statement and one round trip. The notification is a separate statement before
 * the response, because PostgreSQL serialises the commits of transactions that notify. The statement inserts slots and never takes
 * any over, so their primary key rolls it back when another transaction inserted a slot first.
 *
 * 'taken', without a booking, when others have some of the slots and the booking breaks no rule: many may want one slot, so
 * this answer takes only one more statement. Null, without a booking, in all other cases; the caller then runs the full
 * transaction, which finds the reason.
 */
export async function bookIfFree<Made extends object>(
  database: Database,
  booking: AttemptedBooking<Made>,
): Promise<Made | 'taken' | null> {
  try {
    const made = await booking.insert();
    if (made !== null) {
      await publish(database, booking.requested);
      return made;
    }
  } catch (error) {
    if (!isTakenMeanwhile(error) && !isRetryable(error)) throw error;
  }
  return (await booking.isOnlyTaken()) ? 'taken' : null;
}

/** Inserts a hold with its slots; null, with nothing inserted, when a rule is broken or something has a slot. */
export async function insertHold(
  database: Database,
  { requested, lockUser, mayBook, ctes, values }: NewHold,
): Promise<Selectable<BookingTable> | null> {
  const { userId, roomId, day, range, now } = requested;
  const { rows } = await sql<Selectable<BookingTable>>`
    with ${ctes}, payer as (
      update app_user set ${lockUser}
      where id = ${userId} and ${mayBook} and ${roomStaysBookable(requested)} and ${hasNoClaims(requested)}
      returning id
    ),
    made as (
      insert into booking (id, user_id, room_id, day, start_slot, end_slot, status, paid_with, total_paise,
        slot_prices, hold_expires_at, created_at, policy, held_from, by_new_customer, headcount, wishes)
      select ${randomUUID()}::uuid, payer.id, ${roomId}::integer, ${day}::date, ${range.start}::smallint, ${range.end}::smallint,
        'held', 'card', ${values.total_paise}::integer, ${values.slot_prices}::integer[], ${values.hold_expires_at}::timestamptz, ${new Date(now)}::timestamptz,
        ${values.policy}::jsonb, ${values.held_from}::text, ${values.by_new_customer},
        ${requested.visit?.headcount ?? null}::smallint, ${requested.visit?.wishes ?? null}::text
      from payer
      returning ${allColumns}
    ),
    claimed as (${claimSlotsOf(sql`made`)})
    select ${allColumns} from made`.execute(database);
  return rows[0] ?? null;
}

/** Whether the hold could be made if others did not have some of its slots. */
export async function holdIsOnlyTaken(
  database: Database,
  { requested, mayBook, ctes }: Pick<NewHold, 'requested' | 'mayBook' | 'ctes'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    with ${ctes}
    select ${isTakenByOthers(requested)} and exists (
      select from app_user where id = ${requested.userId} and ${mayBook} and ${roomIsBookable(requested)}
    ) as is_taken`.execute(database);
  return rows[0]?.is_taken === true;
}
