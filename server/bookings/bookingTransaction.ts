import { slotTime } from '../../domain/slots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../apiError.ts';
import { takenSlots } from './takenSlots.ts';
import type { RequestedRange } from './requestedRange.ts';

/** Thrown inside a booking's transaction to undo it: some of its half-hours belong to someone else. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
}

/** True when the user has booked some of the stretch already: in another tab, or by a payment that was told late. */
async function isOwnBooking(
  database: Database,
  { userId, roomId, day, range }: RequestedRange,
): Promise<boolean> {
  const own = await database
    .selectFrom('booking')
    .select('id')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('status', '=', 'confirmed')
    .where('start_slot', '<', range.end)
    .where('end_slot', '>', range.start)
    .executeTakeFirst();
  return own !== undefined;
}

/**
 * Runs a booking's transaction. A `SlotTaken` thrown in it becomes, once it is undone, the refusal 'slot-taken' (409)
 * with what is taken now, so that the visitor can choose again without asking (ruling 18); or 'already-booked', for
 * nobody must read that someone else was faster, and pay elsewhere, who has the room.
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
      throw new ApiError('already-booked', 'You have booked these half-hours already', details);
    }
    throw new ApiError('slot-taken', 'Someone else has just taken these half-hours', details);
  }
}
