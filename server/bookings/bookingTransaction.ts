import { slotTime } from '../../domain/slots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../apiError.ts';
import { ownOverlapping } from './ownOverlapping.ts';
import { takenSlots } from './takenSlots.ts';
import type { RequestedRange } from './requestedRange.ts';

/** Thrown inside a booking's transaction to roll it back: some of its slots belong to another booking. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
}

/** True when the user has already booked some of the range, in another tab or by a payment that was reported late. */
async function isOwnBooking(database: Database, requested: RequestedRange): Promise<boolean> {
  const own = await ownOverlapping(database, requested, 'confirmed').select('id').executeTakeFirst();
  return own !== undefined;
}

/**
 * Runs a booking's transaction. After the rollback, a `SlotTaken` thrown in it becomes 'slot-taken' (409) with the
 * slots that are taken now, so that the visitor can choose again without another call (ruling 18). It becomes
 * 'already-booked' when the user has the slots themselves: otherwise they would read that someone else was faster, and
 * pay for another room.
 */
export async function runBookingTransaction<T>(
  database: Database,
  requested: RequestedRange,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    const taken = await takenSlots(database, { ...requested, roomIds: [requested.roomId] });
    const details = { taken: (taken.get(requested.roomId) ?? []).map(slotTime) };
    if (await isOwnBooking(database, requested)) {
      throw new ApiError('already-booked', 'You have already booked these times', details);
    }
    throw new ApiError('slot-taken', 'Someone else has just taken these times', details);
  }
}
