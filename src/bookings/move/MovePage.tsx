import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useParams } from 'react-router-dom';
import { bookingPath } from '../../../domain/content/sitePaths.ts';
import { AlertIcon } from '../../ui/icons/interface.tsx';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { BookingNotLoaded } from '../booking/BookingNotLoaded.tsx';
import { MoveForm } from './MoveForm.tsx';
import { NoSuchBooking } from '../booking/NoSuchBooking.tsx';
import { OwnBookingSkeleton } from '../booking/OwnBookingSkeleton.tsx';

export default function MovePage() {
  const { id = '' } = useParams();
  const { data, failure, isBusy, refresh } = useResource(useFlow('booking', lazyFlows.move), id);
  if (failure && !isBusy && (failure.status === 404 || failure.status === 400)) return <NoSuchBooking />;
  const isBooked = data?.situation === 'booked';
  const canMove = isBooked && data.canMove;

  return (
    <Container sx={{ paddingBlockStart: 3, paddingBlockEnd: 10 }}>
      <PageTitle>Move your booking</PageTitle>
      <Button
        href={bookingPath(id)}
        variant="text"
        startIcon={<ArrowLeftIcon />}
        sx={{ marginInlineStart: -1.75 }}
      >
        Back to the booking
      </Button>
      {!data && failure && !isBusy && <BookingNotLoaded failure={failure} onRetry={refresh} />}
      {!data && !failure && <OwnBookingSkeleton />}
      {data && !canMove && (
        <Notice
          level="h1"
          icon={<AlertIcon />}
          title="This booking cannot be moved"
          text={
            isBooked
              ? 'A booking can be moved only while cancelling it is free, and that time is over for this booking. Your booking is unchanged.'
              : 'Only a booking that is paid, not cancelled and not over can be moved.'
          }
        />
      )}
      {data && canMove && (
        <>
          <Typography variant="h1" sx={{ marginBlockStart: 2, marginBlockEnd: 3 }}>
            Move your booking
          </Typography>
          <MoveForm booking={data.details} />
        </>
      )}
    </Container>
  );
}
