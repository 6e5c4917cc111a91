import { lockUserRow } from '../../account/users.ts';
import { endHold } from '../../slots/bookingSlots.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** Releases the hold of an entry's offer. Nobody can have paid this hold, because the checkout replaces it by a new one. */
async function releaseOffer(
  tx: Tx,
  entry: { readonly state: string; readonly booking_id: string | null } | undefined,
): Promise<void> {
  if (entry?.state !== 'offered' || entry.booking_id === null) return;
  const held = await tx
    .selectFrom('booking')
    .select('id')
    .where('id', '=', entry.booking_id)
    .where('status', '=', 'held')
    .forUpdate()
    .executeTakeFirst();
  if (held) await endHold(tx, held.id, 'released');
}

/** Deletes an entry and releases its offer. The caller has locked the user's row. */
async function deleteEntry(tx: Tx, entryId: string): Promise<void> {
  const entry = await tx
    .deleteFrom('waitlist_entry')
    .where('id', '=', entryId)
    .returning(['state', 'booking_id'])
    .executeTakeFirst();
  await releaseOffer(tx, entry);
}

/**
 * Removes a user's own entry from the waiting list. An entry with an unused offer stays as 'missed' until a week after its
 * day, so that the user cannot wait for the same times again. Does nothing for an unknown entry and another user's entry.
 */
export const leaveWaitingList = (database: Database, entryId: string, userId: string): Promise<void> =>
  inTransaction(database, async (tx) => {
    await lockUserRow(tx, userId);
    const own = await tx
      .selectFrom('waitlist_entry')
      .select(['id', 'state', 'booking_id', 'misses'])
      .where('id', '=', entryId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!own) return;
    if (own.misses === 0) return deleteEntry(tx, own.id);
    await tx.updateTable('waitlist_entry').set({ state: 'missed' }).where('id', '=', own.id).execute();
    await releaseOffer(tx, own);
  });

/** Removes all entries of a user from the waiting list. The caller has locked the user's row. */
export async function leaveAll(tx: Tx, userId: string): Promise<void> {
  const own = await tx
    .selectFrom('waitlist_entry')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const { id } of own) await deleteEntry(tx, id);
}
