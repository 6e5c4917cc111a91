import { Fragment } from 'react';
import Card from '@mui/material/Card';
import Button from '@mui/material/Button';
import type { MemberDetails } from '../../../contract/account/member.ts';
import { messages } from '../../../domain/text/messages.ts';
import { PointIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, CardIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { BrandLink } from '../../app/layout/BrandLink.tsx';
import { displayFont } from '../../ui/theme/typography.ts';

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
  '& h2': {
    ...theme.typography.h4,
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    margin: 0,
    color: theme.vars.palette.nightTextSoft,
    '& svg': { flex: 'none', fontSize: '1.375rem', color: theme.vars.palette.brand.brass },
  },
  '& .balance': {
    margin: theme.spacing(1.5, 0, 0),
    fontFamily: displayFont,
    fontSize: '4rem',
    fontWeight: 560,
    lineHeight: 1,
    letterSpacing: '-0.03em',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .buys': { margin: theme.spacing(1.25, 0, 0), fontWeight: 600 },
  '& .note': {
    margin: theme.spacing(0.5, 0, 0),
    color: theme.vars.palette.nightTextSoft,
    fontSize: theme.typography.body2.fontSize,
    '&::first-letter': { textTransform: 'uppercase' },
    '& a': { color: 'inherit' },
  },
  '& .ways': { display: 'grid', gap: theme.spacing(1.25), marginBlockStart: theme.spacing(3) },
  // On a tablet the buttons are beside the balance.
  [theme.breakpoints.between('sm', 'md')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 16rem',
    columnGap: theme.spacing(3),
    '& .ways': { gridColumn: 2, gridRow: '1 / span 4', alignContent: 'center', margin: 0 },
  },
  // The background is dark in both colour schemes.
  '& .ways .MuiButton-contained': {
    backgroundColor: theme.vars.palette.nightText,
    color: theme.vars.palette.brand.ink,
    '&:hover': { backgroundColor: theme.vars.palette.common.white },
  },
  '& .ways .MuiButton-outlined': {
    borderColor: translucent('currentColor', 45),
    color: 'inherit',
    '&:hover': { borderColor: 'currentColor', backgroundColor: translucent('currentColor', 10) },
  },
  '& :focus-visible': { outlineColor: theme.vars.palette.brand.brass },
})) as typeof Card;

/** The hours that a balance pays for, in words: 1 point is 1 hour (spec 9). */
function hoursOfPoints(points: number): string {
  if (points <= 0) return 'No hours left';
  return points === 1 ? 'One hour in any room' : `${points} hours in any room`;
}

/** A member's balance and its worth in hours, or the note that guests pay by card. */
export const BalanceCard = ({
  member: { is_membership: isMember, monthly_limit: points },
}: {
  member: MemberDetails;
}) => (
  <Panel component="aside" aria-labelledby="balance">
    {isMember ? (
      <Fragment key="points">
        <h2 id="balance">
          <PointIcon />
          Balance Lit Points
        </h2>
        <p className="balance">{points}</p>
        <p className="buys">{hoursOfPoints(points)}</p>
        <p className="note">{messages.booking.pointNote}</p>
      </Fragment>
    ) : (
      <Fragment key="card">
        <h2 id="balance">
          <CardIcon />
          Paying by card
        </h2>
        <p className="buys">Rooms are booked for 30 minutes or longer and paid by card.</p>
        <p className="note">{messages.booking.membershipNote}</p>
        <p className="note">
          To become a member, <BrandLink to="contactUs">write to us</BrandLink>: our staff set up the
          membership.
        </p>
      </Fragment>
    )}
    <div className="ways">
      <Button href="/meeting-room">Find a meeting room</Button>
      <Button href="/my-bookings" variant="outlined" startIcon={<CalendarIcon />}>
        My bookings
      </Button>
    </div>
  </Panel>
);
