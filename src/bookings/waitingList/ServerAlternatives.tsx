import type { Alternatives } from '../../../domain/bookings/alternatives.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
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
  return (
    <AlternativeLists
      {...props}
      times={offered.times.filter((range) => !isKnownTaken(days, roomId, date, range))}
      rooms={offered.rooms.filter(({ id }) => !isKnownTaken(days, id, date, props.range))}
    />
  );
}
