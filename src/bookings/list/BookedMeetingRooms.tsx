import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useSelector } from '../../app/system/useSelector.ts';
import type { Ref } from 'react';
import type { Booking } from '../../../machines/bookings/booking.ts';
import { brand } from '../../../domain/content/brand.ts';
import { BusyButton } from '../../ui/fields/BusyButton.tsx';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon } from '../../ui/icons/pages.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { BookingCard } from './BookingCard.tsx';
import { inSeries, keyWithMore } from '../../../machines/bookings/myBookings.ts';
import { UnpaidNotice } from './UnpaidNotice.tsx';
import { BookingCardSkeleton } from './BookingCardSkeleton.tsx';

const Section = styled('section')(({ theme }) => ({
  minWidth: 0,
  // The button next to the section moves the focus here, so the focus is visible.
  scrollMarginBlockStart: 96,
  borderRadius: 20,
  '&:focus': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 12 },
}));

const listStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  margin: theme.spacing(3, 0, 0),
  padding: 0,
  listStyle: 'none',
  // Grid rows may break across sheets; blocks do not.
  '@media print': { display: 'block' },
});

const List = styled('ul')(({ theme }) => listStyles(theme));

const LoadingList = styled('div')(({ theme }) => listStyles(theme));

const Item = styled('li')(({ theme }) => ({ '@media print': { marginBlockEnd: theme.spacing(2.5) } }));

const SeriesItem = styled(Item)(({ theme }) => ({
  padding: theme.spacing(2),
  borderRadius: 28,
  backgroundColor: theme.vars.palette.sand,
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(2, 1) },
}));

export type BookingTab = 'upcoming' | 'completed' | 'cancelled';

/** Configured (ruling 22). */
const hasCompletedTab: boolean = brand.showCompletedBookings;

interface Props {
  ref: Ref<HTMLElement>;
  tab: BookingTab;
  onTabChange: (part: BookingTab) => void;
}

/** Completed is shown if it is configured, Cancelled if there are any. */
export function BookedMeetingRooms({ ref, tab, onTabChange }: Props) {
  const { data, failure, isBusy, state, refresh } = useResource(useFlow('bookings', lazyFlows.myBookings));
  const hasFailed = !data && failure !== null && !isBusy;
  const hasCancelled = (data?.cancelled.length ?? 0) > 0;
  const hasTabs = hasCompletedTab || hasCancelled;
  const shown = data?.[tab];

  return (
    <Section
      ref={ref}
      tabIndex={-1}
      aria-label="Booked Meeting Rooms"
      aria-busy={isBusy}
      data-flow="bookings"
      data-state={state}
    >
      {hasTabs ? (
        <Tabs
          value={tab}
          onChange={(_event, chosen: BookingTab) => onTabChange(chosen)}
          aria-label="Which bookings"
        >
          <Tab label="Upcoming" value="upcoming" id="tab-upcoming" aria-controls="bookings-panel" />
          {hasCompletedTab && (
            <Tab label="Completed" value="completed" id="tab-completed" aria-controls="bookings-panel" />
          )}
          {hasCancelled && (
            <Tab label="Cancelled" value="cancelled" id="tab-cancelled" aria-controls="bookings-panel" />
          )}
        </Tabs>
      ) : (
        // A single tab is shown as a heading.
        <Typography variant="h3" component="h2" id="tab-upcoming">
          Upcoming
        </Typography>
      )}
      <div id="bookings-panel" role={hasTabs ? 'tabpanel' : 'group'} aria-labelledby={`tab-${tab}`}>
        <VisuallyHidden role="status">{isBusy && !data ? 'Loading your bookings' : ''}</VisuallyHidden>
        {!data && !hasFailed && (
          <LoadingList>
            <BookingCardSkeleton />
            <BookingCardSkeleton />
          </LoadingList>
        )}
        {hasFailed && (
          <Notice
            icon={<AlertIcon />}
            title="Your bookings could not be loaded"
            text={failure.message || 'The server could not be reached or had a problem. Nothing has changed.'}
          >
            <Button startIcon={<RefreshIcon />} onClick={refresh}>
              Try again
            </Button>
          </Notice>
        )}
        {data && failure && !isBusy && (
          <StaleNotice
            title="Your bookings could not be refreshed."
            text={failure.message}
            onRetry={refresh}
            sx={{ marginBlockStart: 3 }}
          />
        )}
        {shown?.length === 0 && <NoBookings part={tab} />}
        {shown && shown.length > 0 && <BookingList bookings={shown} />}
        {tab === 'upcoming' && data?.hasMore && <ShowMore />}
      </div>
    </Section>
  );
}

const BookingList = ({ bookings }: { bookings: readonly Booking[] }) => (
  <List>
    {inSeries(bookings).map(([booking, ...others]) =>
      booking.series ? (
        <SeriesItem key={booking.id}>
          <section aria-labelledby={`series-${booking.id}`}>
            <Typography variant="h4" component="h2" id={`series-${booking.id}`} sx={{ marginInline: 1 }}>
              {`${booking.series.dates} dates, ${booking.state === 'pending' ? 'waiting for one payment' : 'booked together'}`}
            </Typography>
            <UnpaidNotice booking={booking} sx={{ marginBlockStart: 1.5 }} />
            {booking.state !== 'pending' && (
              <Box
                component="p"
                sx={{ marginInline: 1, marginBlockStart: 0.5, marginBlockEnd: 2, color: 'text.secondary' }}
              >
                {others.length + 1 === booking.series.dates
                  ? 'Each date can be moved or cancelled separately.'
                  : `${others.length + 1} of them are in this list. Each date can be moved or cancelled separately.`}
              </Box>
            )}
            <Stack component="ul" sx={{ gap: 2, margin: 0, padding: 0, listStyle: 'none' }}>
              {[booking, ...others].map((date) => (
                <li key={date.id}>
                  <BookingCard booking={date} />
                </li>
              ))}
            </Stack>
          </section>
        </SeriesItem>
      ) : (
        <Item key={booking.id}>
          <BookingCard booking={booking} />
        </Item>
      ),
    )}
  </List>
);

/** When nothing more is left, the section gets the focus of the button. */
function ShowMore() {
  const bookings = useFlow('bookings', lazyFlows.myBookings);
  const key = useSelector(bookings, ({ context }) => context.key);
  const isBusy = useSelector(bookings, (snapshot) => snapshot.hasTag('busy'));
  const ref = useFocusParentOnUnmount<HTMLDivElement>();
  return (
    <Box ref={ref} sx={{ marginBlockStart: 3, textAlign: 'center', displayPrint: 'none' }}>
      <BusyButton
        variant="outlined"
        isBusy={isBusy}
        onClick={() => bookings.send({ type: 'resource.refreshed', key: keyWithMore(key) })}
      >
        Show more bookings
      </BusyButton>
    </Box>
  );
}

const NoBookings = ({ part }: { part: BookingTab }) => (
  <Notice
    icon={<CalendarIcon />}
    title={part === 'upcoming' ? 'No upcoming bookings' : 'No past bookings'}
    text="Rooms in Chennai can be booked for 30 minutes or longer, up to six months ahead."
  >
    <Button href="/meeting-room">Find a meeting room</Button>
  </Notice>
);
