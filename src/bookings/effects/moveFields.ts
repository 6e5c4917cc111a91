import { bookingTimes } from '../../../domain/time/slots.ts';
import type { MoveTarget } from '../../../machines/bookings/move/setup.ts';

export const moveFields = ({ bookingId, roomId, date, range }: MoveTarget) => ({
  booking_id: bookingId,
  mid: roomId,
  bdate: date,
  ...bookingTimes(range),
});
