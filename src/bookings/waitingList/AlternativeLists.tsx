import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';

const Lists = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  '& .label': {
    margin: theme.spacing(0, 0, 0.75),
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 600,
  },
  '& ul': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  '& li button': {
    minHeight: 44,
    backgroundColor: theme.vars.palette.background.paper,
    fontVariantNumeric: 'tabular-nums',
  },
}));

interface Props {
  /** The prefix of the labels' ids, unique on the page. */
  id: string;
  /** The taken slot range. */
  range: SlotRange;
  times: readonly SlotRange[];
  rooms: readonly Room[];
  onTime: (range: SlotRange) => void;
  onRoom: (room: Room) => void;
}

/** The alternatives to taken times: other times in the same room, and other rooms at the same time. */
export function AlternativeLists({ id, range, times, rooms, onTime, onRoom }: Props) {
  if (times.length === 0 && rooms.length === 0) return null;
  return (
    <Lists>
      {times.length > 0 && (
        <div>
          <p className="label" id={`${id}-times`}>
            Free in this room
          </p>
          <ul aria-labelledby={`${id}-times`}>
            {times.map((time) => (
              <li key={time.start}>
                <Button variant="outlined" size="small" onClick={() => onTime(time)}>
                  <span>{rangeText(time)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {rooms.length > 0 && (
        <div>
          <p className="label" id={`${id}-rooms`}>
            {`${rangeText(range)} in another room`}
          </p>
          <ul aria-labelledby={`${id}-rooms`}>
            {rooms.map((room) => (
              <li key={room.id}>
                <Button variant="outlined" size="small" onClick={() => onRoom(room)}>
                  <span>{`${room.room_name}, ${rupees(Math.round(room.price_per_hour * 100))} / hr`}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Lists>
  );
}
