import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { phoneLink, whatsappLink } from '../../../domain/content/business.ts';
import { AnchorSection } from '../../ui/layout/AnchorSection.tsx';
import { lazySection } from '../../app/loading/lazySection.tsx';
import { useBusiness } from '../../app/system/business.ts';
import { styled } from '@mui/material/styles';

const ContactMessage = lazySection(() => import('../enquiry/ContactMessage.tsx'), '32rem');

const Columns = styled(Container)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  paddingBlock: theme.spacing(8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.25fr)',
    gap: 'clamp(2.5rem, 6vw, 6rem)',
    paddingBlock: theme.spacing(11),
  },
}));

const Ways = styled('address')(({ theme }) => ({
  maxWidth: '28em',
  marginBlockStart: theme.spacing(2),
  fontStyle: 'normal',
}));

const Way = styled('p')(({ theme }) => ({ margin: theme.spacing(1, 0, 0) }));

/** How to reach the business without the form. */
function ContactWays() {
  const { address, map, phone, whatsapp, email } = useBusiness();
  return (
    <Ways>
      <Way>{map === null ? <span>{address}</span> : <Link href={map}>{address}</Link>}</Way>
      <Way>
        <Link href={phoneLink(phone)}>{phone}</Link>
      </Way>
      {whatsapp !== null && (
        <Way>
          <Link href={whatsappLink(whatsapp)}>WhatsApp</Link>
        </Way>
      )}
      <Way>
        <Link href={`mailto:${email}`}>{email}</Link>
      </Way>
    </Ways>
  );
}

/** Spec 2 and 5. The target of '/about-us#contact'. */
export const Contact = () => (
  <AnchorSection id="contact" aria-labelledby="contact-title">
    <Columns>
      <div>
        <Typography variant="h1" component="h2" id="contact-title">
          Write to us
        </Typography>
        <Typography
          variant="subtitle1"
          sx={{ maxWidth: '28em', marginBlockStart: 2, color: 'text.secondary' }}
        >
          {' '}
          Do you have a question about a room or an invoice, or an idea that needs a hall? A person reads
          every message and replies by email or phone.
        </Typography>
        <ContactWays />
      </div>
      <ContactMessage />
    </Columns>
  </AnchorSection>
);
