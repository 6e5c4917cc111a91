import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { brand } from '../../../domain/content/brand.ts';
import {
  copyrightYears,
  demoDetails,
  NETWORKS,
  phoneLink,
  type ShownBusiness,
  whatsappLink,
} from '../../../domain/content/business.ts';
import { useBusiness } from '../system/business.ts';
import { NetworkIcon } from '../../ui/icons/networks.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { BrandLink } from './BrandLink.tsx';
import { Brandmark } from './Brandmark.tsx';

const FooterRoot = styled('footer')(({ theme }) => ({
  marginBlockStart: 'auto',
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightTextSoft,
  '& .width': {
    paddingBlock: theme.spacing(7, 4),
  },
  '& .columns': {
    display: 'grid',
    gap: theme.spacing(5, 4),
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    [theme.breakpoints.up('md')]: { gridTemplateColumns: '2fr 1fr 1fr 1fr' },
  },
  '& .brand': {
    gridColumn: '1 / -1',
    [theme.breakpoints.between('sm', 'md')]: {
      display: 'grid',
      grid: 'auto auto / minmax(0, 1fr) auto',
      '& .social': { gridArea: '1 / 2 / span 2', alignSelf: 'center', margin: 0 },
    },
    [theme.breakpoints.up('md')]: { gridColumn: 'auto' },
    color: theme.vars.palette.nightText,
    '& p': {
      maxWidth: '13.5em',
      [theme.breakpoints.between('sm', 'md')]: { maxWidth: 'none' },
      margin: theme.spacing(1.5, 0, 0),
      color: theme.vars.palette.nightTextSoft,
      textWrap: 'wrap',
    },
  },
  '& address': {
    maxWidth: '20em',
    marginBlockStart: theme.spacing(2),
    fontSize: theme.typography.body2.fontSize,
    fontStyle: 'normal',
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: 32,
      color: theme.vars.palette.nightText,
    },
  },
  '& h2': {
    margin: theme.spacing(0, 0, 0.75),
    color: theme.vars.palette.nightText,
  },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li > *': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover': { color: theme.vars.palette.nightText, textDecoration: 'underline' },
  '& :focus-visible': { outlineColor: theme.vars.palette.brand.brass },
  // The badge may wrap.
  '& [aria-disabled]': { flexWrap: 'wrap', opacity: 0.75 },
  '& .social': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1),
    marginBlockStart: theme.spacing(3),
    '& a': {
      justifyContent: 'center',
      width: 44,
      border: `1px solid ${translucent('currentColor', 22)}`,
      borderRadius: '50%',
      fontSize: '1.25rem',
      '&:hover': { backgroundColor: translucent('currentColor', 10) },
    },
  },
  '& .credits': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: theme.spacing(0.5, 4),
    marginBlockStart: theme.spacing(5),
    paddingBlockStart: theme.spacing(3),
    borderBlockStart: `1px solid ${translucent('currentColor', 16)}`,
    fontSize: theme.typography.body2.fontSize,
    alignItems: 'center',
    '& p': { margin: 0 },
    '& a': { color: theme.vars.palette.nightText },
    '& nav': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(0, 2.5) },
    '& nav a': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
  },
}));

/** The contact details of the business. */
function BusinessAddress({ business }: { business: ShownBusiness }) {
  const { name, address, map, phone, whatsapp, email } = business;
  return (
    <address>
      <span>{name}</span>
      <br />
      {map === null ? (
        <span>{address}</span>
      ) : (
        <Link href={map} target="_blank" rel="noreferrer">
          {address}
        </Link>
      )}
      <br />
      <Link href={phoneLink(phone)}>{phone}</Link>
      {whatsapp !== null && (
        <span>
          <span> · </span>
          <Link href={whatsappLink(whatsapp)} target="_blank" rel="noreferrer">
            WhatsApp
          </Link>
        </span>
      )}
      <br />
      <Link href={`mailto:${email}`}>{email}</Link>
    </address>
  );
}

export function Footer() {
  const business = useBusiness();
  return (
    <FooterRoot>
      <Container className="width">
        <div className="columns">
          <div className="brand">
            <Brandmark />
            <p>{brand.tagline}</p>
            <BusinessAddress business={business} />
            {demoDetails(business).length > 0 && <p>{brand.business.demoNote}</p>}
            <ul className="social" aria-label="Follow us">
              {NETWORKS.map((name) => {
                const href = business.social[name];
                return href === null ? null : (
                  <li key={name}>
                    <Link
                      href={href}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={`${name} (opens in a new tab)`}
                    >
                      <NetworkIcon name={name} />
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
          <nav aria-labelledby="footer-quick-links">
            <Typography variant="overline" component="h2" id="footer-quick-links">
              Quick Links
            </Typography>
            <ul>
              <li>
                <Link href="/">Home</Link>
              </li>
              <li>
                <Link href="/about-us">About Us</Link>
              </li>
              <li>
                <Link href="/blog">Blogs</Link>
              </li>
              <li>
                <BrandLink to="contactUs">Contact Us</BrandLink>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="footer-features">
            <Typography variant="overline" component="h2" id="footer-features">
              Features
            </Typography>
            <ul>
              <li>
                <Link href="/meeting-room">Meeting Rooms</Link>
              </li>
              <li>
                <Link href="/event-training">Event &amp; Training</Link>
              </li>
              <li>
                <BrandLink to="b2bConnect">B2B Connect</BrandLink>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="footer-services">
            <Typography variant="overline" component="h2" id="footer-services">
              Other Services
            </Typography>
            <ul>
              {brand.otherServices.map(({ name, href }) => (
                <li key={name}>
                  <Link href={href} target="_blank" rel="noreferrer">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="credits">
          <p>{`© ${copyrightYears(business)} ${brand.name}. All rights reserved. GSTIN ${business.gstin}`}</p>
          <nav aria-label="Policies">
            <Link href="/terms">Terms</Link>
            <Link href="/privacy">Privacy</Link>
            <Link href="/cancellation-policy">Cancellation policy</Link>
          </nav>
          <p>
            Developed by{' '}
            <Link href={brand.developer.href} target="_blank" rel="noreferrer">
              {brand.developer.name}
            </Link>
          </p>
        </div>
      </Container>
    </FooterRoot>
  );
}
