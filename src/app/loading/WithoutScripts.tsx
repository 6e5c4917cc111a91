import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { phoneLink } from '../../../domain/content/business.ts';
import { useBusiness } from '../system/business.ts';

/** As part of a sentence. */
export function ContactDetails() {
  const { phone, email } = useBusiness();
  return (
    <>
      call <Link href={phoneLink(phone)}>{phone}</Link> or write to{' '}
      <Link href={`mailto:${email}`}>{email}</Link>
    </>
  );
}

interface Props {
  /** The subject of a sentence. */
  feature: string;
  className?: string;
}

/** Replaces a form when scripts are off. */
export const WithoutScripts = ({ feature, className }: Props) => (
  <noscript>
    <Alert severity="info" icon={false} role="none" {...(className ? { className } : {})}>
      <strong>{`${feature} needs JavaScript,`}</strong> which your browser does not run. Turn it on and load
      the page again, or <ContactDetails />.
    </Alert>
  </noscript>
);
