import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import { useId } from 'react';
import type { Booking } from '../../../contract/bookings/booking.ts';
import { dayAndMonth, fullDate } from '../../../domain/time/calendar.ts';
import { bookingPath } from '../../../domain/content/sitePaths.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { displayFont } from '../../ui/theme/typography.ts';
import { bookedRange } from '../../../machines/bookings/myBookings.ts';
import { bookingCardStyles } from './bookingCardStyles.ts';
import { refundText } from './refundText.ts';
import { UnpaidNotice } from './UnpaidNotice.tsx';

const Frame = styled(Card)(({ theme }) => ({
  ...bookingCardStyles(theme),
  '@media print': { gridTemplateColumns: '10rem minmax(0, 1fr)', borderRadius: 12 },
  '& .leaf': {
    display: 'grid',
    alignContent: 'center',
    width: 64,
    height: 72,
    borderRadius: 16,
    backgroundColor: theme.vars.palette.tint,
    color: theme.vars.palette.primary.main,
    textAlign: 'center',
    '& strong': { fontFamily: displayFont, fontSize: '1.75rem', fontWeight: 600, lineHeight: 1 },
    '& span': { marginBlockStart: 4, fontSize: '0.8125rem', fontWeight: 650, lineHeight: 1.2 },
  },
  '& .title': { [theme.breakpoints.up('sm')]: { paddingInlineEnd: theme.spacing(13) } },
  // The whole card is a link to the booking's page.
  '& .open::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 24 },
  '& .open:focus-visible': { outline: 'none' },
  '& .open:focus-visible::after': {
    outline: `3px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -3,
  },
  '& button': { position: 'relative', zIndex: 1 },
  '&:hover': { boxShadow: theme.vars.shadows[4] },
  '& .area': { margin: theme.spacing(0.25, 0, 0), color: theme.vars.palette.text.secondary },
  // Looks like Material's Chip without loading its code, which nothing else on this page needs.
  '& .state': {
    width: 'fit-content',
    margin: theme.spacing(0.75, 0, 0),
    padding: theme.spacing(0.25, 1.25),
    border: `1px solid ${theme.vars.palette.line}`,
    borderRadius: 999,
    fontSize: theme.typography.caption.fontSize,
    fontWeight: 600,
  },
  '& dl': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1, 3.5),
    margin: 0,
    fontVariantNumeric: 'tabular-nums',
  },
  // Aligns the times of all cards.
  '& dl > :first-of-type': { [theme.breakpoints.up('sm')]: { minWidth: '13.5rem' } },
  '& dt': {
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.caption.fontSize,
    fontWeight: 550,
  },
  '& dd': { margin: 0, fontWeight: 650 },
  '& .address': {
    display: 'flex',
    gap: theme.spacing(1),
    margin: 0,
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    '& svg': { flex: 'none', marginBlockStart: 2, fontSize: '1.125rem' },
  },
  '& .more': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.75),
    margin: 0,
    color: theme.vars.palette.primary.main,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 650,
    '@media print': { display: 'none' },
  },
  // The booking is not valid.
  '&[data-state^="refund"] .leaf, &[data-state="cancelled"] .leaf': {
    backgroundColor: theme.vars.palette.taken,
    color: theme.vars.palette.takenText,
    textDecoration: 'line-through',
  },
  '& .stamp': {
    position: 'absolute',
    insetBlockStart: theme.spacing(1.5),
    insetInlineEnd: theme.spacing(1.5),
    width: 104,
    height: 'auto',
    [theme.breakpoints.down('sm')]: {
      // On a phone the stamp is on the picture.
      padding: theme.spacing(0.5, 0.75),
      borderRadius: 14,
      backgroundColor: translucent(theme.vars.palette.brand.paper, 90),
    },
    '@media screen and (prefers-color-scheme: dark)': {
      [theme.breakpoints.up('sm')]: { filter: 'brightness(1.75) saturate(0.85)' },
    },
  },
})) as typeof Card;

/** A booking (spec 2), with a notice if it is unpaid or has a refund. */
export function BookingCard({ booking }: { booking: Booking }) {
  const titleId = useId();
  const { meeting_room: room, booking_date: date } = booking;
  const { area_name: area, city, pincode } = room.location;
  const { start, end } = bookedRange(booking);
  const { day, month } = dayAndMonth(date);
  const refund = refundText(booking);
  const state = stateOf(booking);

  return (
    <Frame component="article" aria-labelledby={titleId} data-state={state}>
      <Picture
        className="photo"
        path={room.image.image}
        alt=""
        sizes="(min-width: 37.5em) 25rem, calc(100vw - 2rem)"
      />
      <div className="text">
        <div className="leaf">
          <strong>{day}</strong>
          <span>{month}</span>
        </div>
        <div className="title">
          <Typography variant="h3" component="h2" id={titleId}>
            <Link className="open" href={bookingPath(booking.id)} color="inherit" underline="hover">
              {room.room_name}
            </Link>
          </Typography>
          <p className="area">{`${area}, ${city} ${pincode}`}</p>
          {state === 'cancelled' && <p className="state">Cancelled</p>}
        </div>
        <dl className="wide">
          <div>
            <dt>Date</dt>
            <dd>{fullDate(date)}</dd>
          </div>
          <div>
            <dt>Start time</dt>
            <dd>{clockTime(start)}</dd>
          </div>
          <div>
            <dt>End time</dt>
            <dd>{clockTime(end)}</dd>
          </div>
        </dl>
        <p className="address wide">
          <PlaceIcon />
          <span>{addressLine(room.location)}</span>
        </p>
        <p className="more wide" aria-hidden="true">
          Open this booking <ArrowRightIcon />
        </p>
        {/* The dates of a series wait for one payment: their list has the notice. */}
        {!booking.series && <UnpaidNotice booking={booking} className="wide" />}
        {refund !== null && (
          <Alert
            severity={booking.refund?.status === 'refunded' ? 'info' : 'warning'}
            role="none"
            icon={false}
            className="wide"
          >
            {refund}
          </Alert>
        )}
      </div>
      {state === 'confirmed' && (
        <img className="stamp" src="/images/booked-stamp.svg" alt="Booked" width={360} height={180} />
      )}
    </Frame>
  );
}
