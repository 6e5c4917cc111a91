import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import type { BookingDetails } from '../../../machines/bookings/booking.ts';
import { dateAt, fullDate, lastBookableDate } from '../../../domain/time/calendar.ts';
import { freeRanges } from '../../../domain/time/ranges.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { freeEnds, freeStarts } from '../../../machines/bookings/move/setup.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { statePath } from '../../app/system/statePath.ts';
import { Columns, Panel } from '../booking/bookingPageParts.ts';
import { MovePrice } from './MovePrice.tsx';
import { useWhileShown } from '../../app/system/useWhileShown.ts';

const Fields = styled(Panel)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  overflow: 'visible',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})) as typeof Panel;

const Note = styled('p')(({ theme }) => ({
  gridColumn: '1 / -1',
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));

export function MoveForm({ booking }: { booking: BookingDetails }) {
  const move = useFlow('move', lazyFlows.move);
  const { data: rooms } = useResource(useFlow('roomList'), CITIES[0]);
  const context = useSelector(move, (snapshot) => snapshot.context);
  const state = useSelector(move, ({ value }) => statePath(value));
  const { id } = booking;

  // A refreshed booking must not reset the form.
  useWhileShown(move, { shown: { type: 'move.opened', booking }, left: { type: 'move.closed' } }, id);

  const { start, end } = booking.range;
  const today = dateAt(context.clock.now());
  const hasTimes = state.startsWith('choosing.times') || state === 'sending';
  const ranges = freeRanges({ taken: context.taken });
  const isLoading = state === 'choosing.loading';

  return (
    <Columns data-flow="move" data-state={state}>
      <Fields>
        <Note>
          {`Now: ${booking.meetingRoom.roomName}, ${fullDate(booking.bookingDate)}, ${clockTime(start)} – ${clockTime(end)}`}
        </Note>
        <DateField
          label="Date"
          name="date"
          value={context.date}
          onChange={(date) => move.send({ type: 'move.dateChosen', date })}
          today={today}
          bounds={{ first: today, last: lastBookableDate(today) }}
          error={
            state === 'choosing.withoutDate' ? 'Choose a date from today to six months ahead' : undefined
          }
        />
        <TextField
          select
          label="Room"
          value={rooms ? context.roomId : ''}
          onChange={({ target }) => move.send({ type: 'move.roomChosen', roomId: Number(target.value) })}
        >
          {(rooms ?? []).map((room) => (
            <MenuItem key={room.id} value={room.id}>
              {`${room.roomName}, up to ${room.roomCapacity}`}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="Start time"
          disabled={!hasTimes}
          value={hasTimes ? (context.start ?? '') : ''}
          helperText={isLoading ? 'Loading the free times…' : undefined}
          onChange={({ target }) => move.send({ type: 'move.startChosen', slot: Number(target.value) })}
        >
          {freeStarts(context).map((slot) => (
            <MenuItem key={slot} value={slot}>
              {clockTime(slot)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="End time"
          disabled={!hasTimes || context.start === null}
          value={hasTimes ? (context.end ?? '') : ''}
          onChange={({ target }) => move.send({ type: 'move.endChosen', slot: Number(target.value) })}
        >
          {freeEnds(context).map((slot) => (
            <MenuItem key={slot} value={slot}>
              {clockTime(slot)}
            </MenuItem>
          ))}
        </TextField>
        {hasTimes && (
          <Note>
            {ranges.length === 0
              ? 'Nothing is free on that day in this room.'
              : `Free on that day: ${ranges.map(({ start: from, end: to }) => `${clockTime(from)} – ${clockTime(to)}`).join(', ')}`}
          </Note>
        )}
        {state === 'choosing.failed' && (
          <Alert
            sx={{ gridColumn: '1 / -1' }}
            severity="error"
            role="alert"
            action={
              <Button
                variant="outlined"
                size="small"
                startIcon={<RefreshIcon />}
                onClick={() => move.send({ type: 'move.retried' })}
              >
                Try again
              </Button>
            }
          >
            The free times could not be loaded.
          </Alert>
        )}
      </Fields>
      <MovePrice room={rooms?.find((room) => room.id === context.roomId)} />
    </Columns>
  );
}
