import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { brand } from '../../domain/brand.ts';
import { ARRIVAL_INSTRUCTIONS } from '../../domain/arrivalInstructions.ts';
import { TAX_PERCENT } from '../../domain/pricing.ts';
import { PolicyPage } from './PolicyPage.tsx';

/** The terms of booking and using a room. */
export default function TermsPage() {
  return (
    <PolicyPage
      path="/terms"
      description={`The terms on which ${brand.name} lets meeting rooms in ${brand.city}: booking, paying, using a room, and what happens when something goes wrong.`}
      title="Terms"
      lead={`What you and ${brand.name} agree to when you book a meeting room.`}
    >
      <Typography variant="h2">Who you book with</Typography>
      <p>
        {brand.business.name}, {brand.business.address}, GSTIN {brand.business.gstin}. Write to{' '}
        <Link href={`mailto:${brand.contact.email}`}>{brand.contact.email}</Link> or call{' '}
        {brand.contact.phone}.
      </p>
      <Typography variant="h2">Booking</Typography>
      <p>
        A booking is made when we confirm it on the screen and by letter. Until a payment is complete, the
        times are held for some minutes only. Rooms are booked by the half hour, up to six months ahead.
      </p>
      <Typography variant="h2">Prices and paying</Typography>
      <p>
        Prices are in rupees for an hour; {TAX_PERCENT}% GST is added and shown before you pay. You pay by
        card or UPI through our payment provider, which alone sees your card. Members can pay with Lit points:
        one point is one hour. An invoice is sent by letter and can be downloaded from the booking.
      </p>
      <Typography variant="h2">Using the room</Typography>
      <p>{ARRIVAL_INSTRUCTIONS}</p>
      <ul>
        <li>No more people than the room has seats.</li>
        <li>The time that you booked includes setting up and clearing away.</li>
        <li>Who damages something pays for its repair.</li>
      </ul>
      <Typography variant="h2">Cancelling and moving</Typography>
      <p>
        You can do both by yourself in My bookings.{' '}
        <Link href="/cancellation-policy">What comes back is in the cancellation policy.</Link>
      </p>
      <Typography variant="h2">When we fail</Typography>
      <p>
        If we cannot give you the room that you booked, we offer you another one or return everything you
        paid, as you choose. Payments that reach us after a room was taken are returned in full, without your
        asking.
      </p>
      <Typography variant="h2">Law</Typography>
      <p>These terms are under the law of India; the courts of {brand.city} decide disputes.</p>
    </PolicyPage>
  );
}
