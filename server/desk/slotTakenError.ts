import { slotTime } from '../../domain/slots.ts';
import { ApiError } from '../apiError.ts';
import { SlotTaken } from '../bookings/bookingTransaction.ts';
import { takenSlots } from '../bookings/takenSlots.ts';
import type { DeskDeps } from './deps.ts';

/** Runs a change that claims slots. Throws 409 'slot-taken' with the currently taken times when the slots are not free. */
export async function withSlotTakenError<T>(
  { database, now }: DeskDeps,
  place: { readonly mid: number; readonly bdate: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    const query = { roomIds: [place.mid], day: place.bdate, userId: null, now: now() };
    const taken = (await takenSlots(database, query)).get(place.mid)?.taken ?? [];
    throw new ApiError('slot-taken', 'These times are not free', { taken: taken.map(slotTime) });
  }
}
