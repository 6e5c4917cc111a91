import { extendSlots, releaseSlots } from '../bookings/claim.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PaymentParts } from './parts.ts';
import { lockBooking } from './records.ts';

/** Ends a hold that is over and that nothing was paid for; anything else stays as it is. */
export const expire = ({ database, now }: PaymentParts, bookingId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    const { status, hold_expires_at } = await lockBooking(tx, bookingId);
    if (status !== 'held' || (hold_expires_at as Date).getTime() > now()) return;
    await releaseSlots(tx, bookingId);
    await tx.updateTable('booking').set({ status: 'expired' }).where('id', '=', bookingId).execute();
  });

/**
 * Makes a hold last until an instant, if it would not anyway. A hold that is over, but whose half-hours nobody has taken,
 * lives again; one that was given up or lost does not.
 */
export const extendHold = ({ database }: PaymentParts, bookingId: string, until: Date): Promise<void> =>
  inTransaction(database, async (tx) => {
    const { status, hold_expires_at } = await lockBooking(tx, bookingId);
    if (status !== 'held' || (hold_expires_at as Date) >= until) return;
    await extendSlots(tx, bookingId, until);
    await tx.updateTable('booking').set({ hold_expires_at: until }).where('id', '=', bookingId).execute();
  });

/** Ends the holds that are over and whose order was never opened, so that nobody can have paid them. */
export async function expireWithoutOrder(parts: PaymentParts): Promise<void> {
  const over = await parts.database
    .selectFrom('booking')
    .leftJoin('payment_order', 'payment_order.booking_id', 'booking.id')
    .select('booking.id')
    .where('booking.status', '=', 'held')
    .where('booking.hold_expires_at', '<=', new Date(parts.now()))
    .where('payment_order.order_id', 'is', null)
    .execute();
  for (const { id } of over) await expire(parts, id);
}
