import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { lazySection } from '../../app/loading/lazySection.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { DoorIcon } from '../../ui/icons/pages.tsx';
import { useSelector } from '../../app/system/useSelector.ts';
import { useRef, useState } from 'react';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { NoAddressNotice } from './NoAddressNotice.tsx';
import { BookedMeetingRooms, type BookingTab } from './BookedMeetingRooms.tsx';

const CalendarFeedCard = lazySection(() => import('../calendarFeed/CalendarFeedCard.tsx'), '12rem');

const WaitingListSection = lazySection(() => import('../waitingList/WaitingListSection.tsx'), '0');

const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(5, 10),
  '& h1': { margin: theme.spacing(0, 0, 4) },
  '& .columns': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: theme.spacing(3, 5),
    alignItems: 'start',
    [theme.breakpoints.up('md')]: {
      gridTemplateColumns: '17rem minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      '& > .booked': { gridArea: '1 / 2 / 3' },
      '& > .calendar': { gridArea: '2 / 1', position: 'sticky', insetBlockStart: 100 },
    },
    '@media print': { display: 'block' },
  },
  '& .kinds': {
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  '& .kinds button': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.25),
    width: '100%',
    minHeight: 52,
    paddingInline: theme.spacing(2),
    border: 0,
    borderRadius: 16,
    backgroundColor: theme.vars.palette.tint,
    color: theme.vars.palette.text.primary,
    font: 'inherit',
    fontWeight: 650,
    textAlign: 'start',
    cursor: 'pointer',
    '& svg': { flex: 'none', fontSize: '1.375rem', color: theme.vars.palette.primary.main },
    [theme.breakpoints.down('md')]: { width: 'auto' },
  },
}));

/** My bookings (spec 2). */
export default function MyBookingsPage() {
  const bookings = useFlow('bookings', lazyFlows.myBookings);
  const list = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<BookingTab>('upcoming');
  const isBusy = useSelector(bookings, (snapshot) => snapshot.hasTag('busy'));
  const showUpcoming = () => {
    bookings.send({ type: 'resource.refreshed' });
    setTab('upcoming');
    list.current?.focus();
    list.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Page>
      <PageTitle>My bookings</PageTitle>
      <Typography variant="h1">My bookings</Typography>
      <NoAddressNotice />
      <div className="columns">
        <ul className="kinds" aria-label="Kinds of bookings">
          <li>
            {/* The only kind of booking is always selected. A press reloads the list. */}
            <button type="button" aria-current="true" aria-busy={isBusy} onClick={showUpcoming}>
              {isBusy ? <CircularProgress size="1.375rem" aria-hidden="true" /> : <DoorIcon />}
              <span>Booked Meeting Rooms</span>
            </button>
          </li>
          <li>
            <Button href="/my-bookings/past" variant="text">
              Past bookings and invoices
            </Button>
          </li>
        </ul>
        <div className="booked">
          <BookedMeetingRooms ref={list} tab={tab} onTabChange={setTab} />
          <WaitingListSection />
        </div>
        <div className="calendar">
          <CalendarFeedCard />
        </div>
      </div>
    </Page>
  );
}
