import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
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
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { BrandLink } from './BrandLink.tsx';
import { Brandmark } from './Brandmark.tsx';

const FooterRoot = styled('footer')(({ theme }) => ({
  marginBlockStart: 'auto',
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightTextSoft,
}));

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5, 2),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  [theme.breakpoints.up('sm')]: {
    columnGap: theme.spacing(4),
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '2fr 1fr 1fr 1fr' },
}));

const BrandColumn = styled('div')(({ theme }) => ({
  gridColumn: '1 / -1',
  color: theme.vars.palette.nightText,
  [theme.breakpoints.between('sm', 'md')]: { display: 'grid', grid: 'auto auto / minmax(0, 1fr) auto' },
  [theme.breakpoints.up('md')]: { gridColumn: 'auto' },
}));

const BrandText = styled('p')(({ theme }) => ({
  maxWidth: '13.5em',
  margin: theme.spacing(1.5, 0, 0),
  color: theme.vars.palette.nightTextSoft,
  textWrap: 'wrap',
  [theme.breakpoints.between('sm', 'md')]: { maxWidth: 'none' },
}));

const Address = styled('address')(({ theme }) => ({
  maxWidth: '20em',
  marginBlockStart: theme.spacing(2),
  fontSize: theme.typography.body2.fontSize,
  fontStyle: 'normal',
}));

const LinkList = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

const Networks = styled(LinkList)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  marginBlockStart: theme.spacing(3),
  [theme.breakpoints.between('sm', 'md')]: { gridArea: '1 / 2 / span 2', alignSelf: 'center', margin: 0 },
}));

const Credits = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(0.5, 4),
  marginBlockStart: theme.spacing(5),
  paddingBlockStart: theme.spacing(3),
  borderBlockStart: `1px solid ${translucent('currentColor', 16)}`,
  fontSize: theme.typography.body2.fontSize,
}));

const Credit = styled('p')({ margin: 0 });

const Policies = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0, 2.5),
}));

const TextLink = styled(Link)(({ theme }) => ({
  color: theme.vars.palette.nightText,
  '&:hover': { color: theme.vars.palette.nightText, textDecoration: 'underline' },
  '&:focus-visible': { outlineColor: theme.vars.palette.brand.brass },
}));

const AddressLink = styled(TextLink)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 32,
  [theme.breakpoints.down('sm')]: { minHeight: 44 },
}));

const PolicyLink = styled(AddressLink)({ minHeight: 44 });

const pageLinkStyles = ({ theme }: { theme: Theme }): CSSObject => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  color: 'inherit',
  textDecoration: 'none',
  '&[href]:hover': { color: theme.vars.palette.nightText, textDecoration: 'underline' },
  '&:focus-visible': { outlineColor: theme.vars.palette.brand.brass },
  // The badge may wrap.
  '&[aria-disabled]': { flexWrap: 'wrap', opacity: 0.75 },
});
const PageLink = styled(Link)(pageLinkStyles);
const PageBrandLink = styled(BrandLink)(pageLinkStyles);

const NetworkLink = styled(PageLink)({
  justifyContent: 'center',
  width: 44,
  border: `1px solid ${translucent('currentColor', 22)}`,
  borderRadius: '50%',
  fontSize: '1.25rem',
  '&:hover': { backgroundColor: translucent('currentColor', 10) },
});

function LinkColumn({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id}>
      <Typography variant="overline" component="h2" id={id} sx={{ marginBlockEnd: 0.75, color: 'nightText' }}>
        {title}
      </Typography>
      <LinkList>{children}</LinkList>
    </nav>
  );
}

function BusinessAddress({ business }: { business: ShownBusiness }) {
  const { name, address, map, phone, whatsapp, email } = business;
  return (
    <Address>
      <span>{name}</span>
      <br />
      {map === null ? (
        <span>{address}</span>
      ) : (
        <AddressLink href={map} target="_blank" rel="noreferrer">
          {address}
        </AddressLink>
      )}
      <br />
      <AddressLink href={phoneLink(phone)}>{phone}</AddressLink>
      {whatsapp !== null && (
        <span>
          <span> · </span>
          <AddressLink href={whatsappLink(whatsapp)} target="_blank" rel="noreferrer">
            WhatsApp
          </AddressLink>
        </span>
      )}
      <br />
      <AddressLink href={`mailto:${email}`}>{email}</AddressLink>
    </Address>
  );
}

export function Footer() {
  const business = useBusiness();
  return (
    <FooterRoot>
      <Container sx={{ paddingBlockStart: 7, paddingBlockEnd: 4 }}>
        <Columns>
          <BrandColumn>
            <Brandmark />
            <BrandText>{brand.tagline}</BrandText>
            <BusinessAddress business={business} />
            {demoDetails(business).length > 0 && <BrandText>{brand.business.demoNote}</BrandText>}
            <Networks aria-label="Follow us">
              {NETWORKS.map((name) => {
                const href = business.social[name];
                return href === null ? null : (
                  <li key={name}>
                    <NetworkLink
                      href={href}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={`${name} (opens in a new tab)`}
                    >
                      <NetworkIcon name={name} />
                    </NetworkLink>
                  </li>
                );
              })}
            </Networks>
          </BrandColumn>
          <LinkColumn id="footer-quick-links" title="Quick Links">
            <li>
              <PageLink href="/">Home</PageLink>
            </li>
            <li>
              <PageLink href="/about-us">About Us</PageLink>
            </li>
            <li>
              <PageLink href="/blog">Blogs</PageLink>
            </li>
            <li>
              <PageBrandLink to="contactUs">Contact Us</PageBrandLink>
            </li>
          </LinkColumn>
          <LinkColumn id="footer-features" title="Features">
            <li>
              <PageLink href="/meeting-room">Meeting Rooms</PageLink>
            </li>
            <li>
              <PageLink href="/event-training">Event &amp; Training</PageLink>
            </li>
            <li>
              <PageBrandLink to="b2bConnect">B2B Connect</PageBrandLink>
            </li>
          </LinkColumn>
          <LinkColumn id="footer-services" title="Other Services">
            {brand.otherServices.map(({ name, href }) => (
              <li key={name}>
                <PageLink href={href} target="_blank" rel="noreferrer">
                  {name}
                </PageLink>
              </li>
            ))}
          </LinkColumn>
        </Columns>
        <Credits>
          <Credit>{`© ${copyrightYears(business)} ${brand.name}. All rights reserved. GSTIN ${business.gstin}`}</Credit>
          <Policies aria-label="Policies">
            <PolicyLink href="/terms">Terms</PolicyLink>
            <PolicyLink href="/privacy">Privacy</PolicyLink>
            <PolicyLink href="/cancellation-policy">Cancellation policy</PolicyLink>
          </Policies>
          <Credit>
            Developed by{' '}
            <TextLink href={brand.developer.href} target="_blank" rel="noreferrer">
              {brand.developer.name}
            </TextLink>
          </Credit>
        </Credits>
      </Container>
    </FooterRoot>
  );
}
