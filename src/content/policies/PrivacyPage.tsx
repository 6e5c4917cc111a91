import Link from '@mui/material/Link';
import { brand } from '../../../domain/content/brand.ts';
import { useBusiness } from '../../app/system/business.ts';
import { PolicyPage } from './PolicyPage.tsx';

export default function PrivacyPage() {
  const { name, address, email } = useBusiness();
  return (
    <PolicyPage
      policy="privacy"
      description={`What ${brand.name} stores about you, why and for how long, who else sees it, and how to get a copy of it or have it deleted.`}
      lead={`What ${brand.name} stores about you, why, and how to have it deleted.`}
      end={
        <p>
          <span>{`${name}, ${address}, stores your data.`}</span> For anything else, write to{' '}
          <Link href={`mailto:${email}`}>{email}</Link>.
        </p>
      }
    />
  );
}
