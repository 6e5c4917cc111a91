import Button from '@mui/material/Button';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** The booking is unknown or belongs to another user. The page does not reveal which of the two. */
export const NoSuchBooking = () => (
  <EmptyState
    title="There is no such booking"
    text="You have no booking at this address. If you booked with another account, sign in with that one."
  >
    <PageTitle>Booking not found</PageTitle>
    <Button href="/my-bookings" startIcon={<ArrowLeftIcon />}>
      My bookings
    </Button>
    <Button href="/meeting-room" variant="outlined">
      Find a meeting room
    </Button>
  </EmptyState>
);
