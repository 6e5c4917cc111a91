import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../domain/rooms/room.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { timesPriceText } from '../../../domain/rooms/rateTexts.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));

const Alternative = styled(Button)(({ theme }) => ({
  minHeight: 44,
  backgroundColor: theme.vars.palette.background.paper,
  fontVariantNumeric: 'tabular-nums',
}));

interface Props {
  /** Prefixes the ids of the labels; unique on the page. */
  id: string;
  /** IST date. */
  date: string;
  /** The taken times. */
  range: SlotRange;
  times: readonly SlotRange[];
  rooms: readonly Room[];
  onTime: (range: SlotRange) => void;
  onRoom: (room: Room) => void;
  /** The labels are small and grey, below a text that stands out. */
  hasQuietLabels?: boolean;
}

const Label = styled('p')<{ ownerState: Pick<Props, 'hasQuietLabels'> }>(({ theme }) => ({
  margin: theme.spacing(0, 0, 0.75),
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 600,
  variants: [
    {
      props: { hasQuietLabels: true },
      style: { color: theme.vars.palette.text.secondary, fontSize: theme.typography.caption.fontSize },
    },
  ],
}));

/** Other times in the same room, and other rooms at the same time. */
export function AlternativeLists({
  id,
  date,
  range,
  times,
  rooms,
  onTime,
  onRoom,
  hasQuietLabels = false,
}: Props) {
  if (times.length === 0 && rooms.length === 0) return null;
  return (
    <Stack sx={{ gap: 1.5 }}>
      {times.length > 0 && (
        <div>
          <Label ownerState={{ hasQuietLabels }} id={`${id}-times`}>
            Free in this room
          </Label>
          <List aria-labelledby={`${id}-times`}>
            {times.map((time) => (
              <li key={time.start}>
                <Alternative variant="outlined" size="small" onClick={() => onTime(time)}>
                  <span>{rangeText(time)}</span>
                </Alternative>
              </li>
            ))}
          </List>
        </div>
      )}
      {rooms.length > 0 && (
        <div>
          <Label ownerState={{ hasQuietLabels }} id={`${id}-rooms`}>
            {`${rangeText(range)} in another room`}
          </Label>
          <List aria-labelledby={`${id}-rooms`}>
            {rooms.map((room) => (
              <li key={room.id}>
                <Alternative variant="outlined" size="small" onClick={() => onRoom(room)}>
                  <span>{`${room.roomName}, ${timesPriceText(room, date, range)}`}</span>
                </Alternative>
              </li>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
