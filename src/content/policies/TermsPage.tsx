import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { brand } from '../../../domain/content/brand.ts';
import { phoneLink } from '../../../domain/content/business.ts';
import { useBusiness } from '../../app/system/business.ts';
import { PolicyPage } from './PolicyPage.tsx';

export default function TermsPage() {
  const { name, address, gstin, email, phone } = useBusiness();
  return (
    <PolicyPage
      policy="terms"
      description={`The terms on which ${brand.name} rents out meeting rooms in ${brand.city}: booking, paying, using a room, and what happens if something goes wrong.`}
      lead={`What you and ${brand.name} agree to when you book a meeting room.`}
    >
      <Typography variant="h2">Who you book with</Typography>
      <p>
        <span>{`${name}, ${address}, GSTIN ${gstin}.`}</span> Write to{' '}
        <Link href={`mailto:${email}`}>{email}</Link> or call <Link href={phoneLink(phone)}>{phone}</Link>.
      </p>
    </PolicyPage>
  );
}
