import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { WaitingListEntry } from '../../../machines/bookings/booking.ts';
import { fullDate, timeAt } from '../../../domain/time/calendar.ts';
import { EMAIL_HOURS_TEXT } from '../../../domain/bookings/waitingList.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
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

function stateText({ state, offeredUntil }: WaitingListEntry): string {
  if (state === 'offered' && offeredUntil !== null) {
    return `It is free, and held for you until ${timeAt(Date.parse(offeredUntil))}.`;
  }
  if (state === 'informed') return 'It is free now: first come, first served.';
  return `It is taken. We will email you when it becomes free, ${EMAIL_HOURS_TEXT}.`;
}

interface Props {
  entry: WaitingListEntry;
  isBusy: boolean;
  level: 'h1' | 'h3';
  onBook: () => void;
  onLeave: () => void;
}

export function WaitCard({ entry, isBusy, level, onBook, onLeave }: Props) {
  const { meetingRoom: room, bookingDate, range, state } = entry;
  const [day, times] = [fullDate(bookingDate), rangeText(range)];
  return (
    <Frame component="article" aria-label={`${room.roomName}, ${day}, ${times}`}>
      <div>
        <Typography variant={level === 'h1' ? 'h2' : 'h4'} component={level}>
          {room.roomName}
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
