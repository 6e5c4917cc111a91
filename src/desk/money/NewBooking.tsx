import Typography from '@mui/material/Typography';
import type { DayPlan, DeskBooking } from '../../../machines/desk/plan/dayPlan.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { LinkPanel } from './LinkPanel.tsx';
import type { FirstBooked } from './SaleForm.tsx';
import { BookingText } from './TextToCustomer.tsx';

interface Props {
  readonly booked: FirstBooked;
  readonly plan: DayPlan | null;
}

/** After a sale: the payment link, or the text for a customer who gets no email. The plan has loaded the booking, held or paid. */
export function NewBooking({ booked: { roomId, start, day }, plan }: Props) {
  const entries = plan?.date === day ? plan.entries : [];
  const entry = entries.find(
    (each) => each.kind !== 'block-out' && each.roomId === roomId && each.range.start === start,
  );
  return entry ? (
    <LoadedBooking bookingId={entry.id} />
  ) : (
    <Typography role="status">The booking is being loaded.</Typography>
  );
}

const statusOf = ({ state, link, customer }: DeskBooking): string => {
  const hasEmail = customer.email !== '';
  if (state === 'held' && link)
    return hasEmail
      ? 'The times are held, and the link is on its way by email.'
      : 'The times are held. The customer has no email address: send the text below.';
  return hasEmail
    ? 'The confirmation is on its way by email.'
    : 'The customer has no email address: send the text below.';
};

function LoadedBooking({ bookingId }: { bookingId: string }) {
  const resource = useResource(useDeskFlow('deskBooking'), bookingId);
  const { data: booking } = resource;
  return (
    <>
      <DeskLoading resource={resource} />
      {booking && (
        <>
          <Typography role="status">{statusOf(booking)}</Typography>
          <LinkPanel booking={booking} />
          {booking.state === 'confirmed' && <BookingText booking={booking} />}
        </>
      )}
    </>
  );
}
