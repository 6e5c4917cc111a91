import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { brand } from '../../domain/brand.ts';
import { PolicyPage } from './PolicyPage.tsx';

/** The privacy policy: the stored data about visitors and users. */
export default function PrivacyPage() {
  return (
    <PolicyPage
      path="/privacy"
      description={`What ${brand.name} stores about you, why and for how long, who else sees it, and how to get a copy of it or have it deleted.`}
      title="Privacy"
      lead={`What ${brand.name} stores about you, why, and how to have it deleted.`}
    >
      <Typography variant="h2">What we store</Typography>
      <ul>
        <li>Your account: name, email address, phone number, and your company details.</li>
        <li>Your bookings and payments, with the provider’s references; never your card details.</li>
        <li>Your password, only as a one-way hash.</li>
        <li>The devices on which you are signed in: their type and the time.</li>
        <li>What you write to us in an enquiry.</li>
      </ul>
      <Typography variant="h2">Why we store it</Typography>
      <p>
        To book rooms for you, to take payments and refund them, to write to you about your bookings, and to
        issue the invoices that the law requires. We do not sell your data, show advertisements or track you
        across the web.
      </p>
      <Typography variant="h2">In your browser</Typography>
      <p>
        Your browser stores your session tokens and what you have typed or chosen, so that nothing is lost
        when you reload. There are no advertising cookies.
      </p>
      <Typography variant="h2">Who else sees it</Typography>
      <p>
        The payment provider sees what it needs for a payment. When you open a room’s map, the map provider
        can see that. The sketch maps on our pages are our own.
      </p>
      <Typography variant="h2">How long</Typography>
      <p>
        As long as you have the account. When you close it, your name and phone number are removed at once,
        and your email address after two weeks, during which we may email you about refunds. Invoices are kept
        for as long as tax law requires.
      </p>
      <Typography variant="h2">What you can do</Typography>
      <p>
        <Link href="/profile">Your profile</Link> shows and changes what we keep, exports all of it as a file,
        and closes the account. For anything else write to{' '}
        <Link href={`mailto:${brand.contact.email}`}>{brand.contact.email}</Link>.
      </p>
    </PolicyPage>
  );
}
