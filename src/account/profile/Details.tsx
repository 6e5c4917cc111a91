import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { MemberDetails } from '../../../machines/account/member.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { parseWebUrl } from '../../../domain/content/webUrl.ts';
import { ExternalIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';
import {
  DetailList,
  DetailName,
  DetailRow,
  DetailValue,
  Panel,
  Panels,
  PanelTitle,
} from '../../ui/layout/panelParts.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const AddressLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  minHeight: 44,
  marginBlock: theme.spacing(-1.25),
  color: theme.vars.palette.primary.main,
  textUnderlineOffset: '0.16em',
})) as typeof Link;

/** Shown for fields that the registration left empty (spec 3). */
const NOT_MENTIONED = 'Not Mentioned';

interface Props {
  member: MemberDetails;
  /** Formatted for people. */
  phone: string;
  /** Shown next to the first heading. */
  action: ReactNode;
}

export const Details = ({ member, phone, action }: Props) => (
  <Panels>
    <Panel component="section" aria-labelledby="user-details">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <PanelTitle id="user-details">You</PanelTitle>
        {action}
      </Box>
      <DetailList>
        <Detail name="First Name">{member.firstName}</Detail>
        <Detail name="Last Name">{member.lastName}</Detail>
        <Detail name="Email Address">{member.email}</Detail>
        <Detail name="Phone Number">{phone}</Detail>
      </DetailList>
    </Panel>
    <Panel component="section" aria-labelledby="company-details">
      <PanelTitle id="company-details">Your company</PanelTitle>
      <DetailList>
        <Detail name="Company Name">{member.companyName}</Detail>
        <Detail name="Business Type">{capitalised(member.businessType)}</Detail>
        <Detail name="Website">{member.website && <Website text={member.website} />}</Detail>
      </DetailList>
    </Panel>
  </Panels>
);

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <DetailRow>
    <DetailName>{name}</DetailName>
    {children ? (
      <DetailValue>{children}</DetailValue>
    ) : (
      <DetailValue sx={{ color: 'text.secondary', fontWeight: 400 }}>{NOT_MENTIONED}</DetailValue>
    )}
  </DetailRow>
);

/** The text is not validated, so only a web address becomes a link. */
const Website = ({ text }: { text: string }) => {
  const address = parseWebUrl(text);
  return address === null ? (
    text
  ) : (
    <AddressLink href={address} target="_blank" rel="noopener noreferrer nofollow">
      <span>{text}</span>
      <IconSlot>
        <ExternalIcon />
      </IconSlot>
    </AddressLink>
  );
};
