import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { insertBookedEmail } from '../outbox/outbox.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { BookingTable, Database } from '../platform/database/schema.ts';
import { isRetryable } from '../platform/database/transaction.ts';
import { publish } from '../slots/availabilityEvents.ts';
import { roomStaysBookable } from '../rules/bookingRules.ts';
import { claimSlotsOf, hasNoClaims, isTakenMeanwhile } from '../slots/bookingSlots.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** A booking to insert together with its slots. */
export interface NewBooking {
  readonly requested: RequestedRange;
  /**
   * The statement that locks the user's row and returns the user's `id`, or no row when the booking is not allowed. Its
   * condition must include `isFree`. `bookingId`: the id that the booking will have.
   */
  readonly lockPayer: (isFree: RawBuilder<boolean>, bookingId: string) => RawBuilder<unknown>;
  /** Common table expressions that `lockPayer` and `values` use. */
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
 * it back when another transaction inserted a slot first. Null, with nothing changed, in that case and when the booking is
 * not allowed; the caller then runs the full transaction, which finds the reason.
 */
export async function bookIfFree(
  database: Database,
  { requested, lockPayer, ctes, values }: NewBooking,
): Promise<Selectable<BookingTable> | null> {
  const { roomId, day, range, now } = requested;
  const bookingId = randomUUID();
  const isFree = sql<boolean>`(${roomStaysBookable(requested)} and ${hasNoClaims(requested)})`;
  const email =
    values.status === 'confirmed' ? sql`, email as (${insertBookedEmail(sql`made`, now)})` : sql``;
  try {
    const { rows } = await sql<Selectable<BookingTable>>`
      with ${ctes ? sql`${ctes},` : sql``} payer as (${lockPayer(isFree, bookingId)}),
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
    const [booking] = rows;
    if (booking) await publish(database, requested);
    return booking ?? null;
  } catch (error) {
    if (isTakenMeanwhile(error) || isRetryable(error)) return null;
    throw error;
  }
}
