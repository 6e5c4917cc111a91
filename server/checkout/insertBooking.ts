import { bookingColumns } from '../platform/database/columns.ts';
import type { Tx } from '../platform/database/schema.ts';
import { type BookingValues, requestedColumns } from './bookingRow.ts';
import { claimSlots } from '../slots/bookingSlots.ts';
import { SlotTaken } from './bookingTransaction.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

/**
 * Inserts a booking and claims its slots until the hold expires, or permanently for a booking without a hold. Throws
 * `SlotTaken`, which rolls the transaction back. The caller has locked the user's row.
 */
export async function insertBooking(
  tx: Tx,
  requested: RequestedRange,
  values: BookingValues,
): Promise<StoredBooking> {
  const booking = await tx
    .insertInto('booking')
    .values({ ...requestedColumns(requested), ...values })
    .returning(bookingColumns)
    .executeTakeFirstOrThrow();
  const slots = { ...requested, bookingId: booking.id, holdUntil: booking.hold_expires_at };
  if (!(await claimSlots(tx, slots))) throw new SlotTaken();
  return booking;
}
