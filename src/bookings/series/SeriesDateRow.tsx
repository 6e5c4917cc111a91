import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { fullDate } from '../../../domain/time/calendar.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import type { SeriesDate } from '../../../machines/checkout/events.ts';
import type { PreviewedDate } from '../../../machines/bookings/series/previewedDates.ts';
import { AlertIcon } from '../../ui/icons/interface.tsx';
import { CheckIcon } from '../../ui/icons/pages.tsx';
import { ServerAlternatives } from '../waitingList/ServerAlternatives.tsx';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  padding: theme.spacing(1.5, 0),
  borderBlockStart: `1px solid ${theme.vars.palette.line}`,
}));

const Day = styled('strong')({ display: 'block', fontWeight: 600 });

const Where = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const State = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 600,
}));

const Instead = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  justifyItems: 'start',
  padding: theme.spacing(2),
  borderRadius: 16,
  backgroundColor: theme.vars.palette.sand,
}));

const STATES: Readonly<Record<PreviewedDate['state'], string>> = {
  free: 'Free',
  taken: 'Taken',
  closed: 'Room closed',
  outside: 'Too far ahead',
};

/** `children`: what is said at its end. */
const DateLine = ({ date, range, room, children }: SeriesDate & { children?: ReactNode }) => (
  <Stack
    direction="row"
    sx={{
      gap: 1,
      alignItems: 'flex-start',
      justifyContent: 'space-between',
      fontVariantNumeric: 'tabular-nums',
    }}
  >
    <span>
      <Day>{fullDate(date)}</Day>
      <Where>{`${rangeText(range)}, ${room.roomName}`}</Where>
    </span>
    {children}
  </Stack>
);

export const SelectedDate = ({ date }: { date: SeriesDate }) => (
  <Row>
    <DateLine {...date} />
  </Row>
);

interface Props {
  date: PreviewedDate;
  onReplace: (to: Pick<SeriesDate, 'room' | 'range'>) => void;
  onRemove: () => void;
}

/** A date that is not free has alternatives. */
export function SeriesDateRow({ date: glanced, onReplace, onRemove }: Props) {
  const { date, room, range, state, alternatives } = glanced;
  const isFree = state === 'free';
  return (
    <Row>
      <DateLine {...glanced}>
        <State sx={{ color: isFree ? 'success.main' : 'error.main' }}>
          <IconSlot sx={{ fontSize: '1.125rem' }}>{isFree ? <CheckIcon /> : <AlertIcon />}</IconSlot>
          <span>{STATES[state]}</span>
        </State>
      </DateLine>
      {!isFree && (
        <Instead role="group" aria-label={`Instead of ${fullDate(date)}`}>
          {alternatives && (
            <ServerAlternatives
              id={`series-${date}`}
              offered={alternatives}
              roomId={room.id}
              date={date}
              range={range}
              onTime={(other) => onReplace({ room, range: other })}
              onRoom={(other) => onReplace({ room: other, range })}
            />
          )}
          <Button variant="outlined" size="small" onClick={onRemove}>
            Leave this date out
          </Button>
        </Instead>
      )}
    </Row>
  );
}
