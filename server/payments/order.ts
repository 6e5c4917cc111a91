import { slotTime } from '../../domain/slots.ts';
import { releaseSlots } from '../bookings/claim.ts';
import type { Database } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { GatewayError } from './gatewayError.ts';
import { firstCheck } from './checkTimes.ts';
import { CAPTURE_EXPIRY_MINUTES } from './holdTimes.ts';
import type { PaymentParts } from './parts.ts';
import { lockBooking, orderOf, type CardBooking, type PaymentOrder } from './records.ts';
import { givenUp, unavailable } from './refusals.ts';

/** Gives a hold up that cannot be paid, unless a twin of this call has opened its order meanwhile. */
const cancelWithoutOrder = (database: Database, bookingId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking.status !== 'held' || (await orderOf(tx, bookingId))) return;
    await releaseSlots(tx, bookingId);
    await tx.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', bookingId).execute();
  });

/** The notes that the provider keeps with the order: a flat map, without anything personal. */
const notesOf = ({ id, user_id, room_id, day, start_slot, end_slot }: CardBooking) => ({
  booking_id: id,
  user_id,
  room_id: String(room_id),
  date: day,
  slot: `${slotTime(start_slot)} to ${slotTime(end_slot)}`,
});

/**
 * The order of a held booking, opened at the provider the first time. Its receipt is made from the booking's id, so that
 * however often this is begun and broken off there is one order. When the provider fails, the hold is given up.
 */
export async function orderFor(
  { database, gateway, now }: PaymentParts,
  booking: CardBooking,
): Promise<PaymentOrder> {
  const stored = await orderOf(database, booking.id);
  if (stored) return stored;
  const amountPaise = booking.total_paise as number;
  try {
    const { id } = await gateway.createOrder({
      amountPaise,
      receipt: `bk_${booking.id}`,
      notes: notesOf(booking),
      captureExpiryMinutes: CAPTURE_EXPIRY_MINUTES,
    });
    return await inTransaction(database, async (tx) => {
      const orderedAt = now();
      // A hold that was given up meanwhile must not be paid.
      if ((await lockBooking(tx, booking.id)).status !== 'held') throw givenUp();
      await tx
        .insertInto('payment_order')
        .values({
          order_id: id,
          booking_id: booking.id,
          amount_paise: amountPaise,
          status: 'created',
          created_at: new Date(orderedAt),
          next_check_at: firstCheck(orderedAt),
        })
        .onConflict((conflict) => conflict.column('booking_id').doNothing())
        .execute();
      return (await orderOf(tx, booking.id)) as PaymentOrder;
    });
  } catch (error) {
    await cancelWithoutOrder(database, booking.id);
    throw error instanceof GatewayError ? unavailable(error) : error;
  }
}
