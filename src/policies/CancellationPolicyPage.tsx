import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { cancellationPolicies, policyInWords } from '../../domain/cancellation.ts';
import { brand } from '../../domain/brand.ts';
import { PolicyPage } from './PolicyPage.tsx';

const Sentences = ({ paidWith }: { paidWith: 'card' | 'points' }) => (
  <ul>
    {policyInWords(cancellationPolicies[paidWith], paidWith).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/** What comes back when a booking is cancelled or moved: the rules of new bookings, as the server applies them. */
export default function CancellationPolicyPage() {
  return (
    <PolicyPage
      path="/cancellation-policy"
      description={`What comes back when you cancel or move a booking at ${brand.name}, by how long before its start, for card and UPI payments and for Lit points.`}
      title="Cancellation policy"
      lead="What comes back when you cancel, and what moving a booking costs. The rules that were shown when you booked stay yours."
    >
      <Typography variant="h2">Paid by card or UPI</Typography>
      <Sentences paidWith="card" />
      <p>Money goes back to where it came from, usually within five to seven working days.</p>
      <Typography variant="h2">Paid with Lit points</Typography>
      <Sentences paidWith="points" />
      <p>Points are back in your balance at once.</p>
      <Typography variant="h2">Moving</Typography>
      <p>
        While cancelling would return everything, a booking can be moved to another time or room: you pay what
        the new one costs more, or get back what it costs less.
      </p>
      <Typography variant="h2">How</Typography>
      <p>
        Open the booking in <Link href="/my-bookings">My bookings</Link>: the page says what comes back before
        anything is final.
      </p>
    </PolicyPage>
  );
}
