import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { startTransition, useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { DayPlan, PlanEntry } from '../../../machines/desk/plan/dayPlan.ts';
import { addDays, dateAt, fullDate, isDate } from '../../../domain/time/calendar.ts';
import { heldShare } from '../../../domain/bookings/heldShare.ts';
import { countText } from '../../../domain/text/countText.ts';
import { hoursText } from '../../../domain/time/slots.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { ChevronLeftIcon, ChevronRightIcon, PlusIcon } from '../../ui/icons/pages.tsx';
import { useLiveDates } from '../../rooms/exports.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { FreeRooms } from './FreeRooms.tsx';
import { PlanGrid } from './PlanGrid.tsx';
import { PlanList } from './PlanList.tsx';
import { firstFreeSlot, type FreeSlot } from '../../../machines/desk/plan/freeSlot.ts';
import {
  filteredPlan,
  filterParameters,
  isFiltering,
  planFilterOf,
} from '../../../machines/desk/plan/planFilter.ts';
import { PlanFilterForm } from './PlanFilterForm.tsx';
import { lazyDialog } from '../ui/lazyDialog.tsx';

const BookingDialog = lazyDialog('Booking', async () => (await import('./BookingDialog.tsx')).BookingDialog);
const WalkInDialog = lazyDialog('Book', async () => (await import('./WalkInDialog.tsx')).WalkInDialog);
const SaleToPerson = lazyDialog('Book', async () => (await import('./SaleToPerson.tsx')).SaleToPerson);

/** What is held without a payment. */
function HeldShare({ held }: { held: NonNullable<DayPlan['held']> }) {
  const { percent, isLarge } = heldShare(held);
  return (
    <Alert severity={isLarge ? 'warning' : 'info'} icon={false} sx={{ marginBlockEnd: 2 }}>
      <span>{`Awaiting payment: ${hoursText(held.slots)}, ${percent} of the open hours of the next ${held.days} days.`}</span>
      {isLarge && (
        <span> That is unusually high. See who holds them, and block accounts that never pay.</span>
      )}
    </Alert>
  );
}

/** From this number of rooms on, a filter is worth its place. */
const MANY_ROOMS = 8;

/** The day in the address, by default today. `now`: the server's clock, milliseconds since 1970. */
export function DayPlanView({ now }: { now: () => number }) {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const today = dateAt(now());
  const requestedDate = query.get('date') ?? today;
  const date = isDate(requestedDate) ? requestedDate : today;
  const openBookingId = query.get('booking');
  const customerId = query.get('sell');
  const { data: plan, failure, isBusy, state, refresh } = useResource(useDeskFlow('dayPlan'), date);
  const filterText = filterParameters(query).toString();
  const filter = useMemo(() => planFilterOf(new URLSearchParams(filterText)), [filterText]);
  const shown = useMemo(() => plan && filteredPlan(plan, filter, now()), [plan, filter, now]);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [freeSlot, setFreeSlot] = useState<FreeSlot | null>(null);
  // A transition: the browser paints the pressed button before React renders the dialog, which has many fields.
  const openWalkIn = useCallback((slot: FreeSlot) => startTransition(() => setFreeSlot(slot)), []);

  useLiveDates('deskLive', date);

  // Memoised per day: a new function would render every cell of the plan again with each dialog.
  const openBooking = useCallback(
    (entry: PlanEntry) =>
      void navigate(
        `/desk?${new URLSearchParams([...new URLSearchParams(filterText), ['date', date], ['booking', entry.id]])}`,
      ),
    [navigate, date, filterText],
  );
  const closeBooking = () =>
    setQuery((current) => {
      current.delete('booking');
      return current;
    });
  // The filter stays on another day.
  const dayLink = (day: string) => {
    const kept = new URLSearchParams(filterText);
    if (day !== today) kept.set('date', day);
    return kept.size > 0 ? `/desk?${kept}` : '/desk';
  };
  const firstFree = shown && shown.date === date ? firstFreeSlot(shown, now()) : null;
  const shownPlan = plan?.date === date ? plan : null;
  const isEmpty = shown?.rooms.length === 0 && isFiltering(filter);
  const countEntries = (kind: PlanEntry['kind']) =>
    shown?.entries.filter((entry) => entry.kind === kind).length ?? 0;

  return (
    <div data-flow="dayPlan" data-state={state} aria-busy={isBusy}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', marginBlockEnd: 2 }}>
        <Typography
          variant="h3"
          component="h2"
          sx={{ marginInlineEnd: 'auto', flexBasis: { xs: '100%', sm: 'auto' } }}
        >
          {fullDate(date)}
        </Typography>
        <Box sx={{ display: 'grid', inlineSize: '11rem', flexBasis: { xs: '100%', sm: 'auto' } }}>
          <DateField
            label="Go to day"
            name=""
            value={date}
            onChange={(day) => day !== '' && void navigate(dayLink(day))}
            today={today}
            bounds={null}
            error={undefined}
            required={false}
          />
        </Box>
        <IconButton aria-label="Previous day" href={dayLink(addDays(date, -1))}>
          <ChevronLeftIcon />
        </IconButton>
        <Button
          variant={date === today ? 'contained' : 'outlined'}
          size="small"
          href={dayLink(today)}
          aria-current={date === today ? 'date' : undefined}
        >
          Today
        </Button>
        <IconButton aria-label="Next day" href={dayLink(addDays(date, 1))}>
          <ChevronRightIcon />
        </IconButton>
        {firstFree && (
          <Button
            sx={{ flexBasis: { xs: '100%', sm: 'auto' } }}
            variant="outlined"
            size="small"
            startIcon={<PlusIcon />}
            onClick={() => openWalkIn(firstFree)}
          >
            New booking
          </Button>
        )}
      </Stack>
      {plan?.held && plan.held.slots > 0 && <HeldShare held={plan.held} />}
      <VisuallyHidden role="status">
        {plan
          ? `${isFiltering(filter) ? `${countText(shown?.rooms.length ?? 0, 'room')}, ` : ''}${countText(countEntries('booking'), 'booking')}, ${countEntries('hold')} awaiting payment, ${countEntries('block-out')} blocked`
          : ''}
      </VisuallyHidden>
      {plan && (plan.rooms.length > MANY_ROOMS || isFiltering(filter)) && (
        <PlanFilterForm
          plan={plan}
          shownRooms={shown?.rooms.length ?? 0}
          showAllPath={date === today ? '/desk' : `/desk?date=${date}`}
        />
      )}
      {!plan && isBusy && <Skeleton variant="rounded" height={420} />}
      {!plan && !isBusy && failure && (
        <div role="alert">
          <Notice icon={<AlertIcon />} title="The plan could not be loaded" text={failure.message}>
            <Button startIcon={<RefreshIcon />} onClick={refresh}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {plan && failure && !isBusy && (
        <StaleNotice title="The plan could not be refreshed" text={failure.message} onRetry={refresh} />
      )}
      {isEmpty && <Typography>No room matches the filter.</Typography>}
      {shown &&
        !isEmpty &&
        (isNarrow ? (
          <>
            <PlanList plan={shown} onOpen={openBooking} />
            <FreeRooms plan={shown} now={now} />
          </>
        ) : (
          <PlanGrid
            key={filterText}
            plan={shown}
            now={date === today ? now : null}
            onOpen={openBooking}
            onFreeSlot={openWalkIn}
          />
        ))}
      {openBookingId !== null && (
        <BookingDialog id={openBookingId} plan={plan} now={now} onClose={closeBooking} />
      )}
      {freeSlot && (
        <WalkInDialog
          date={date}
          slot={freeSlot}
          plan={shownPlan}
          today={today}
          onDate={(day) => void navigate(dayLink(day))}
          onClose={() => setFreeSlot(null)}
        />
      )}
      {customerId !== null && (
        <SaleToPerson
          id={customerId}
          date={date}
          slot={firstFree}
          plan={shownPlan}
          today={today}
          onDate={(day) => void navigate(`/desk?date=${day}&sell=${customerId}`)}
          onClose={() => void navigate(`/desk?view=people&person=${customerId}`)}
        />
      )}
    </div>
  );
}
