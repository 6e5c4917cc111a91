import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { MAX_SERIES_DATES, MIN_SERIES_DATES } from '../../../domain/bookings/series.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import type { SaleDate } from '../../../machines/desk/money/moneyFlows.ts';
import { type ShownResource, useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { FieldGroup, GroupError, Legend } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

/** By the number of weeks. */
const intervals = [
  ['once', 'Once'],
  ['1', 'Every week'],
  ['2', 'Every two weeks'],
] as const;
type Interval = (typeof intervals)[number][0];

interface Times {
  readonly roomId: string;
  /** IST date. */
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

interface Repeat {
  readonly every: Interval;
  readonly setEvery: (every: Interval) => void;
  readonly count: string;
  readonly setCount: (count: string) => void;
  readonly resource: ShownResource<readonly SaleDate[]>;
  readonly leftOut: readonly string[];
  readonly setLeftOut: (dates: readonly string[]) => void;
  /** The dates that are sold; null while they are loading. */
  readonly dates: readonly string[] | null;
}

/** The dates of a sale: the chosen day, or those of a series that are free and not left out. */
export function useRepeat({ day, start, end, ...times }: Times): Repeat {
  const [every, setEvery] = useState<Interval>('once');
  const [count, setCount] = useState('4');
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const isSeries = every !== 'once' && start < end;
  const entry = { ...times, day, start: String(start), end: String(end), every, count };
  const resource = useResource(
    useDeskFlow('saleDates'),
    isSeries ? new URLSearchParams(entry).toString() : '',
  );
  const free = resource.data?.filter(({ date, state }) => state === 'free' && !leftOut.includes(date));
  const dates = isSeries ? (free?.map(({ date }) => date) ?? null) : [day];
  return { every, setEvery, count, setCount, resource, leftOut, setLeftOut, dates };
}

const whyNot = ({ state, who }: SaleDate): string =>
  state === 'outside' ? 'after the last day that can be booked' : who || 'taken';

interface Props {
  readonly repeat: Repeat;
  readonly isBusy: boolean;
  readonly error: string | undefined;
}

/** Repeats a sale weekly or fortnightly, with the dates that are taken, and a choice of the others. */
export function RepeatFields({ repeat, isBusy, error }: Props) {
  const { every, setEvery, count, setCount, resource, leftOut, setLeftOut, dates } = repeat;
  return (
    <>
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={every}
        aria-label="Repeats"
        disabled={isBusy}
        onChange={(_event, chosen: Interval | null) => chosen && setEvery(chosen)}
      >
        {intervals.map(([value, name]) => (
          <ToggleButton key={value} value={value}>
            <span>{name}</span>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {every !== 'once' && (
        <>
          <TextField
            select
            label="How many times"
            value={count}
            disabled={isBusy}
            onChange={({ target }) => setCount(target.value)}
          >
            {Array.from({ length: MAX_SERIES_DATES - MIN_SERIES_DATES + 1 }, (_, index) => (
              <MenuItem key={index} value={String(index + MIN_SERIES_DATES)}>
                {index + MIN_SERIES_DATES}
              </MenuItem>
            ))}
          </TextField>
          <DeskLoading resource={resource} />
          {resource.data && (
            <FieldGroup>
              <Legend>Dates</Legend>
              {resource.data.map((date) => {
                const isFree = date.state === 'free';
                return (
                  <FormControlLabel
                    key={date.date}
                    sx={{ display: 'flex' }}
                    control={
                      <Checkbox
                        checked={isFree && !leftOut.includes(date.date)}
                        disabled={!isFree || isBusy}
                        onChange={(_event, isChosen) =>
                          setLeftOut(
                            isChosen ? leftOut.filter((each) => each !== date.date) : [...leftOut, date.date],
                          )
                        }
                      />
                    }
                    label={isFree ? fullDate(date.date) : `${fullDate(date.date)}: ${whyNot(date)}`}
                  />
                );
              })}
              <Typography role="status">{`${dates?.length ?? 0} of ${resource.data.length} dates will be booked.`}</Typography>
            </FieldGroup>
          )}
        </>
      )}
      {error !== undefined && <GroupError role="alert">{error}</GroupError>}
    </>
  );
}
