import Stack from '@mui/material/Stack';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useSelector } from '../app/system/useSelector.ts';
import { bookingPath } from '../../domain/content/sitePaths.ts';
import { ArrowLeftIcon, CalendarIcon, DoorIcon } from '../ui/icons/pages.tsx';
import { LazySeriesSection } from '../bookings/exports.ts';
import { Notice } from '../ui/layout/Notice.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { canStillBeBooked } from '../../machines/checkout/view.ts';
import { BOOKING_PATH } from '../../machines/engine/navigation.ts';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow, useOptionalFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { BookingDetails } from './review/BookingDetails.tsx';
import { CheckoutNotice } from './payment/CheckoutNotice.tsx';
import { ConfirmPanel } from './review/ConfirmPanel.tsx';
import { VisitDetails } from './review/VisitDetails.tsx';
import { LoginDialog } from './review/LoginDialog.tsx';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(4),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.6fr) minmax(20rem, 1fr)' },
}));

/** Spec 2. */
export default function BookingPage() {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const state = useSelector(checkout, ({ value }) => statePath(value));
  const selection = useSelector(checkout, ({ context }) => context.selection);
  const isEmpty = useSelector(checkout, (snapshot) => snapshot.hasTag('empty'));
  const isOpen = useSelector(checkout, canStillBeBooked);
  // After a booking My bookings is requested, whose code may take a while.
  const isLeaving = useSelector(
    useOptionalFlow('navigation'),
    (snapshot) => snapshot !== undefined && !['', BOOKING_PATH].includes(snapshot.context.path),
  );

  return (
    <Container sx={{ paddingBlockStart: 3, paddingBlockEnd: 10 }} data-flow="checkout" data-state={state}>
      <PageTitle>{selection?.pendingMove ? 'Confirm your move' : 'Confirm your booking'}</PageTitle>
      <Button
        href={selection?.pendingMove ? bookingPath(selection.pendingMove.bookingId) : '/meeting-room'}
        variant="text"
        startIcon={<ArrowLeftIcon />}
        sx={{ marginInlineStart: -1.5 }}
      >
        {selection?.pendingMove ? 'Back to the booking' : 'Back to meeting rooms'}
      </Button>
      {(isEmpty || !selection) && isLeaving ? (
        <Notice
          level="h1"
          icon={<CalendarIcon />}
          title="Opening your bookings…"
          text="This takes longer on a slow connection. You can also open My bookings from the menu."
        />
      ) : isEmpty || !selection ? (
        <Notice
          level="h1"
          icon={<DoorIcon />}
          title="No room selected yet"
          text="Choose a room and a time first. Your selection stays here until you confirm it."
        />
      ) : (
        <>
          <Typography variant="h1" sx={{ marginBlockStart: 1, marginBlockEnd: 3.5 }}>
            {selection.pendingMove ? 'Confirm your move' : 'Confirm your booking'}
          </Typography>
          <CheckoutNotice />
          <Columns>
            <Stack sx={{ gap: 3 }}>
              <BookingDetails selection={selection} />
              {isOpen && !selection.pendingMove && <VisitDetails selection={selection} />}
              {isOpen && <LazySeriesSection />}
            </Stack>
            <ConfirmPanel selection={selection} />
          </Columns>
          <LoginDialog />
        </>
      )}
    </Container>
  );
}
