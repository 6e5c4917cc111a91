import type { DeskMoveRequest } from '../../../contract/desk/booking.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { parseBookingTimes, slotCount, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError, fieldError, noSuchRoom } from '../../platform/http/apiError.ts';
import { slotRangeColumns } from '../../checkout/bookingRow.ts';
import { brokenLengthRule, lockRoomAsItIs, roomIsOnSite } from '../../rules/bookingRules.ts';
import { lengthError } from '../../rules/lengthError.ts';
import { moveSlots, type RoomSlotRange } from '../../slots/bookingSlots.ts';
import { SlotTaken } from '../../checkout/bookingTransaction.ts';
import { endPendingMove } from '../../payments/ownHolds.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { movedEmail, queueEmail } from '../../outbox/outbox.ts';
import { slotRangeOf } from '../../payments/applyMove.ts';
import { lockCustomerBooking } from './deskBooking.ts';
import { MOVED } from './refundable.ts';
import type { AuditedResult } from '../../audit/staffChange.ts';

const auditOf = ({ roomId, day, range }: RoomSlotRange) => ({
  room_id: roomId,
  day,
  from: slotTime(range.start),
  to: slotTime(range.end),
});

const isSamePlace = (one: RoomSlotRange, other: RoomSlotRange): boolean =>
  one.roomId === other.roomId && one.day === other.day && one.range.start === other.range.start;

/**
 * Moves a customer's booking to other times of the same length, or to another room. The price does not change, even if the new
 * times cost more or less, because the business moves the booking. The policy and the opening hours do not apply. The customer
 * receives the email about a move. A repeated call changes nothing. Throws 409 for a booking that is not confirmed, has
 * changed since it was shown ('changed-meanwhile') or already has these times, 404 for an unknown room, 400 for another length,
 * one that the other room does not allow, or a past day, and `SlotTaken` when the times are not free.
 */
export async function deskMove(tx: Tx, request: DeskMoveRequest, now: EpochMs): Promise<AuditedResult<null>> {
  const { booking_id: id, mid: roomId, bdate: day, reason } = request;
  const range = parseBookingTimes(request) as SlotRange;
  const booking = await lockCustomerBooking(tx, id);
  if (booking.status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  const from = slotRangeOf(booking);
  const to: RoomSlotRange = { roomId, day, range };
  if (booking.sequence === request.sequence + 1 && isSamePlace(from, to))
    return { result: null, changes: [] };
  if (booking.sequence !== request.sequence) {
    throw new ApiError('changed-meanwhile', 'This booking has changed since it was shown');
  }
  if (slotCount(range) !== slotCount(from.range))
    throw fieldError('ctime', 'must not change the length of the booking');
  if (day < dateAt(now)) throw fieldError('bdate', 'must not be in the past');
  if (isSamePlace(from, to)) throw new ApiError('same-times', 'The booking has these times already');
  await lockRoomAsItIs(tx, roomId);
  const room = await tx
    .selectFrom('room')
    .select([
      'min_slots',
      'max_slots',
      roomIsOnSite.as('is_on_site'),
      brokenLengthRule(range).as('broken_length'),
    ])
    .where('id', '=', roomId)
    .executeTakeFirst();
  // A booking may stay in its archived room, but no other booking may move into an archived room.
  if (!room || (!room.is_on_site && roomId !== booking.room_id)) throw noSuchRoom('mid');
  if (room.broken_length !== null && roomId !== booking.room_id) throw lengthError(room.broken_length, room);

  await endPendingMove(tx, id, 'even if paid');
  if (!(await moveSlots(tx, { bookingId: id, holdId: null, from, to, by: 'staff', now })))
    throw new SlotTaken();
  const sequence = booking.sequence + 1;
  await tx
    .updateTable('booking')
    .set({ ...slotRangeColumns(to), sequence })
    .where('id', '=', id)
    .execute();
  await queueEmail(tx, movedEmail({ ...booking, sequence }, {}, now));
  const change = {
    action: MOVED,
    subject: 'booking',
    subjectId: id,
    was: auditOf(from),
    became: auditOf(to),
    reason,
  } as const;
  return { result: null, changes: [change] };
}
