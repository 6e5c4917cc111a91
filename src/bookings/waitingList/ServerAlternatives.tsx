import type { Alternatives } from '../../../contract/bookings/booking.ts';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { parseBookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { isKnownTaken } from '../../../machines/rooms/search/view.ts';
import { useKnownSlots } from '../../rooms/knownSlots.ts';
import { AlternativeLists } from './AlternativeLists.tsx';

interface Props {
  /** The prefix of the labels' ids, unique on the page. */
  id: string;
  offered: Alternatives;
  /** The room and the IST date of the taken slot range. */
  roomId: number;
  date: string;
  /** The taken slot range. */
  range: SlotRange;
  onTime: (range: SlotRange) => void;
  onRoom: (room: Room) => void;
}

/**
 * The alternatives to taken times in the server's response. One that somebody else takes meanwhile is withdrawn if its day
 * is loaded.
 */
export function ServerAlternatives({ offered, roomId, date, ...props }: Props) {
  const days = useKnownSlots();
  const times = offered.times.flatMap((text) => parseBookingTimes(text) ?? []);
  return (
    <AlternativeLists
      {...props}
      times={times.filter((range) => !isKnownTaken(days, roomId, date, range))}
      rooms={offered.rooms.filter(({ id }) => !isKnownTaken(days, id, date, props.range))}
    />
  );
}
