/* What payments use of the slots. */
export {
  HELD,
  claimSlots,
  confirmSlots,
  endHold,
  extendSlots,
  isHeld,
  moveSlots,
  releaseSlots,
  type RoomSlotRange,
  type SlotMove,
} from './bookingSlots.ts';
export { expiryCutoff } from './holdExpiry.ts';
export { ownOverlappingBookings } from './ownOverlappingBookings.ts';
export type { RequestedRange } from './requestedRange.ts';
export {
  endSeriesHolds,
  headOf,
  headOfBooking,
  lockSeriesBookings,
  seriesBookingIds,
} from './seriesDates.ts';
export type { BookedRange, StoredBooking } from './storedBooking.ts';
export { takenSlots } from './takenSlots.ts';
