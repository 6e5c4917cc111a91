import { sql } from 'kysely';
import type { PastBookings } from '../../contract/bookings/pastBookings.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { dateAt, startedSlots } from '../../domain/time/calendar.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { Database } from '../platform/database/schema.ts';
import { customerTaxDocuments } from '../invoices/taxDocumentsInPeriod.ts';
import { paidFor } from './cancelTerms.ts';

/** Bookings, and tax documents, of one month. */
const MAX_ROWS = 500;

/** SQL: a booking of the user that is over or cancelled. */
const isPast = (userId: string, now: EpochMs) => {
  const today = dateAt(now);
  return sql<boolean>`booking.user_id = ${userId} and booking.moves_booking_id is null
    and (booking.status = ${sql.lit(bookingCodes.cancelled)} or booking.status = 'confirmed' and (booking.day < ${today}::date
      or booking.day = ${today}::date and booking.end_slot < ${startedSlots(today, now)}))`;
};

/**
 * The past and cancelled bookings of a month ('YYYY-MM'; undefined: the latest one), the tax documents that were issued in it,
 * and the months that have any.
 */
export async function pastBookings(
  database: Database,
  userId: string,
  chosen: string | undefined,
  now: EpochMs,
): Promise<PastBookings> {
  const { rows } = await sql<{ month: string }>`
    select to_char(day, 'YYYY-MM') as month from booking where ${isPast(userId, now)}
    union
    select to_char(issued_on, 'YYYY-MM') from paper where user_id = ${userId}
    order by month desc`.execute(database);
  const months = rows.map(({ month }) => month);
  const month = chosen ?? months[0] ?? null;
  if (month === null) return { months, month, bookings: [], papers: [] };
  const first = sql<string>`${`${month}-01`}::date`;
  const next = sql<string>`(${`${month}-01`}::date + interval '1 month')::date`;
  const bookings = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select(bookingColumns.map((column) => `booking.${column}` as const))
    .select('room.name as room_name')
    .where(isPast(userId, now))
    .where('day', '>=', first)
    .where('day', '<', next)
    .orderBy('day', 'desc')
    .orderBy('start_slot', 'desc')
    .orderBy('booking.id')
    .limit(MAX_ROWS)
    .execute();
  return {
    months,
    month,
    bookings: bookings.map((booking) => ({
      id: booking.id,
      reference: bookingReference(booking.id),
      room_name: booking.room_name,
      booking_date: booking.day,
      start_time: slotTime(booking.start_slot),
      end_time: slotTime(booking.end_slot - 1),
      paid_with: booking.paid_with,
      amount: amountField({ with: booking.paid_with, amount: paidFor(booking).amount }),
      status: booking.status === bookingCodes.cancelled ? ('cancelled' as const) : ('over' as const),
    })),
    papers: await customerTaxDocuments(database, userId, { first, next }, MAX_ROWS),
  };
}
