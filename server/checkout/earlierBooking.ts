import type { Tx } from '../platform/database/schema.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';

/** The user's confirmed bookings of exactly this range: an earlier call may have made one, and its response may have been lost. */
const confirmedBookings = (tx: Tx, { userId, roomId, day, range }: RequestedRange) =>
  tx
    .selectFrom('booking')
    .select('booking.id')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('start_slot', '=', range.start)
    .where('end_slot', '=', range.end)
    .where('status', '=', 'confirmed');

export const earlierPointsBooking = (tx: Tx, requested: RequestedRange) =>
  confirmedBookings(tx, requested).where('paid_with', '=', 'points').executeTakeFirst();

export const earlierBookingOnAccount = (tx: Tx, requested: RequestedRange) =>
  confirmedBookings(tx, requested)
    .innerJoin('account_charge', 'account_charge.payment_id', 'booking.paid_by_payment_id')
    .executeTakeFirst();
