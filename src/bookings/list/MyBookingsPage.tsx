import Box from '@mui/material/Box';
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
import { LazyCalendarFeedCard } from '../LazyCalendarFeedCard.ts';
import { NoAddressNotice } from './NoAddressNotice.tsx';
import { BookedMeetingRooms, type BookingTab } from './BookedMeetingRooms.tsx';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const WaitingListSection = lazySection(() => import('../waitingList/WaitingListSection.tsx'), '0');

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3, 5),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '17rem minmax(0, 1fr)', gridTemplateRows: 'auto 1fr' },
  '@media print': { display: 'block' },
}));

const Kinds = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

const Kind = styled('button')(({ theme }) => ({
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
  [theme.breakpoints.down('md')]: { width: 'auto' },
}));

/** Spec 2. */
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
    <Container sx={{ paddingBlockStart: 5, paddingBlockEnd: 10 }}>
      <PageTitle>My bookings</PageTitle>
      <Typography variant="h1" sx={{ marginBlockEnd: 4 }}>
        My bookings
      </Typography>
      <NoAddressNotice />
      <Columns>
        <Kinds aria-label="Kinds of bookings">
          <li>
            {/* The only kind of booking is always selected. A press reloads the list. */}
            <Kind type="button" aria-current="true" aria-busy={isBusy} onClick={showUpcoming}>
              <IconSlot sx={{ fontSize: '1.375rem', color: 'primary.main' }}>
                {isBusy ? <CircularProgress size="1em" aria-hidden="true" /> : <DoorIcon />}
              </IconSlot>
              <span>Booked Meeting Rooms</span>
            </Kind>
          </li>
          <li>
            <Button href="/my-bookings/past" variant="text">
              Past bookings and invoices
            </Button>
          </li>
        </Kinds>
        <Box sx={{ gridArea: { md: '1 / 2 / 3' } }}>
          <BookedMeetingRooms ref={list} tab={tab} onTabChange={setTab} />
          <WaitingListSection />
        </Box>
        <Box sx={{ gridArea: { md: '2 / 1' }, position: { md: 'sticky' }, insetBlockStart: 100 }}>
          <LazyCalendarFeedCard />
        </Box>
      </Columns>
    </Container>
  );
}
