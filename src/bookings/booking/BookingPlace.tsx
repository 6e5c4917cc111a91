import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import type { BookingDetails } from '../../../machines/bookings/booking.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { ARRIVAL_INSTRUCTIONS } from '../../../domain/rooms/arrivalInstructions.ts';
import { clockTime, hoursText, slotCount } from '../../../domain/time/slots.ts';
import type { BookingSituation } from '../../../machines/bookings/bookingPage.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, DoorIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { Amenities } from '../../rooms/exports.ts';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { MapButton } from '../../ui/layout/MapButton.tsx';
import { wasBooked } from './bookingSituation.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Photo = styled(Picture, { shouldForwardProp: (name) => name !== 'isGrey' })<{ isGrey: boolean }>(
  ({ theme, isGrey }) => ({
    aspectRatio: '3 / 2',
    [theme.breakpoints.up('md')]: { aspectRatio: '16 / 9' },
    ...(isGrey && { filter: 'grayscale(0.8)' }),
  }),
);

const FactRow = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  gap: theme.spacing(0, 1.75),
}));

const FactIcon = styled(IconSlot)(({ theme }) => ({
  gridRow: 'span 3',
  alignSelf: 'start',
  marginBlockStart: 2,
  fontSize: '1.5rem',
  color: theme.vars.palette.primary.main,
}));

/** The icon is hidden from screen readers, for which a `dl` contains only terms and values. */
const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <FactRow>
    <FactIcon aria-hidden="true">{icon}</FactIcon>
    {children}
  </FactRow>
);

const Term = styled('dt')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 550,
}));

const Value = styled('dd')({ gridColumn: 2, margin: 0, fontWeight: 650, textWrap: 'pretty' });

const Remark = styled(Value)(({ theme }) => ({ fontWeight: 400, color: theme.vars.palette.text.secondary }));

/** The way in is left out for a booking that was cancelled or never booked. */
export function BookingPlace({
  details,
  situation,
}: {
  details: BookingDetails;
  situation: BookingSituation;
}) {
  const { meetingRoom: room, bookingDate: date, range } = details;
  const isNotValid = situation === 'cancelled' || situation === 'not-booked';
  const time = isNotValid ? { textDecoration: 'line-through' } : {};

  return (
    <Card component="section" aria-label="When and where">
      <Photo
        isGrey={isNotValid}
        path={room.image.image}
        alt={`${room.roomName}, the room`}
        sizes="(min-width: 56.25em) 46rem, calc(100vw - 2rem)"
        firstOn="allScreens"
      />
      <Stack component="dl" sx={{ gap: 2.5, margin: 0, padding: { xs: 2.5, sm: 3.5 } }}>
        <Fact icon={<CalendarIcon />}>
          <Term>Date</Term>
          <Value sx={time}>{fullDate(date)}</Value>
        </Fact>
        <Fact icon={<ClockIcon />}>
          <Term>Time</Term>
          <Value sx={time}>{`${clockTime(range.start)} – ${clockTime(range.end)}`}</Value>
          <Remark>{`${hoursText(slotCount(range))}, Chennai time`}</Remark>
        </Fact>
        <Fact icon={<PlaceIcon />}>
          <Term>Address</Term>
          <Value>{addressLine(room.location)}</Value>
          <Remark sx={{ justifySelf: 'start', marginBlockStart: 1.25 }}>
            <MapButton location={room.location} size="small" />
          </Remark>
        </Fact>
        {wasBooked(situation) && situation !== 'cancelled' && (
          <Fact icon={<DoorIcon />}>
            <Term>How to get in</Term>
            <Value>{room.location.floor}</Value>
            <Remark>{ARRIVAL_INSTRUCTIONS}</Remark>
          </Fact>
        )}
        <Fact icon={<PeopleIcon />}>
          <Term>In the room</Term>
          <Value>{`Up to ${room.roomCapacity} people`}</Value>
          <Remark sx={{ marginBlockStart: 1 }}>
            <Amenities room={room} />
          </Remark>
        </Fact>
      </Stack>
    </Card>
  );
}
