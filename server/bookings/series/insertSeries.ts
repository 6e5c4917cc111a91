import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { type BookingValues, requestedColumns } from '../../checkout/bookingRow.ts';
import { claimAllSlots } from '../../slots/bookingSlots.ts';
import { releaseOverlappingHolds } from '../../payments/ownHolds.ts';
import type { RequestedRange } from '../../slots/requestedRange.ts';
import { bookingColumns } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/schema.ts';
import type { SeriesRanges } from './requestedSeries.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { insertBooking } from '../../checkout/insertBooking.ts';

/** A date of a series with the columns of its booking and its part of the total price (paise or half-points). */
export interface SeriesBooking {
  readonly requested: RequestedRange;
  readonly values: BookingValues;
  readonly amount: number;
}

/**
 * Inserts the bookings of a series and claims all of their slots, or throws `SlotTaken`, which rolls the transaction back. The
 * caller has locked the user's row. Own unpaid holds that overlap the bookings are released, as for a single booking.
 */
export async function insertSeries(
  tx: Tx,
  dates: readonly SeriesBooking[],
  now: EpochMs,
): Promise<StoredBooking[]> {
  for (const { requested } of dates) await releaseOverlappingHolds(tx, requested);
  return insertDates(tx, dates, now);
}

/** `insertSeries` for the desk, which releases no hold: its customer may be paying. */
export async function insertDates(
  tx: Tx,
  dates: readonly SeriesBooking[],
  now: EpochMs,
): Promise<StoredBooking[]> {
  const made: StoredBooking[] = [];
  for (const { requested, values } of dates) {
    made.push(
      await tx
        .insertInto('booking')
        .values({ ...requestedColumns({ ...requested, now }), ...values })
        .returning(bookingColumns)
        .executeTakeFirstOrThrow(),
    );
  }
  const [head] = made as [StoredBooking];
  await tx
    .insertInto('series_date')
    .values(
      made.map(({ id }, nth) => ({
        booking_id: id,
        head_id: head.id,
        amount: (dates[nth] as SeriesBooking).amount,
      })),
    )
    .execute();
  const claims = made.map(({ id, room_id, day, start_slot, end_slot }) => ({
    bookingId: id,
    roomId: room_id,
    day,
    range: { start: start_slot, end: end_slot },
  }));
  if (!(await claimAllSlots(tx, claims, { holdUntil: head.hold_expires_at, now }))) throw new SlotTaken();
  return made;
}

/** `insertDates`, or a single booking for one date. */
export async function insertSeriesOrBooking(
  tx: Tx,
  dates: readonly SeriesBooking[],
  now: EpochMs,
): Promise<[StoredBooking, ...StoredBooking[]]> {
  const [first, ...others] = dates as [SeriesBooking, ...SeriesBooking[]];
  if (others.length === 0) return [await insertBooking(tx, first.requested, first.values)];
  return (await insertDates(tx, dates, now)) as [StoredBooking, ...StoredBooking[]];
}

/** With exactly these dates, in the same order; null when there is none. */
export async function findSameSeries(
  tx: Tx,
  dates: SeriesRanges<RequestedRange>,
  { status, paidWith }: { readonly status: 'held' | 'confirmed'; readonly paidWith: 'card' | 'points' },
): Promise<StoredBooking[] | null> {
  const [{ userId, roomId, day, range }] = dates;
  const heads = await tx
    .selectFrom('booking')
    .innerJoin('series_date', 'series_date.booking_id', 'booking.id')
    .select('head_id')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('start_slot', '=', range.start)
    .where('status', '=', status)
    .where('paid_with', '=', paidWith)
    .execute();
  for (const { head_id } of heads) {
    const bookings = await tx
      .selectFrom('booking')
      .innerJoin('series_date', 'series_date.booking_id', 'booking.id')
      .select(bookingColumns.map((column) => `booking.${column}` as const))
      .where('head_id', '=', head_id)
      .where('status', '=', status)
      .orderBy('day')
      .orderBy('start_slot')
      .orderBy('room_id')
      .execute();
    const isSame =
      bookings.length === dates.length &&
      bookings.every((booking, nth) => {
        const date = dates[nth] as RequestedRange;
        return (
          booking.room_id === date.roomId &&
          booking.day === date.day &&
          booking.start_slot === date.range.start &&
          booking.end_slot === date.range.end
        );
      });
    if (isSame) return bookings;
  }
  return null;
}
