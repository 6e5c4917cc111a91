import { slotTime } from '../../domain/slots.ts';
import type { Tx } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import { releaseSlots } from './bookingSlots.ts';
import { takenSlots } from './takenSlots.ts';
import type { RequestedRange } from './requestedRange.ts';

/**
 * Cancels the user's own unpaid holds that overlap a new booking, so that an abandoned checkout never blocks its own
 * user. Refuses with 'payment-under-way' when one of them has a payment that is open at the bank or captured, because
 * that payment may still confirm it.
 */
export async function cancelOwnHolds(tx: Tx, requested: RequestedRange): Promise<void> {
  const { userId, roomId, day, range, now } = requested;
  const holds = await tx
    .selectFrom('booking')
    .select([
      'id',
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('payment')
            .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
            .select('payment.payment_id')
            .whereRef('payment_order.booking_id', '=', 'booking.id')
            .where('payment.status', 'in', ['created', 'authorized', 'captured']),
        ).as('being_paid'),
    ])
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('status', '=', 'held')
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start)
    .orderBy('id')
    .forUpdate('booking')
    .execute();

  for (const { id, being_paid } of holds) {
    if (being_paid) {
      const taken = await takenSlots(tx, { roomIds: [roomId], day, userId: null, now });
      throw new ApiError('payment-under-way', 'Your payment for these times is still open', {
        taken: (taken.get(roomId) ?? []).map(slotTime),
      });
    }
    await releaseSlots(tx, id);
    await tx.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', id).execute();
  }
}
