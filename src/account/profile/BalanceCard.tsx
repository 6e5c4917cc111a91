import { Fragment } from 'react';
import Card from '@mui/material/Card';
import Button from '@mui/material/Button';
import type { MemberDetails } from '../../../machines/account/member.ts';
import { messages } from '../../../domain/text/messages.ts';
import { PointIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, CardIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { BrandLink } from '../../app/layout/BrandLink.tsx';
import { displayFont } from '../../ui/theme/typography.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Panel = styled(Card)(({ theme }) => ({
  padding: theme.spacing(3),
  border: 0,
  overflow: 'visible',
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightText,
  [theme.breakpoints.up('md')]: {
    position: 'sticky',
    insetBlockStart: 100,
    // The card spans the rows of the details and of the sections below them.
    gridRow: 'span 2',
    padding: theme.spacing(3.5),
  },
  // On a tablet the buttons are next to the balance.
  [theme.breakpoints.between('sm', 'md')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 16rem',
    columnGap: theme.spacing(3),
  },
  '& :focus-visible': { outlineColor: theme.vars.palette.brand.brass },
})) as typeof Card;

const Title = styled('h2')(({ theme }) => ({
  ...theme.typography.h4,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  margin: 0,
  color: theme.vars.palette.nightTextSoft,
}));

const TitleIcon = styled(IconSlot)(({ theme }) => ({
  fontSize: '1.375rem',
  color: theme.vars.palette.brand.brass,
}));

const Balance = styled('p')(({ theme }) => ({
  margin: theme.spacing(1.5, 0, 0),
  fontFamily: displayFont,
  fontSize: '4rem',
  fontWeight: 560,
  lineHeight: 1,
  letterSpacing: '-0.03em',
  fontVariantNumeric: 'tabular-nums',
}));

const Worth = styled('p')(({ theme }) => ({ margin: theme.spacing(1.25, 0, 0), fontWeight: 600 }));

const Note = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 0),
  color: theme.vars.palette.nightTextSoft,
  fontSize: theme.typography.body2.fontSize,
  '&::first-letter': { textTransform: 'uppercase' },
}));

const NoteLink = styled(BrandLink)({ color: 'inherit' });

const Buttons = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.25),
  marginBlockStart: theme.spacing(3),
  [theme.breakpoints.between('sm', 'md')]: {
    gridColumn: 2,
    gridRow: '1 / span 4',
    alignContent: 'center',
    margin: 0,
  },
}));

// The background is dark in both colour schemes.
const ContainedButton = styled(Button)(({ theme }) => ({
  backgroundColor: theme.vars.palette.nightText,
  color: theme.vars.palette.brand.ink,
  '&:hover': { backgroundColor: theme.vars.palette.common.white },
}));

const OutlinedButton = styled(Button)({
  borderColor: translucent('currentColor', 45),
  color: 'inherit',
  '&:hover': { borderColor: 'currentColor', backgroundColor: translucent('currentColor', 10) },
});

/** 1 point is 1 hour (spec 9). */
function hoursOfPoints(points: number): string {
  if (points <= 0) return 'No hours left';
  return points === 1 ? 'One hour in any room' : `${points} hours in any room`;
}

export const BalanceCard = ({ member: { isMember, points } }: { member: MemberDetails }) => (
  <Panel component="aside" aria-labelledby="balance">
    {isMember ? (
      <Fragment key="points">
        <Title id="balance">
          <TitleIcon>
            <PointIcon />
          </TitleIcon>
          Balance Lit Points
        </Title>
        <Balance>{points}</Balance>
        <Worth>{hoursOfPoints(points)}</Worth>
        <Note>{messages.booking.pointNote}</Note>
      </Fragment>
    ) : (
      <Fragment key="card">
        <Title id="balance">
          <TitleIcon>
            <CardIcon />
          </TitleIcon>
          Paying by card
        </Title>
        <Worth>Rooms are booked for 30 minutes or longer and paid by card.</Worth>
        <Note>{messages.booking.membershipNote}</Note>
        <Note>
          To become a member, <NoteLink to="contactUs">write to us</NoteLink>: our staff set up the
          membership.
        </Note>
      </Fragment>
    )}
    <Buttons>
      <ContainedButton href="/meeting-room">Find a meeting room</ContainedButton>
      <OutlinedButton href="/my-bookings" variant="outlined" startIcon={<CalendarIcon />}>
        My bookings
      </OutlinedButton>
    </Buttons>
  </Panel>
);
