import { sql, type RawBuilder, type Selectable } from 'kysely';
import { endHold } from './bookingSlots.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { BookingTable, Database, Tx } from '../platform/database/schema.ts';

/*
 * A series is several bookings with one order (decision 0059). Its head is the first of them. A booking without a series
 * counts as the head of a series of one, so that the same functions work for both.
 */

/** SQL: the id of the head of the outer query's booking. */
export const headOfBooking: RawBuilder<string> = sql<string>`coalesce(
  (select head_id from series_date where series_date.booking_id = booking.id), booking.id)`;

/** SQL: whether the outer query's booking belongs to a series. */
export const isOfSeries: RawBuilder<boolean> = sql<boolean>`exists (
  select from series_date where series_date.booking_id = booking.id)`;

/** Named by the order of the series. */
export async function headOf(database: Database | Tx, bookingId: string): Promise<string> {
  const found = await database
    .selectFrom('series_date')
    .select('head_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  return found?.head_id ?? bookingId;
}

/** Includes the booking; ascending. */
export async function seriesBookingIds(database: Database | Tx, bookingId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('series_date as given_date')
    .innerJoin('series_date as any_date', 'any_date.head_id', 'given_date.head_id')
    .select('any_date.booking_id')
    .where('given_date.booking_id', '=', bookingId)
    .orderBy('any_date.booking_id')
    .execute();
  return rows.length === 0 ? [bookingId] : rows.map(({ booking_id }) => booking_id);
}

/** Locks all bookings of a booking's series, including the booking, in order of their ids. */
export const lockSeriesBookings = async (tx: Tx, bookingId: string): Promise<Selectable<BookingTable>[]> =>
  tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', anyOf(await seriesBookingIds(tx, bookingId), 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Ends an unpaid hold and all other holds of its series with `endHold`. */
export async function endSeriesHolds(tx: Tx, bookingId: string, as: 'expired' | 'released'): Promise<void> {
  for (const { id } of await lockSeriesBookings(tx, bookingId)) await endHold(tx, id, as);
}

/** In paise; null for a booking without a series. */
export async function seriesTotal(database: Database | Tx, headId: string): Promise<number | null> {
  const { total } = await database
    .selectFrom('series_date')
    .select(({ fn }) => fn.sum<number | null>('amount').as('total'))
    .where('head_id', '=', headId)
    .executeTakeFirstOrThrow();
  return total;
}
