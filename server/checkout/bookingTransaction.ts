import { slotTime } from '../../domain/time/slots.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { ApiError, type ErrorDetails } from '../platform/http/apiError.ts';
import { nearestTimes, searchAlternatives } from './alternatives.ts';
import { isConfirmed, ownOverlappingBookings } from '../slots/ownOverlappingBookings.ts';
import { type RoomAvailability, takenSlots } from '../slots/takenSlots.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import type { BookedRange } from '../slots/storedBooking.ts';

/** Thrown inside a booking's transaction to roll it back, because some of the slots belong to another booking. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
}

const UNKNOWN_ROOM: RoomAvailability = { taken: [], open: null };

/**
 * Whether the user has another confirmed booking with some of the slots, made in another tab or confirmed by a payment that
 * was reported late.
 */
async function isOwnBooking(
  database: Database,
  requested: RequestedRange,
  movedBooking: BookedRange | null,
): Promise<boolean> {
  const own = await ownOverlappingBookings(database, requested, isConfirmed)
    // A booking whose buffer alone is in the way is of other times.
    .where('start_slot', '<', requested.range.end)
    .where('end_slot', '>', requested.range.start)
    .select('id')
    .execute();
  return own.some(({ id }) => id !== movedBooking?.id);
}

/**
 * The current availability of the requested room and day. The slots of the booking `movedBooking` do not count as taken. A room
 * that does not exist counts as closed.
 */
export async function availabilityForMove(
  database: Database | Tx,
  requested: RequestedRange,
  movedBooking: BookedRange | null,
): Promise<RoomAvailability> {
  const exceptBookingId = movedBooking?.id;
  const found = await takenSlots(database, { ...requested, exceptBookingId, roomIds: [requested.roomId] });
  return found.get(requested.roomId) ?? UNKNOWN_ROOM;
}

/**
 * The 409 for slots that belong to another booking. Its details are the slots that are taken now and the alternatives, so
 * that the visitor can choose again without another call (ruling 18). The code is 'slot-taken', or 'already-booked' when
 * the other booking is the user's own, because the user would otherwise book and pay for another room.
 */
export async function slotsTakenError(
  database: Database | Tx,
  requested: RequestedRange,
  movedBooking: BookedRange | null,
): Promise<ApiError> {
  const details = await alternativesFor(database, requested, movedBooking);
  return (await isOwnBooking(database, requested, movedBooking))
    ? new ApiError('already-booked', 'You have already booked these times', details)
    : slotTakenError(details);
}

/** `slotsTakenError` for a user who had no booking with any of the slots a moment ago. */
export const takenByOthersError = async (database: Database, requested: RequestedRange): Promise<ApiError> =>
  slotTakenError(await alternativesFor(database, requested, null));

const slotTakenError = (details: ErrorDetails): ApiError =>
  new ApiError('slot-taken', 'Someone else has just taken these times', details);

async function alternativesFor(
  database: Database | Tx,
  requested: RequestedRange,
  movedBooking: BookedRange | null,
): Promise<ErrorDetails> {
  const found = await searchAlternatives(database, { ...requested, exceptBookingId: movedBooking?.id });
  const availability = found.availability ?? UNKNOWN_ROOM;
  return {
    taken: availability.taken.map(slotTime),
    alternatives: { times: nearestTimes(availability, requested.range), rooms: [...found.rooms] },
  };
}

/**
 * Runs a booking's transaction. After the rollback, a `SlotTaken` thrown by `work` becomes the 409 of `slotsTakenError`.
 * `movedBooking`: the booking that moves, if the transaction is a move.
 */
export async function runBookingTransaction<T>(
  database: Database,
  requested: RequestedRange,
  work: (tx: Tx) => Promise<T>,
  movedBooking: BookedRange | null = null,
): Promise<T> {
  try {
    return await inTransaction(database, work);
  } catch (error) {
    if (!(error instanceof SlotTaken)) throw error;
    throw await slotsTakenError(database, requested, movedBooking);
  }
}
