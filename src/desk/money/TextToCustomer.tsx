import Button from '@mui/material/Button';
import { useState } from 'react';
import type { DeskBooking, SeriesDate } from '../../../machines/desk/plan/dayPlan.ts';
import { bookingText } from '../../../domain/bookings/textToCustomer.ts';
import { CopiedText } from './CopiedText.tsx';

/** The dates of a booking's series that are in a state. */
export const datesIn = ({ series }: DeskBooking, state: DeskBooking['state']): readonly SeriesDate[] =>
  series.filter((date) => date.state === state);

/** The confirmation in short, to copy or to send. */
export const BookingText = ({ booking }: { booking: DeskBooking }) => (
  <CopiedText
    label="Text for WhatsApp or SMS"
    text={bookingText({
      ...booking,
      address: booking.roomAddress ?? '',
      dates: datesIn(booking, 'confirmed'),
    })}
    copyLabel="Copy the text"
    whatsAppTo={booking.customer.phone}
  />
);

/** For a customer who reads no email; of one without an address it is shown at once. */
export function TextToCustomer({ booking }: { booking: DeskBooking }) {
  const [isShown, setIsShown] = useState(booking.customer.email === '');
  return isShown ? (
    <BookingText booking={booking} />
  ) : (
    <Button
      size="small"
      variant="outlined"
      sx={{ justifySelf: 'start' }}
      aria-expanded={isShown}
      onClick={() => setIsShown(true)}
    >
      Text for the customer
    </Button>
  );
}
