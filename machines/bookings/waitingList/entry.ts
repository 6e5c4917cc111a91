import type { BookingSelection } from '../../checkout/exports.ts';
import type { Failure } from '../../engine/failure.ts';
import type { WaitingListEntry } from '../booking.ts';

/** What the user books when the times of an entry are free, or held for the user. */
export const selectionOfEntry = (entry: WaitingListEntry): BookingSelection => ({
  room: entry.meetingRoom,
  date: entry.bookingDate,
  range: entry.range,
});

/** The entry of a link has ended: the user has left or booked it, or its time has passed. */
export const isEntryOver = (failure: Failure | null): boolean => failure?.code === 'link-over';
