import { slotTime } from '../../domain/slots.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { ApiError } from '../apiError.ts';
import { alternatives } from './alternatives.ts';
import { ownOverlappingBookings } from './ownOverlappingBookings.ts';
import { type RoomAvailability, takenSlots } from './takenSlots.ts';
import type { RequestedRange } from './requestedRange.ts';
import type { BookedRange } from './storedBooking.ts';

/** Thrown inside a booking's transaction to roll it back: some of its slots belong to another booking. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
}

/**
 * The other booking of the user that has some of the range, made in another tab or by a payment that was reported late.
 */
async function isOwnBooking(
  database: Database,
  requested: RequestedRange,
  moving: BookedRange | null,
): Promise<boolean> {
  const own = await ownOverlappingBookings(database, requested, ['confirmed']).select('id').execute();
  return own.some(({ id }) => id !== moving?.id);
}

/**
 * The availability of the requested room and day now: the slots of the booking that moves are not taken. A room that does
 * not exist is closed.
 */
export async function availabilityForMove(
  database: Database,
  requested: RequestedRange,
  moving: BookedRange | null,
): Promise<RoomAvailability> {
  const found = await takenSlots(database, { ...requested, roomIds: [requested.roomId] });
  const { taken, open } = found.get(requested.roomId) ?? { taken: [], open: null };
  const isSameRoomAndDay = moving?.room_id === requested.roomId && moving.day === requested.day;
  return {
    open,
    taken: taken.filter((slot) => !(isSameRoomAndDay && slot >= moving.start_slot && slot < moving.end_slot)),
  };
}

/**
 * The 409 for slots that belong to another booking, with the slots that are taken now and what can be booked instead, so
 * that the visitor can choose again without another call (ruling 18): 'slot-taken', or 'already-booked' when the user has the slots themselves,
 * because otherwise they would read that someone else was faster, and pay for another room.
 */
export async function slotsTakenError(
  database: Database,
  requested: RequestedRange,
  moving: BookedRange | null,
): Promise<ApiError> {
  const availability = await availabilityForMove(database, requested, moving);
  const details = {
    taken: availability.taken.map(slotTime),
    alternatives: await alternatives(database, requested, availability),
  };
  return (await isOwnBooking(database, requested, moving))
    ? new ApiError('already-booked', 'You have already booked these times', details)
    : new ApiError('slot-taken', 'Someone else has just taken these times', details);
}

/**
 * Runs a booking's transaction. After the rollback, a `SlotTaken` thrown in it becomes the 409 of `slotsTaken`. `moving`:
 * the booking that moves, if it is a move.
 */
export async function runBookingTransaction<T>(
  database: Database,
  requested: RequestedRange,
  work: (tx: Tx) => Promise<T>,
  moving: BookedRange | null = null,
): Promise<T> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    throw await slotsTakenError(database, requested, moving);
  }
}
