import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { insertBookedEmail } from '../outbox/outbox.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { BookingTable, Database } from '../platform/database/schema.ts';
import { isRetryable } from '../platform/database/transaction.ts';
import { publish } from '../slots/availabilityEvents.ts';
import { roomIsBookable, roomStaysBookable } from '../rules/bookingRules.ts';
import { claimSlotsOf, hasNoClaims, isTakenByOthers, isTakenMeanwhile } from '../slots/bookingSlots.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** A booking to insert together with its slots. */
export interface NewBooking {
  readonly requested: RequestedRange;
  /** The assignments with which the user's row is locked. `bookingId`: the id that the booking will have. */
  readonly lockUser: (bookingId: string) => RawBuilder<unknown>;
  /** Whether the user may book, besides the rules about the room. */
  readonly mayBook: RawBuilder<boolean>;
  /** Common table expressions that the other parts use. */
  readonly ctes?: RawBuilder<unknown>;
  readonly values: Pick<
    Selectable<BookingTable>,
    'status' | 'paid_with' | 'half_points' | 'total_paise' | 'hold_expires_at' | 'confirmed_at'
  > & {
    /** `policyAt`. */
    readonly policy: RawBuilder<string>;
    /** The network from which a hold was requested, and whether a new customer requested it; missing without a hold. */
    readonly held_from?: string;
    readonly by_new_customer?: RawBuilder<boolean>;
  };
}

const allColumns = sql.raw(bookingColumns.join(', '));

/**
 * Inserts a booking when the room is open and no other booking or hold overlaps it, not even an expired hold or the
 * user's own. This is the usual case and takes one statement and one round trip. The statement also queues the email of a
 * confirmed booking. The notification is a separate statement before the response, because PostgreSQL serialises the
 * commits of transactions that notify. The statement inserts slots and never takes any over, so their primary key rolls
 * it back when another transaction inserted a slot first.
 *
 * 'taken', without a booking, when others have some of the slots and the booking breaks no rule: many may want one slot, so
 * this answer takes only one more statement. Null, without a booking, in all other cases; the caller then runs the full
 * transaction, which finds the reason.
 */
export async function bookIfFree(
  database: Database,
  booking: NewBooking,
): Promise<Selectable<BookingTable> | 'taken' | null> {
  try {
    const made = await insertIfFree(database, booking);
    if (made !== null) {
      await publish(database, booking.requested);
      return made;
    }
  } catch (error) {
    if (!isTakenMeanwhile(error) && !isRetryable(error)) throw error;
  }
  return (await isOnlyTaken(database, booking)) ? 'taken' : null;
}

async function insertIfFree(
  database: Database,
  { requested, lockUser, mayBook, ctes, values }: NewBooking,
): Promise<Selectable<BookingTable> | null> {
  const { userId, roomId, day, range, now } = requested;
  const bookingId = randomUUID();
  const email =
    values.status === 'confirmed' ? sql`, email as (${insertBookedEmail(sql`made`, now)})` : sql``;
  const { rows } = await sql<Selectable<BookingTable>>`
    with ${ctes ? sql`${ctes},` : sql``} payer as (
      update app_user set ${lockUser(bookingId)}
      where id = ${userId} and ${mayBook} and ${roomStaysBookable(requested)} and ${hasNoClaims(requested)}
      returning id
    ),
    made as (
      insert into booking (id, user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points,
        total_paise, hold_expires_at, created_at, confirmed_at, policy, held_from, by_new_customer, headcount,
        wishes)
      select ${bookingId}::uuid, payer.id, ${roomId}::integer, ${day}::date, ${range.start}::smallint, ${range.end}::smallint,
        ${values.status}, ${values.paid_with}, ${values.half_points}::integer, ${values.total_paise}::integer,
        ${values.hold_expires_at}::timestamptz, ${new Date(now)}::timestamptz, ${values.confirmed_at}::timestamptz,
        ${values.policy}::jsonb, ${values.held_from ?? null}::text, ${values.by_new_customer ?? sql`false`},
        ${requested.visit?.headcount ?? null}::smallint, ${requested.visit?.wishes ?? null}::text
      from payer
      returning ${allColumns}
    ),
    claimed as (${claimSlotsOf(sql`made`)})${email}
    select ${allColumns} from made`.execute(database);
  return rows[0] ?? null;
}

/** Whether the booking could be made if others did not have some of its slots. */
async function isOnlyTaken(
  database: Database,
  { requested, mayBook, ctes }: Pick<NewBooking, 'requested' | 'mayBook' | 'ctes'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    ${ctes ? sql`with ${ctes}` : sql``}
    select ${isTakenByOthers(requested)} and exists (
      select from app_user where id = ${requested.userId} and ${mayBook} and ${roomIsBookable(requested)}
    ) as is_taken`.execute(database);
  return rows[0]?.is_taken === true;
}
