import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useSelector } from '../app/system/useSelector.ts';
import { MIN_SERIES_DATES, MAX_SERIES_DATES, type SeriesInterval } from '../../domain/bookings/series.ts';
import type { BookingSelection } from '../../machines/checkout/events.ts';
import { type PreviewedDate, datesWithAlternatives } from '../../machines/bookings/series/previewedDates.ts';
import { RefreshIcon } from '../ui/icons/interface.tsx';
import { canChangeTimes } from '../../machines/checkout/view.ts';
import { useLiveDates } from '../rooms/exports.ts';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { useResource } from '../app/system/resource.ts';
import { statePath } from '../app/system/statePath.ts';
import { SelectedDate, SeriesDateRow } from './series/SeriesDateRow.tsx';
import { useWhileShown } from '../app/system/useWhileShown.ts';

const Frame = styled(Card)(({ theme }) => ({
  padding: theme.spacing(3),
  [theme.breakpoints.up('md')]: { padding: theme.spacing(3, 4) },
})) as typeof Card;

const Lead = styled('p')(({ theme }) => ({
  margin: theme.spacing(1, 0, 2),
  color: theme.vars.palette.text.secondary,
}));

const Dates = styled('ul')(({ theme }) => ({ margin: theme.spacing(2, 0), padding: 0, listStyle: 'none' }));

const RHYTHMS: Readonly<Record<SeriesInterval, string>> = { 1: 'Every week', 2: 'Every two weeks' };
const COUNTS = Array.from(
  { length: MAX_SERIES_DATES - MIN_SERIES_DATES + 1 },
  (_, nth) => nth + MIN_SERIES_DATES,
);

function SelectedSeries({ selection }: { selection: BookingSelection }) {
  const series = useFlow('series', lazyFlows.series);
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const { series: chosenSeries, ...singleSelection } = selection;
  if (!chosenSeries) return null;
  return (
    <>
      <Typography variant="h3" component="h2">
        {`${RHYTHMS[chosenSeries.every]}, ${chosenSeries.dates.length} dates`}
      </Typography>
      <Lead>
        All dates are booked and paid for together, or none. Afterwards, each date can be moved or cancelled
        separately.
      </Lead>
      <Dates aria-label="Dates">
        {chosenSeries.dates.map((date) => (
          <SelectedDate key={date.date} date={date} />
        ))}
      </Dates>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
        <Button variant="outlined" onClick={() => series.send({ type: 'series.opened', selection })}>
          Change the dates
        </Button>
        <Button
          variant="text"
          onClick={() => checkout.send({ type: 'checkout.started', selection: singleSelection })}
        >
          Book one date only
        </Button>
      </Stack>
    </>
  );
}

/** Also says what to do about the dates that are not free. */
function countText(dates: readonly PreviewedDate[]): string {
  if (dates.length < MIN_SERIES_DATES)
    return `A series has at least ${MIN_SERIES_DATES} dates. Choose more of them above.`;
  const free = dates.filter(({ state }) => state === 'free').length;
  return free === dates.length
    ? `All ${free} dates are free.`
    : `${free} of ${dates.length} dates are free. Replace the others, or leave them out.`;
}

interface ChoiceProps<Value extends number> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly textOf: (option: Value) => string;
  readonly onChosen: (option: Value) => void;
}

/** Half of a row. */
function Choice<Value extends number>({ label, value, options, textOf, onChosen }: ChoiceProps<Value>) {
  const choose = (chosen: number) => {
    const option = options.find((each) => each === chosen);
    if (option !== undefined) onChosen(option);
  };
  return (
    <Grid size={{ xs: 12, sm: 6 }}>
      <TextField
        select
        fullWidth
        label={label}
        value={value}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {options.map((option) => (
          <MenuItem key={option} value={option}>
            {textOf(option)}
          </MenuItem>
        ))}
      </TextField>
    </Grid>
  );
}

function SeriesEditor({ selection }: { selection: BookingSelection }) {
  const series = useFlow('series', lazyFlows.series);
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const { series: chosenSeries, ...firstSelection } = selection;
  const { room, date, range } = chosenSeries?.request ?? firstSelection;
  const singleSelection = { ...firstSelection, room, date, range };
  const context = useSelector(series, (snapshot) => snapshot.context);
  const isBusy = useSelector(series, (snapshot) => snapshot.hasTag('busy'));
  const canBook = useSelector(series, (snapshot) => snapshot.hasTag('bookable'));
  const { every, count, dates, failure } = context;
  useLiveDates('seriesLive', datesWithAlternatives(context).join(','));

  return (
    <>
      <Typography variant="h3" component="h2">
        Repeat this booking
      </Typography>
      <Lead>
        Up to {MAX_SERIES_DATES} dates, all booked and paid for together, or none. CONFIRM books the dates of
        this list.
      </Lead>
      <Grid container spacing={2}>
        <Choice
          label="How often"
          value={every}
          options={[1, 2]}
          textOf={(weeks) => RHYTHMS[weeks]}
          onChosen={(weeks) => series.send({ type: 'series.intervalChosen', every: weeks })}
        />
        <Choice
          label="Dates"
          value={count}
          options={COUNTS}
          textOf={String}
          onChosen={(number) => series.send({ type: 'series.countChosen', count: number })}
        />
      </Grid>
      <Box component="p" role="status" sx={{ marginBlockStart: 2, marginBlockEnd: 0, fontWeight: 600 }}>
        {isBusy ? 'Checking the dates…' : failure ? '' : countText(dates)}
      </Box>
      {failure && !isBusy ? (
        <Alert
          severity="error"
          action={
            <Button
              variant="outlined"
              size="small"
              startIcon={<RefreshIcon />}
              onClick={() => series.send({ type: 'series.retried' })}
            >
              Try again
            </Button>
          }
        >
          The dates could not be loaded.
        </Alert>
      ) : (
        <Dates aria-label="Dates" aria-busy={isBusy}>
          {dates.map((previewed) => (
            <SeriesDateRow
              key={previewed.date}
              date={previewed}
              onReplace={(to) => series.send({ type: 'series.dateReplaced', date: previewed.date, ...to })}
              onRemove={() => series.send({ type: 'series.dateRemoved', date: previewed.date })}
            />
          ))}
        </Dates>
      )}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
        <Button variant="outlined" onClick={() => series.send({ type: 'series.closed' })}>
          <span>{canBook ? 'Done' : 'Discard changes'}</span>
        </Button>
        <Button
          variant="text"
          onClick={() => {
            series.send({ type: 'series.closed' });
            checkout.send({ type: 'checkout.started', selection: singleSelection });
          }}
        >
          Book one date only
        </Button>
      </Stack>
    </>
  );
}

/** A series needs a confirmed address. Says so before the form is opened. */
function UnconfirmedAddress({ userId }: { userId: string }) {
  const { data: member } = useResource(useFlow('member'), userId);
  if (!member || member.emailConfirmed) return null;
  const hasAddress = member.email !== '';
  return (
    <Alert
      severity="info"
      // On a phone the button is below the text.
      sx={{ flexWrap: 'wrap', marginBlockEnd: 2 }}
      slotProps={{ message: { sx: { flex: '1 1 12rem' } } }}
      action={
        <Button href="/profile" variant="outlined" size="small">
          {hasAddress ? 'Send the email again' : 'Enter an address'}
        </Button>
      }
    >
      {hasAddress
        ? 'To repeat a booking, first confirm your email address: open the link in the email that we sent you.'
        : 'To repeat a booking, first confirm an email address: your account no longer has one.'}
    </Alert>
  );
}

/** Repeats the selection of the checkout every week or every two weeks. */
export default function SeriesSection() {
  const series = useFlow('series', lazyFlows.series);
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const selection = useSelector(checkout, ({ context }) => context.selection);
  const canChange = useSelector(checkout, canChangeTimes);
  const isOpen = useSelector(series, (snapshot) => snapshot.hasTag('open'));
  const state = useSelector(series, ({ value }) => statePath(value));
  const userId = useSelector(checkout, ({ context }) => context.user?.id);
  useWhileShown(series, { left: { type: 'series.closed' } });
  if (!selection?.range || selection.pendingMove) return null;

  return (
    <Frame component="section" aria-label="Repeat" data-flow="series" data-state={state}>
      {userId !== undefined && <UnconfirmedAddress userId={userId} />}
      {isOpen && canChange ? (
        <SeriesEditor selection={selection} />
      ) : selection.series ? (
        <SelectedSeries selection={selection} />
      ) : (
        <Button
          variant="outlined"
          disabled={!canChange}
          onClick={() => series.send({ type: 'series.opened', selection })}
        >
          Repeat this booking
        </Button>
      )}
    </Frame>
  );
}
