import { slotTime } from '../../domain/slots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { takenSlots } from './takenSlots.ts';
import type { WantedStretch } from './wantedStretch.ts';

/** Thrown inside a booking's transaction to undo it: some of its half-hours belong to someone else. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
}

/** True when the user has booked some of the stretch already: in another tab, or by a payment that was told late. */
async function isOwn(database: Database, { userId, roomId, day, range }: WantedStretch): Promise<boolean> {
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
export async function makeBooking<T>(
  database: Database,
  wanted: WantedStretch,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    const taken = await takenSlots(database, { ...wanted, roomIds: [wanted.roomId] });
    const repair = { taken: (taken.get(wanted.roomId) ?? []).map(slotTime) };
    if (await isOwn(database, wanted)) {
      throw new Refusal('already-booked', 'You have booked these half-hours already', repair);
    }
    throw new Refusal('slot-taken', 'Someone else has just taken these half-hours', repair);
  }
}
