import type { Alternatives } from '../../contract/booking.ts';
import type { Room } from '../../contract/rooms.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/slots.ts';
import { AlternativeLists } from './AlternativeLists.tsx';

interface Props {
  /** The prefix of the labels' ids, unique on the page. */
  id: string;
  offered: Alternatives;
  /** The taken slot range. */
  range: SlotRange;
  onTime: (range: SlotRange) => void;
  onRoom: (room: Room) => void;
}

/** The alternatives to taken times in a 409 response. */
export const ServerAlternatives = ({ offered, ...props }: Props) => (
  <AlternativeLists
    {...props}
    times={offered.times.flatMap((times) => parseBookingTimes(times) ?? [])}
    rooms={offered.rooms}
  />
);
