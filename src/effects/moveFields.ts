import { bookingTimes } from '../../domain/slots.ts';
import type { MoveTarget } from '../../machines/moveSetup.ts';

/** The fields that name a booking and where it moves to. */
export const moveFields = ({ bookingId, roomId, date, range }: MoveTarget) => ({
  booking_id: bookingId,
  mid: roomId,
  bdate: date,
  ...bookingTimes(range),
});
