import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useParams } from 'react-router-dom';
import { bookingIdFromPath, bookingPath } from '../../../domain/content/sitePaths.ts';
import type { UserBooking } from '../../../machines/bookings/bookingPage.ts';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { situationNames } from './bookingSituation.ts';
import { BookingActions } from './BookingActions.tsx';
import { BookingNotLoaded } from './BookingNotLoaded.tsx';
import { Cancellation } from '../cancellation/Cancellation.tsx';
import { NoSuchBooking } from './NoSuchBooking.tsx';
import { PendingMove } from '../move/PendingMove.tsx';
import { OwnBookingSkeleton } from './OwnBookingSkeleton.tsx';
import { TaxDocumentsCard } from './TaxDocumentsCard.tsx';
import { PaymentCard } from './PaymentCard.tsx';
import { Columns, PageHeader, Side } from './bookingPageParts.ts';
import { BookingPlace } from './BookingPlace.tsx';

export default function OwnBookingPage() {
  const { id = '' } = useParams();
  return bookingIdFromPath(bookingPath(id)) === id ? <BookingById key={id} id={id} /> : <NoSuchBooking />;
}

function BookingById({ id }: { id: string }) {
  const { data, failure, isBusy, state, refresh } = useResource(
    useFlow('booking', lazyFlows.bookingPage),
    id,
  );
  if (failure && !isBusy && failure.status === 404) return <NoSuchBooking />;
  const hasFailed = !data && failure !== null && !isBusy;

  return (
    <Container
      sx={{ paddingBlockStart: 3, paddingBlockEnd: 10 }}
      data-flow="booking"
      data-state={state}
      aria-busy={isBusy}
    >
      <Button
        href="/my-bookings"
        variant="text"
        startIcon={<ArrowLeftIcon />}
        sx={{ marginInlineStart: -1.75 }}
      >
        My bookings
      </Button>
      <VisuallyHidden role="status">{isBusy && !data ? 'Loading your booking' : ''}</VisuallyHidden>
      {hasFailed && (
        <>
          <PageTitle>Booking not loaded</PageTitle>
          <BookingNotLoaded failure={failure} onRetry={refresh} />
        </>
      )}
      {data && failure && !isBusy && (
        <StaleNotice title="Your booking could not be refreshed." text={failure.message} onRetry={refresh} />
      )}
      {!data && !hasFailed && <OwnBookingSkeleton />}
      {data && <Booking booking={data} />}
    </Container>
  );
}

function Booking({ booking }: { booking: UserBooking }) {
  const { details, situation } = booking;
  return (
    <>
      <PageTitle>{`${details.meetingRoom.roomName}, ${details.reference}`}</PageTitle>
      <PageHeader>
        <Typography variant="h1">{details.meetingRoom.roomName}</Typography>
        <StatusChip
          tone={situation === 'booked' ? 'booking' : 'quiet'}
          isTinted={situation === 'booked'}
          sx={{ minHeight: 36 }}
        >
          {situationNames[situation]}
        </StatusChip>
        <Box component="p" sx={{ flexBasis: '100%', margin: 0, color: 'text.secondary' }}>
          Booking reference{' '}
          <Box component="strong" sx={{ color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
            {details.reference}
          </Box>
        </Box>
      </PageHeader>
      {details.pendingMove && <PendingMove details={details} move={details.pendingMove} />}
      <BookingActions booking={booking} />
      <Columns>
        <BookingPlace details={details} situation={situation} />
        <Side>
          <PaymentCard details={details} situation={situation} />
          <TaxDocumentsCard bookingId={details.id} />
          <Cancellation booking={booking} />
        </Side>
      </Columns>
    </>
  );
}
