import { sql } from 'kysely';
import { slotTime } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/apiError.ts';
import {
  endHold,
  endSeriesHolds,
  headOfBooking,
  isHeld,
  ownOverlappingBookings,
  takenSlots,
  type BookedRange,
  type RequestedRange,
} from '../slots/exports.ts';
import { hasLink } from './links.ts';

/** SQL: whether the outer query's booking has a payment that is open at the bank or captured. */
const isBeingPaid = sql<boolean>`exists (
  select from payment join payment_order on payment_order.order_id = payment.order_id
  where payment_order.booking_id = ${headOfBooking} and payment.status in ('created', 'authorized', 'captured'))`;

/** The unpaid longer times of a booking, if a payment link holds them until it is paid or expires. */
export const extensionLink = (database: Database | Tx, bookingId: string, now: EpochMs) =>
  database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('moves_booking_id', '=', bookingId)
    .where('status', '=', 'moving')
    .where('hold_expires_at', '>', new Date(now))
    .where(hasLink)
    .executeTakeFirst();

/** 409: the open payment of a hold of the user may still confirm it. */
async function paymentOpenError(tx: Tx, { roomId, day, now }: RequestedRange): Promise<ApiError> {
  const taken = await takenSlots(tx, { roomIds: [roomId], day, userId: null, now });
  return new ApiError('payment-under-way', 'Your payment for these times is still open', {
    taken: (taken.get(roomId)?.taken ?? []).map(slotTime),
  });
}

/**
 * Ends the pending move of a booking, so that another change can replace it. The caller has locked the booking's row. Throws
 * 'payment-under-way' for `replacing` like `releaseOverlappingHolds`. With 'even if paid' the move always ends, and a payment for
 * it is refunded.
 */
export async function endPendingMove(
  tx: Tx,
  bookingId: string,
  replacing: RequestedRange | 'even if paid',
): Promise<void> {
  const pendingMove = await tx
    .selectFrom('booking')
    .select(['id', isBeingPaid.as('being_paid')])
    .where('moves_booking_id', '=', bookingId)
    .where('status', '=', 'moving')
    .forUpdate('booking')
    .executeTakeFirst();
  if (!pendingMove) return;
  if (pendingMove.being_paid && replacing !== 'even if paid') throw await paymentOpenError(tx, replacing);
  await endHold(tx, pendingMove.id, 'released');
  // The next check of a link without a hold cancels it at the provider.
  await sql`
    update payment_order set next_check_at = created_at
    where booking_id = ${pendingMove.id}::uuid and order_id in (select order_id from payment_link)`.execute(
    tx,
  );
}

/**
 * Ends the unpaid holds of the same user that overlap a booking which has been paid, also those with an open payment: that
 * payment is refunded if it is captured. `ownIds`: bookings that the payment pays, which stay. The caller has locked the
 * user's row.
 */
export async function endOtherOwnHolds(
  tx: Tx,
  booking: BookedRange & { readonly user_id: string },
  ownIds: readonly string[],
  now: EpochMs,
): Promise<void> {
  const { user_id: userId, room_id: roomId, day, start_slot, end_slot } = booking;
  const requested = { userId, roomId, day, range: { start: start_slot, end: end_slot }, now };
  const holds = await ownOverlappingBookings(tx, requested, isHeld)
    .select('id')
    .where(({ eb, not }) => not(eb('id', '=', anyOf(ownIds, 'uuid'))))
    .orderBy('id')
    .forUpdate('booking')
    .execute();
  for (const { id } of holds) await endSeriesHolds(tx, id, 'released');
}

/**
 * Releases the user's own unpaid holds that overlap a new booking, including holds of moves and of whole series. An
 * abandoned checkout therefore never blocks the user who started it. Throws 'payment-under-way' when one of the holds has a
 * payment that is open at the bank or captured, because that payment may still confirm the hold.
 */
export async function releaseOverlappingHolds(tx: Tx, requested: RequestedRange): Promise<void> {
  const holds = await ownOverlappingBookings(tx, requested, isHeld)
    .select(['id', isBeingPaid.as('being_paid')])
    .orderBy('id')
    .forUpdate('booking')
    .execute();
  for (const { id, being_paid } of holds) {
    if (being_paid) throw await paymentOpenError(tx, requested);
    await endSeriesHolds(tx, id, 'released');
  }
}
