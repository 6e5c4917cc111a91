import type { TakenSlotsOfRoom } from '../../contract/rooms/rooms.ts';
import { toOpeningTimes } from '../../domain/time/openingHours.ts';
import { slotTime } from '../../domain/time/slots.ts';
import type { RoomAvailability } from './takenSlots.ts';

/** A room's availability as the API sends it. */
export const takenSlotsOfRoom = ({ taken, open }: RoomAvailability): TakenSlotsOfRoom => ({
  time: taken.map(slotTime),
  open: open && toOpeningTimes(open),
});
