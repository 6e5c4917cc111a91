import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import { addDays, fullDate } from '../../../domain/time/calendar.ts';
import { WHOLE_DAY } from '../../../domain/time/openingHours.ts';
import { freeRanges } from '../../../domain/time/ranges.ts';
import { clockTime, slotCount } from '../../../domain/time/slots.ts';
import { type RoomDay, weekKey } from '../../../machines/rooms/roomPage.ts';
import { searchOfDate } from '../../../machines/rooms/search/view.ts';
import {
  earlierWeek,
  firstShownDay,
  freeTexts,
  laterWeek,
  middleOf,
  openSpan,
  WEEK_DAYS,
} from '../../../machines/rooms/week.ts';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/pages.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { hatching } from '../../ui/theme/translucent.ts';

const Frame = styled('div')(({ theme }) => ({
  '--day': '4.25rem',
  [theme.breakpoints.up('sm')]: { '--day': '11.5rem' },
}));

const Top = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1),
}));

const WeekText = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 600,
}));

const Arrows = styled('div')(({ theme }) => ({ display: 'flex', gap: theme.spacing(0.5) }));

const Arrow = styled(IconButton)(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  '&[aria-disabled="true"]': { opacity: 0.4, cursor: 'default' },
}));

const Scale = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  margin: theme.spacing(1, 1, 0.5, 'var(--day)'),
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
}));

const Days = styled('ul')({ display: 'grid', gap: 4, margin: 0, padding: 0, listStyle: 'none' });

const DayButton = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'calc(var(--day) - 0.5rem) minmax(0, 1fr)',
  alignItems: 'center',
  width: '100%',
  minHeight: 48,
  padding: theme.spacing(0, 0, 0, 1),
  border: '1.5px solid transparent',
  borderRadius: 12,
  backgroundColor: 'transparent',
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.sand },
  '&[aria-pressed="true"]': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.tint,
  },
}));

const DayText = styled('span')({ fontSize: '0.875rem', fontWeight: 650, lineHeight: 1.25 });

const FreeTime = styled('small')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  fontWeight: 500,
}));

const WideWord = styled('span')(({ theme }) => ({ [theme.breakpoints.down('sm')]: { display: 'none' } }));

const ShortWord = styled('span')(({ theme }) => ({ [theme.breakpoints.up('sm')]: { display: 'none' } }));

const Bar = styled('span')(({ theme }) => ({
  position: 'relative',
  height: 26,
  marginInlineEnd: 6,
  borderRadius: 8,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.taken,
  backgroundImage: hatching(theme.vars.palette.takenText),
}));

const FreeRange = styled('i')(({ theme }) => ({
  position: 'absolute',
  insetBlock: 0,
  borderRadius: 5,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 68%, ${theme.vars.palette.background.paper})`,
}));

const hourText = (slot: number): string => clockTime(slot).replace(':00', '');

interface Props {
  room: Room;
  /** IST date. */
  today: string;
  chosenDate: string | null;
}

/** A press chooses a day. */
export function WeekView({ room, today, chosenDate }: Props) {
  const search = useFlow('search');
  const [from, setFrom] = useState(() => firstShownDay(today, chosenDate));
  const { data, failure, isBusy, state, refresh } = useResource(
    useFlow('week', lazyFlows.roomPage),
    weekKey({ roomId: room.id, from }),
  );
  const earlier = earlierWeek(from, today);
  const later = laterWeek(from, today);
  const chooseDate = (date: string) => {
    for (const event of searchOfDate(search.getSnapshot().context, date)) search.send(event);
  };
  const span = data ? openSpan(data) : WHOLE_DAY;
  const offsetOf = (slot: number) => `${((slot - span.start) / slotCount(span)) * 100}%`;

  return (
    <Frame data-flow="week" data-state={state}>
      <Top>
        <WeekText aria-live="polite">{`${shortDate(from)} – ${shortDate(addDays(from, WEEK_DAYS - 1))}`}</WeekText>
        <Arrows>
          <Arrow
            aria-label="Earlier days"
            aria-disabled={earlier === null}
            onClick={() => earlier !== null && setFrom(earlier)}
          >
            <ChevronLeftIcon />
          </Arrow>
          <Arrow
            aria-label="Later days"
            aria-disabled={later === null}
            onClick={() => later !== null && setFrom(later)}
          >
            <ChevronRightIcon />
          </Arrow>
        </Arrows>
      </Top>
      <VisuallyHidden role="status">{isBusy && !data ? 'Loading the week' : ''}</VisuallyHidden>
      {data ? (
        <>
          <Scale aria-hidden="true">
            <span>{hourText(span.start)}</span>
            <span>{hourText(middleOf(span))}</span>
            <span>{hourText(span.end)}</span>
          </Scale>
          <Days aria-label={`Days of ${room.roomName}`}>
            {data.map((day) => (
              <Day
                key={day.date}
                day={day}
                isChosen={day.date === chosenDate}
                place={offsetOf}
                onChosen={chooseDate}
              />
            ))}
          </Days>
        </>
      ) : failure && !isBusy ? (
        <>
          <p>The week could not be loaded.</p>
          <Button variant="outlined" size="small" startIcon={<RefreshIcon />} onClick={refresh}>
            Try again
          </Button>
        </>
      ) : (
        <WeekSkeleton />
      )}
    </Frame>
  );
}

/** As high as the loaded week. */
export const WeekSkeleton = () => (
  <div aria-hidden="true" style={{ paddingBlockStart: 30 }}>
    {Array.from({ length: WEEK_DAYS }, (_, day) => (
      <Skeleton key={day} variant="rounded" height={48} sx={{ marginBlockEnd: 0.5, borderRadius: '12px' }} />
    ))}
  </div>
);

/** 'Mon 23 Nov'. */
function shortDate(date: string): string {
  const [weekday = '', day = '', month = ''] = fullDate(date).split(' ');
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}`;
}

interface DayProps {
  day: RoomDay;
  isChosen: boolean;
  /** A slot's start on the bar, as a CSS percentage. */
  place: (slot: number) => string;
  onChosen: (date: string) => void;
}

function Day({ day, isChosen, place, onChosen }: DayProps) {
  const { text, shortText } = freeTexts(day);
  const [weekday = '', number, month = ''] = fullDate(day.date).split(' ');
  return (
    <li>
      <DayButton
        type="button"
        aria-pressed={isChosen}
        aria-label={`${fullDate(day.date)}, ${text}`}
        onClick={() => onChosen(day.date)}
      >
        <DayText>
          <WideWord>{weekday}</WideWord>
          <ShortWord>{weekday.slice(0, 3)}</ShortWord>
          <span>{` ${number} `}</span>
          <WideWord>{month}</WideWord>
          <FreeTime>{shortText}</FreeTime>
        </DayText>
        <Bar>
          {freeRanges(day).map(({ start, end }) => (
            <FreeRange key={start} style={{ left: place(start), right: `calc(100% - ${place(end)})` }} />
          ))}
        </Bar>
      </DayButton>
    </li>
  );
}
