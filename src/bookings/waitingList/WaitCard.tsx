import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { WaitingListEntry } from '../../../contract/bookings/waitingList.ts';
import { fullDate, timeAt } from '../../../domain/time/calendar.ts';
import { EMAIL_HOURS_TEXT } from '../../../domain/bookings/waitingList.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { parseSlotTime } from '../../../domain/time/slots.ts';
import { styled } from '@mui/material/styles';

const Frame = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
  padding: theme.spacing(2.25, 2.5),
  borderRadius: 20,
})) as typeof Card;

const Line = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 0),
  fontVariantNumeric: 'tabular-nums',
}));

const State = styled(Line)(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

function stateText({ state, offered_until }: WaitingListEntry): string {
  if (state === 'offered' && offered_until !== null) {
    return `It is free, and held for you until ${timeAt(Date.parse(offered_until))}.`;
  }
  if (state === 'informed') return 'It is free now: first come, first served.';
  return `It is taken. We will email you when it becomes free, ${EMAIL_HOURS_TEXT}.`;
}

interface Props {
  entry: WaitingListEntry;
  isBusy: boolean;
  /** The heading's level. */
  level: 'h1' | 'h3';
  onBook: () => void;
  onLeave: () => void;
}

/** An entry of the waiting list, with buttons to book the times once they are free and to leave the list. */
export function WaitCard({ entry, isBusy, level, onBook, onLeave }: Props) {
  const { meeting_room: room, booking_date, start_time, end_time, state } = entry;
  const range = { start: parseSlotTime(start_time) ?? 0, end: (parseSlotTime(end_time) ?? 0) + 1 };
  const [day, times] = [fullDate(booking_date), rangeText(range)];
  return (
    <Frame component="article" aria-label={`${room.room_name}, ${day}, ${times}`}>
      <div>
        <Typography variant={level === 'h1' ? 'h2' : 'h4'} component={level}>
          {room.room_name}
        </Typography>
        <Line>
          {day},{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {times}
          </Box>
        </Line>
        <State>{stateText(entry)}</State>
      </div>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {state !== 'waiting' && <Button onClick={onBook}>Book it</Button>}
        <Button variant="outlined" loading={isBusy} onClick={onLeave}>
          Leave
        </Button>
      </Stack>
    </Frame>
  );
}
