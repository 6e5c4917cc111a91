import Stack from '@mui/material/Stack';
import Card from '@mui/material/Card';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { shallowEqual } from '@xstate/react';
import { useSelector } from '../../app/system/useSelector.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import { dayAndMonth, isDate } from '../../../domain/time/calendar.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { INVALID_DURATION } from '../../../domain/rooms/searchParams.ts';
import { clockTime, MINUTES_PER_SLOT, slotTime } from '../../../domain/time/slots.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { focusField } from '../../ui/fields/focusField.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import {
  CalendarIcon,
  MinusIcon,
  PeopleIcon,
  PlaceIcon,
  PlusIcon,
  SearchIcon,
} from '../../ui/icons/pages.tsx';
import { WithoutScripts } from '../../app/loading/WithoutScripts.tsx';
import { useFlow, useOptionalFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { DayChips } from '../../ui/fields/DayChips.tsx';
import { durationsWith, durationText } from '../../../domain/rooms/durations.ts';
import { FoldedSearch } from './FoldedSearch.tsx';
import type { SearchFields } from '../../../machines/rooms/search/events.ts';
import {
  bookableDates,
  closedStartText,
  isDayChosen,
  offeredStarts,
} from '../../../machines/rooms/search/view.ts';
import { useEmitted } from '../../app/system/useEmitted.ts';

const Form = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(2.5, 1.5),
  padding: theme.spacing(2.5),
  overflow: 'visible',
  boxShadow: theme.vars.shadows[4],
  [theme.breakpoints.up('sm')]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: theme.spacing(2.5),
    padding: theme.spacing(3),
  },
  [theme.breakpoints.up('lg')]: {
    // The last column has the button's width from the start, so that the fields do not move when the button is shown.
    gridTemplateColumns: '1.75fr 1.1fr 0.9fr 0.9fr 0.9fr minmax(9.375rem, auto)',
    gap: theme.spacing(2),
  },
  ...hiddenWithoutScripts,
  '&:focus': { outline: 'none' },
  // FoldedSearch replaces it.
  '&[data-folded]': { [theme.breakpoints.down('sm')]: { display: 'none' } },
})) as typeof Card;

const DateCell = styled('div')({ flexBasis: '100%' });

const DateText = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  color: theme.vars.palette.text.secondary,
  whiteSpace: 'nowrap',
}));

// On a phone two short fields share a row, unless the window or a large text leaves no space.
const Field = styled(TextField)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: { flex: `1 1 calc(50% - ${theme.spacing(1.5)})`, minWidth: '8.25rem' },
}));

const Headcount = styled(Field)({
  '& .MuiInputBase-input': {
    paddingInline: 4,
    textAlign: 'center',
    appearance: 'textfield',
    '&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { appearance: 'none', margin: 0 },
  },
});

const Submit = styled(Button)(({ theme }) => ({
  flexBasis: '100%',
  alignSelf: 'start',
  minHeight: 52,
  [theme.breakpoints.up('sm')]: { marginBlockStart: 'calc(0.9375rem * 1.5 + 6.5px)' },
}));

/** '24 Nov 2026', so that the visitor can check the typed month. */
function dateText(date: string): string {
  const { day, month } = dayAndMonth(date);
  return `${day} ${month} ${date.slice(0, 4)}`;
}

const NO_ROOMS: readonly Room[] = [];

/**
 * Spec 2 and 5. On a phone the form is folded into one line while its results are shown. `onShown`: called when the results
 * of a submitted search are shown.
 */
export function SearchForm({ onShown }: { onShown: () => void }) {
  const search = useFlow('search');
  const state = useSelector(search, ({ value }) => statePath(value));
  const fields = useSelector(search, ({ context }) => context.fields);
  const errors = useSelector(search, ({ context }) => context.errors);
  const isBusy = useSelector(search, (snapshot) => snapshot.hasTag('busy'));
  const today = useSelector(search, ({ context }) => context.today);
  const bounds = useSelector(search, ({ context }) => bookableDates(context), shallowEqual);
  const rooms = useSelector(useOptionalFlow('roomList'), (snapshot) => snapshot?.context.data ?? NO_ROOMS);
  const starts = useSelector(search, ({ context }) => offeredStarts(context, rooms), shallowEqual);
  const closedStart = useSelector(search, ({ context }) => closedStartText(context, rooms));
  const startError = errors.startTime ?? closedStart;
  const form = useRef<HTMLFormElement>(null);
  const folded = useRef<HTMLButtonElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const shownCriteria = useSelector(search, (snapshot) =>
    snapshot.matches({ results: 'showing' }) ? snapshot.context.criteria : null,
  );
  const isFolded = shownCriteria !== null && !isUnfolded;

  const change = (field: keyof SearchFields, value: string) =>
    search.send({ type: 'search.changed', field, value });
  const stepHeadcount = (by: 1 | -1) => search.send({ type: 'search.headcountStepped', by });

  useEmitted(search, 'searchShown', () => {
    setIsUnfolded(false);
    onShown();
  });
  useEmitted(search, 'searchRejected', ({ field }) => focusField(form.current, field));

  // Both elements exist on every screen, but only one of them is visible on a phone.
  useEffect(() => {
    if (isFolded && form.current?.contains(document.activeElement)) folded.current?.focus();
    if (isUnfolded) form.current?.focus();
  }, [isFolded, isUnfolded]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    search.send({ type: 'search.submitted' });
  };

  return (
    <>
      <WithoutScripts feature="Looking for free times and booking" />
      {isFolded && (
        <FoldedSearch ref={folded} criteria={shownCriteria} onUnfold={() => setIsUnfolded(true)} />
      )}
      <Form
        component="form"
        ref={form}
        tabIndex={-1}
        data-folded={isFolded ? '' : undefined}
        method="post"
        noValidate
        aria-label="Find a meeting room"
        data-flow="search"
        data-state={state}
        aria-busy={isBusy}
        onSubmit={submit}
      >
        <DateCell>
          <DateField
            label={
              <>
                <CalendarIcon />
                Date
              </>
            }
            name="date"
            value={fields.date}
            onChange={(date) => change('date', date)}
            today={today}
            bounds={bounds}
            error={errors.date}
          />
          <Stack
            direction="row"
            sx={{
              flexWrap: 'wrap',
              alignItems: 'center',
              rowGap: 0.5,
              columnGap: 1,
              marginBlockStart: 1,
              fontSize: 'body2.fontSize',
            }}
          >
            <DayChips
              labelSx={{ color: 'text.secondary' }}
              isChosen={(daysAhead) => isDayChosen({ today, fields }, daysAhead)}
              onChoose={(daysAhead) => search.send({ type: 'search.dayChosen', daysAhead })}
            />
            {isDate(fields.date) && <DateText>{dateText(fields.date)}</DateText>}
          </Stack>
        </DateCell>
        <Headcount
          label={
            <>
              <PeopleIcon />
              Headcount
            </>
          }
          error={errors.headcount !== undefined}
          helperText={errors.headcount}
          type="number"
          name="headcount"
          required
          value={fields.headcount}
          onChange={(event) => change('headcount', event.target.value)}
          slotProps={{
            htmlInput: { min: 1, inputMode: 'numeric' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <IconButton aria-label="One person fewer" onClick={() => stepHeadcount(-1)}>
                    <MinusIcon />
                  </IconButton>
                </InputAdornment>
              ),
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton aria-label="One person more" onClick={() => stepHeadcount(1)}>
                    <PlusIcon />
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
        <Field
          select
          label={
            <>
              <PlaceIcon />
              Location
            </>
          }
          error={errors.location !== undefined}
          helperText={errors.location}
          name="location"
          required
          value={fields.location}
          onChange={(event) => change('location', event.target.value)}
        >
          {CITIES.map((city) => (
            <MenuItem key={city} value={city}>
              {capitalised(city)}
            </MenuItem>
          ))}
        </Field>
        <Field
          select
          label={
            <>
              <ClockIcon />
              Start time
            </>
          }
          error={startError !== undefined}
          helperText={startError}
          name="startTime"
          required
          value={fields.startTime}
          onChange={(event) => change('startTime', event.target.value)}
        >
          {starts.map((slot) => (
            <MenuItem key={slot} value={slotTime(slot)}>
              {clockTime(slot)}
            </MenuItem>
          ))}
        </Field>
        <Field
          select
          label={
            <>
              <ClockIcon />
              Duration
            </>
          }
          error={errors.duration !== undefined}
          helperText={errors.duration}
          name="duration"
          value={fields.duration}
          onChange={(event) => change('duration', event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          {fields.duration === INVALID_DURATION && (
            <MenuItem value={INVALID_DURATION} disabled>
              Unclear
            </MenuItem>
          )}
          <MenuItem value="">Any</MenuItem>
          {durationsWith(fields.duration).map((slots) => (
            <MenuItem key={slots} value={String(slots * MINUTES_PER_SLOT)}>
              {durationText(slots)}
            </MenuItem>
          ))}
        </Field>
        <Submit type="submit" startIcon={<SearchIcon />}>
          View Slots
        </Submit>
      </Form>
    </>
  );
}
