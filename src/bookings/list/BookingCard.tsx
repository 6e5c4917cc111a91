import Stack from '@mui/material/Stack';
import type Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import Alert from '@mui/material/Alert';
import { useId } from 'react';
import type { Booking } from '../../../machines/bookings/booking.ts';
import { dayAndMonth, fullDate } from '../../../domain/time/calendar.ts';
import { bookingPath } from '../../../domain/content/sitePaths.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { PlaceIcon } from '../../ui/icons/pages.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { displayFont } from '../../ui/theme/typography.ts';
import { CardFrame, CardText, photoStyles, WHOLE_ROW } from './cardParts.ts';
import { refundText } from './refundText.ts';
import { UnpaidNotice } from './UnpaidNotice.tsx';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Frame = styled(CardFrame)(({ theme }) => ({
  '@media print': { gridTemplateColumns: '10rem minmax(0, 1fr)', borderRadius: 12 },
  '&:hover': { boxShadow: theme.vars.shadows[4] },
})) as typeof Card;

const Photo = styled(Picture)(({ theme }) => ({
  ...photoStyles(theme),
  '& img': { [theme.breakpoints.up('sm')]: { position: 'absolute', inset: 0 } },
}));

/** Like a leaf of a calendar. */
const Leaf = styled('div')(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  width: 64,
  height: 72,
  borderRadius: 16,
  backgroundColor: theme.vars.palette.tint,
  color: theme.vars.palette.primary.main,
  textAlign: 'center',
  '&[data-invalid]': {
    backgroundColor: theme.vars.palette.taken,
    color: theme.vars.palette.takenText,
    textDecoration: 'line-through',
  },
}));

const LeafDay = styled('strong')({
  fontFamily: displayFont,
  fontSize: '1.75rem',
  fontWeight: 600,
  lineHeight: 1,
});

const LeafMonth = styled('span')({
  marginBlockStart: 4,
  fontSize: '0.8125rem',
  fontWeight: 650,
  lineHeight: 1.2,
});

const Title = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { paddingInlineEnd: theme.spacing(13) },
}));

/** The whole card is a link to the booking's page. */
const OpenLink = styled(Link)(({ theme }) => ({
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 24 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: -3 },
}));

const Area = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.25, 0, 0),
  color: theme.vars.palette.text.secondary,
}));

const cancelledChip = {
  display: 'flex',
  width: 'fit-content',
  minHeight: 0,
  marginBlockStart: 0.75,
  fontSize: 'caption.fontSize',
  lineHeight: 'inherit',
} as const;

/** The width aligns the times of all cards. On a phone the times are below the date, also below a short one. */
const DateItem = styled('div')(({ theme }) => ({
  flexBasis: '100%',
  [theme.breakpoints.up('sm')]: { flexBasis: 'auto', minWidth: '13.5rem' },
}));

const Term = styled('dt')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 550,
}));

const Value = styled('dd')({ margin: 0, fontWeight: 650 });

const More = styled('p')(({ theme }) => ({
  gridColumn: WHOLE_ROW,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  margin: 0,
  color: theme.vars.palette.primary.main,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 650,
  '@media print': { display: 'none' },
}));

const Stamp = styled('img')(({ theme }) => ({
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
}));

/** Spec 2. */
export function BookingCard({ booking }: { booking: Booking }) {
  const titleId = useId();
  const { meetingRoom: room, bookingDate: date, range, state } = booking;
  const { areaName: area, city, pincode } = room.location;
  const { start, end } = range;
  const { day, month } = dayAndMonth(date);
  const refund = refundText(booking);

  return (
    <Frame component="article" aria-labelledby={titleId} data-state={state}>
      <Photo path={room.image.image} alt="" sizes="(min-width: 37.5em) 25rem, calc(100vw - 2rem)" />
      <CardText>
        {/* A booking that was cancelled or is refunded is not valid. */}
        <Leaf data-invalid={state === 'cancelled' || state.startsWith('refund') ? '' : undefined}>
          <LeafDay>{day}</LeafDay>
          <LeafMonth>{month}</LeafMonth>
        </Leaf>
        <Title>
          <Typography variant="h3" component="h2" id={titleId}>
            <OpenLink href={bookingPath(booking.id)} color="inherit" underline="hover">
              {room.roomName}
            </OpenLink>
          </Typography>
          <Area>{`${area}, ${city} ${pincode}`}</Area>
          {state === 'cancelled' && (
            <StatusChip tone="quiet" sx={cancelledChip} labelPadding="2px 10px">
              Cancelled
            </StatusChip>
          )}
        </Title>
        <Stack
          component="dl"
          direction="row"
          sx={{
            gridColumn: WHOLE_ROW,
            flexWrap: 'wrap',
            rowGap: 1,
            columnGap: 3.5,
            margin: 0,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <DateItem>
            <Term>Date</Term>
            <Value>{fullDate(date)}</Value>
          </DateItem>
          <div>
            <Term>Start time</Term>
            <Value>{clockTime(start)}</Value>
          </div>
          <div>
            <Term>End time</Term>
            <Value>{clockTime(end)}</Value>
          </div>
        </Stack>
        <Stack
          component="p"
          direction="row"
          sx={{
            gap: 1,
            gridColumn: WHOLE_ROW,
            margin: 0,
            color: 'text.secondary',
            fontSize: 'body2.fontSize',
          }}
        >
          <IconSlot sx={{ alignSelf: 'start', marginBlockStart: '2px', fontSize: '1.125rem' }}>
            <PlaceIcon />
          </IconSlot>
          <span>{addressLine(room.location)}</span>
        </Stack>
        <More aria-hidden="true">
          Open this booking <ArrowRightIcon />
        </More>
        {/* The dates of a series wait for one payment: their list has the notice. */}
        {!booking.series && (
          <UnpaidNotice
            booking={booking}
            // Its buttons are above the card's link.
            sx={{ gridColumn: WHOLE_ROW, '& .MuiButton-root': { zIndex: 1 } }}
          />
        )}
        {refund !== null && (
          <Alert
            severity={booking.refund?.status === 'refunded' ? 'info' : 'warning'}
            role="none"
            icon={false}
            sx={{ gridColumn: WHOLE_ROW }}
          >
            {refund}
          </Alert>
        )}
      </CardText>
      {state === 'confirmed' && (
        <Stamp src="/images/booked-stamp.svg" alt="Booked" width={360} height={180} />
      )}
    </Frame>
  );
}
