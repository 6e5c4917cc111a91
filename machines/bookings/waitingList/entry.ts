import type { BookingSelection } from '../../checkout/exports.ts';
import type { Failure } from '../../engine/failure.ts';
import type { WaitingListEntry } from '../booking.ts';

/** The times of the entry are free, or held for the user. */
export const selectionOfEntry = (entry: WaitingListEntry): BookingSelection => ({
  room: entry.meetingRoom,
  date: entry.bookingDate,
  range: entry.range,
});

/** The user of the link has left the list or booked the times, or the times have passed. */
export const isEntryOver = (failure: Failure | null): boolean => failure?.code === 'link-over';
