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
      description={`The terms on which ${brand.name} rents out meeting rooms in ${brand.city}: booking, paying, using a room, and what happens if something goes wrong.`}
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
        A booking is made when we confirm it on the screen and by email. Until a payment is complete, the
        times are held for a few minutes only. Rooms are booked by the half hour, up to six months ahead.
      </p>
      <Typography variant="h2">Prices and paying</Typography>
      <p>
        Prices are in rupees per hour; {TAX_PERCENT}% GST is added and shown before you pay. You pay by card
        or UPI through our payment provider; only the provider sees your card. Members can pay with Lit
        points: one point is one hour. We email you an invoice, which you can also download from the booking.
      </p>
      <Typography variant="h2">Using the room</Typography>
      <p>{ARRIVAL_INSTRUCTIONS}</p>
      <ul>
        <li>There must not be more people than seats in the room.</li>
        <li>The time you book includes setting up and clearing away.</li>
        <li>If you damage something, you pay for its repair.</li>
      </ul>
      <Typography variant="h2">Cancelling and moving</Typography>
      <p>
        You can do both yourself in My bookings.{' '}
        <Link href="/cancellation-policy">The cancellation policy says what is refunded.</Link>
      </p>
      <Typography variant="h2">If something goes wrong</Typography>
      <p>
        If we cannot give you the room that you booked, you can choose another room or a full refund. Payments
        that reach us after a room was taken are refunded in full automatically.
      </p>
      <Typography variant="h2">Law</Typography>
      <p>Indian law governs these terms; the courts of {brand.city} have jurisdiction over disputes.</p>
    </PolicyPage>
  );
}
