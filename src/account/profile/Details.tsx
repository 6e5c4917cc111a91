import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { MemberDetails } from '../../../contract/account/member.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { parseWebUrl } from '../../../domain/content/webUrl.ts';
import { ExternalIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';
import { panelsStyles } from './panelsStyles.ts';

const Panels = styled('div')(({ theme }) => ({
  ...panelsStyles(theme),
  '& .head': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
  '& .none': { color: theme.vars.palette.text.secondary, fontWeight: 400 },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    minHeight: 44,
    marginBlock: theme.spacing(-1.25),
    color: theme.vars.palette.primary.main,
    textUnderlineOffset: '0.16em',
    '& svg': { flex: 'none' },
  },
}));

/** Shown for fields that the registration left empty (spec 3). */
const NOT_MENTIONED = 'Not Mentioned';

interface Props {
  member: MemberDetails;
  /** The phone number, formatted for people. */
  phone: string;
  /** The button beside the first heading. */
  action: ReactNode;
}

export const Details = ({ member, phone, action }: Props) => (
  <Panels>
    <Card component="section" aria-labelledby="user-details">
      <div className="head">
        <h2 id="user-details">You</h2>
        {action}
      </div>
      <dl>
        <Detail name="First Name">{member.first_name}</Detail>
        <Detail name="Last Name">{member.last_name}</Detail>
        <Detail name="Email Address">{member.email}</Detail>
        <Detail name="Phone Number">{phone}</Detail>
      </dl>
    </Card>
    <Card component="section" aria-labelledby="company-details">
      <h2 id="company-details">Your company</h2>
      <dl>
        <Detail name="Company Name">{member.company_name}</Detail>
        <Detail name="Business Type">{capitalised(member.business_type)}</Detail>
        <Detail name="Website">{member.website && <Website text={member.website} />}</Detail>
      </dl>
    </Card>
  </Panels>
);

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    {children ? <dd>{children}</dd> : <dd className="none">{NOT_MENTIONED}</dd>}
  </div>
);

/** The text is not validated, so only a web address becomes a link. */
const Website = ({ text }: { text: string }) => {
  const address = parseWebUrl(text);
  return address === null ? (
    text
  ) : (
    <Link href={address} target="_blank" rel="noopener noreferrer nofollow">
      <span>{text}</span>
      <ExternalIcon />
    </Link>
  );
};
