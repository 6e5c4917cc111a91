import { sql } from 'kysely';
import { firstAddedSlot, isLonger } from '../../domain/bookings/changedLength.ts';
import { startedSlots } from '../../domain/time/calendar.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { moveSlots, type RoomSlotRange, type SlotMove, type StoredBooking } from '../slots/exports.ts';
import type { Tx } from '../platform/database/schema.ts';
import { movedEmail, queueEmail } from '../outbox/outbox.ts';
import { queueInvoice } from '../invoices/queueTaxDocuments.ts';
import type { OrderPayment } from './records.ts';

export const slotRangeOf = ({ room_id, day, start_slot, end_slot }: StoredBooking): RoomSlotRange => ({
  roomId: room_id,
  day,
  range: { start: start_slot, end: end_slot },
});

/** True when the move keeps all slots of the booking and adds some. */
function isExtension(booking: StoredBooking, move: StoredBooking): boolean {
  const { from, to } = { from: slotRangeOf(booking), to: slotRangeOf(move) };
  return from.roomId === to.roomId && from.day === to.day && isLonger(from.range, to.range);
}

/** The first slot that the booking does not have before the move. */
export const firstNewSlot = (booking: StoredBooking, move: StoredBooking): number =>
  isExtension(booking, move)
    ? firstAddedSlot(slotRangeOf(booking).range, slotRangeOf(move).range)
    : move.start_slot;

/**
 * True while the booking has not changed since the move started, and the new times can still be booked. An extension whose times
 * are still held counts even if its payment is reported after they have begun: it takes no times away.
 */
function canStillApply(booking: StoredBooking, move: StoredBooking, now: EpochMs): boolean {
  if (move.status !== 'moving' || booking.status !== 'confirmed') return false;
  if (booking.sequence !== move.moves_sequence) return false;
  const isLive = move.hold_expires_at !== null && move.hold_expires_at.getTime() > now;
  return isLive || isExtension(booking, move) || startedSlots(move.day, now) <= move.start_slot;
}

/**
 * Applies a move whose difference was paid: the booking gets the new slots, and the old ones are released. The caller has
 * locked both rows, the booking's first. False, with nothing changed, when the hold of the new slots has ended or the
 * booking has changed since; the old times then stay booked, and the payment is refunded. The hold of a move is not claimed
 * again after it ended, unlike the hold of a booking, because the customer may rely on the old times again.
 */
export async function applyMove(
  tx: Tx,
  {
    booking,
    move,
    by = 'customer',
  }: { readonly booking: StoredBooking; readonly move: StoredBooking; readonly by?: SlotMove['by'] },
  payment: Pick<OrderPayment, 'id' | 'amountPaise'>,
  now: EpochMs,
): Promise<boolean> {
  if (!canStillApply(booking, move, now)) return false;
  await sql`savepoint before_move`.execute(tx);
  const slots = {
    bookingId: booking.id,
    holdId: move.id,
    from: slotRangeOf(booking),
    to: slotRangeOf(move),
    by,
    now,
  };
  if (!(await moveSlots(tx, slots))) {
    await sql`rollback to savepoint before_move`.execute(tx);
    return false;
  }
  const sequence = booking.sequence + 1;
  await tx
    .updateTable('booking')
    .set({
      room_id: move.room_id,
      day: move.day,
      start_slot: move.start_slot,
      end_slot: move.end_slot,
      total_paise: (booking.total_paise ?? 0) + payment.amountPaise,
      slot_prices: move.slot_prices,
      sequence,
    })
    .where('id', '=', booking.id)
    .execute();
  await tx
    .updateTable('booking')
    .set({
      status: 'moved',
      moved_at: new Date(now),
      hold_expires_at: null,
      paid_by_payment_id: payment.id,
    })
    .where('id', '=', move.id)
    .execute();
  const { id: paymentId, amountPaise } = payment;
  await queueInvoice(tx, { bookingId: booking.id, paymentId, amountPaise, paidFor: 'move', now });
  const length = isExtension(booking, move) ? 'longer' : undefined;
  await queueEmail(tx, movedEmail({ ...booking, sequence }, { length }, now));
  return true;
}
