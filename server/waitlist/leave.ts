import { endHold } from '../bookings/bookingSlots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * Ends an entry, whose user's row is locked: its row goes, and what its offer holds is free. Nobody can have paid that
 * hold, because a payment makes another in its place.
 */
async function end(tx: Tx, entryId: string): Promise<void> {
  const entry = await tx
    .deleteFrom('waitlist_entry')
    .where('id', '=', entryId)
    .returning(['state', 'booking_id'])
    .executeTakeFirst();
  if (entry?.state !== 'offered' || entry.booking_id === null) return;
  const held = await tx
    .selectFrom('booking')
    .select('id')
    .where('id', '=', entry.booking_id)
    .where('status', '=', 'held')
    .forUpdate()
    .executeTakeFirst();
  if (held) await endHold(tx, held.id, 'cancelled');
}

/** Takes a user's own entry off the waiting list. Nothing happens for one that is not there, or is somebody else's. */
export const leaveWaitlist = (database: Database, entryId: string, userId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    // The user's row is locked first, as in every booking.
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const own = await tx
      .selectFrom('waitlist_entry')
      .select('id')
      .where('id', '=', entryId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (own) await end(tx, own.id);
  });

/** Takes a user, whose row is locked, off the waiting list altogether. */
export async function leaveAll(tx: Tx, userId: string): Promise<void> {
  const own = await tx
    .selectFrom('waitlist_entry')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const { id } of own) await end(tx, id);
}
