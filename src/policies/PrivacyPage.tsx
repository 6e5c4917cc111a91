import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { brand } from '../../domain/brand.ts';
import { PolicyPage } from './PolicyPage.tsx';

/** What is kept about visitors and users. */
export default function PrivacyPage() {
  return (
    <PolicyPage
      path="/privacy"
      description={`What ${brand.name} keeps about you, what for and for how long, who else sees it, and how you get a copy of it or have it deleted.`}
      title="Privacy"
      lead={`What ${brand.name} keeps about you, what for, and how you have it deleted.`}
    >
      <Typography variant="h2">What we keep</Typography>
      <ul>
        <li>Your account: name, e-mail address, phone number, and what you say about your company.</li>
        <li>Your bookings and payments, with the provider’s numbers of them; never your card.</li>
        <li>Your password as a hash that nobody can read back.</li>
        <li>The devices on which you are signed in, by their kind and the time.</li>
        <li>What you write to us in an enquiry.</li>
      </ul>
      <Typography variant="h2">What for</Typography>
      <p>
        To book rooms for you, to take payments and return them, to write to you about your bookings, and to
        issue the invoices that the law asks for. We do not sell anything of it, show no advertisements and
        follow nobody across the web.
      </p>
      <Typography variant="h2">In your browser</Typography>
      <p>
        Your browser keeps the tokens of your session and what you have typed or chosen, so that a reload
        loses nothing. There are no cookies for advertising.
      </p>
      <Typography variant="h2">Who else sees it</Typography>
      <p>
        The payment provider sees what it needs for a payment. When you open the map of a room, the map’s
        provider sees that you did; the sketches on our pages are our own.
      </p>
      <Typography variant="h2">How long</Typography>
      <p>
        As long as you have the account. When you close it, your name and phone number are removed at once,
        and your email address after two weeks, in which it gets letters about money that goes back to you;
        invoices stay for as long as the tax law asks for them.
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
