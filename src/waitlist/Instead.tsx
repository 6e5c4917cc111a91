import type { Alternatives } from '../../contract/booking.ts';
import type { Room } from '../../contract/rooms.ts';
import { parseBookingTimes, type SlotRange } from '../../domain/slots.ts';
import { InsteadLists } from './InsteadLists.tsx';

interface Props {
  /** Begins the ids of the labels, which are unique on a page. */
  id: string;
  offered: Alternatives;
  /** The times that somebody else has. */
  range: SlotRange;
  onTime: (range: SlotRange) => void;
  onRoom: (room: Room) => void;
}

/** What a 409 offers instead of taken times. */
export const Instead = ({ offered, ...props }: Props) => (
  <InsteadLists
    {...props}
    times={offered.times.flatMap((one) => parseBookingTimes(one) ?? [])}
    rooms={offered.rooms}
  />
);
