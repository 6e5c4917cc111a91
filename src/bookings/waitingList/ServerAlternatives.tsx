import type { Alternatives } from '../../../domain/bookings/alternatives.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import { isKnownTaken } from '../../../machines/rooms/search/view.ts';
import { useKnownSlots } from '../../rooms/exports.ts';
import { AlternativeLists } from './AlternativeLists.tsx';

interface Props {
  /** Prefixes the ids of the labels; unique on the page. */
  id: string;
  offered: Alternatives;
  /** Of the taken times; `date` in IST. */
  roomId: number;
  date: string;
  /** The taken times. */
  range: SlotRange;
  onTime: (range: SlotRange) => void;
  onRoom: (room: Room) => void;
}

/** An alternative that somebody else takes meanwhile is withdrawn if its day is loaded. */
export function ServerAlternatives({ offered, roomId, date, ...props }: Props) {
  const days = useKnownSlots();
  return (
    <AlternativeLists
      {...props}
      date={date}
      times={offered.times.filter((range) => !isKnownTaken(days, roomId, date, range))}
      rooms={offered.rooms.filter(({ id }) => !isKnownTaken(days, id, date, props.range))}
    />
  );
}
