import { slotTime } from '../../domain/slots.ts';
import type { Tx } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import { releaseSlots } from './bookingSlots.ts';
import { ownOverlapping } from './ownOverlapping.ts';
import { takenSlots } from './takenSlots.ts';
import type { RequestedRange } from './requestedRange.ts';

/**
 * Cancels the user's own unpaid holds that overlap a new booking, so that an abandoned checkout never blocks its own
 * user. Refuses with 'payment-under-way' when one of them has a payment that is open at the bank or captured, because
 * that payment may still confirm it.
 */
export async function cancelOwnHolds(tx: Tx, requested: RequestedRange): Promise<void> {
  const { roomId, day, now } = requested;
  const holds = await ownOverlapping(tx, requested, 'held')
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
