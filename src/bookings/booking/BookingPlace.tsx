import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import type { BookingDetails } from '../../../contract/bookings/bookingDetails.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { ARRIVAL_INSTRUCTIONS } from '../../../domain/rooms/arrivalInstructions.ts';
import { clockTime, hoursText, slotCount } from '../../../domain/time/slots.ts';
import type { BookingSituation } from '../../../machines/bookings/bookingPage.ts';
import { bookedRange } from '../../../machines/bookings/myBookings.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, DoorIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { Amenities } from '../../rooms/list/Amenities.tsx';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { MapButton } from '../../ui/layout/MapButton.tsx';
import { wasBooked } from './bookingSituation.ts';

const Frame = styled(Card)(({ theme }) => ({
  '& .photo': { aspectRatio: '3 / 2', [theme.breakpoints.up('md')]: { aspectRatio: '16 / 9' } },
  '& .text': { padding: theme.spacing(2.5), [theme.breakpoints.up('sm')]: { padding: theme.spacing(3.5) } },
  '& dl': { display: 'grid', gap: theme.spacing(2.5), margin: 0 },
  '& dl > div': {
    display: 'grid',
    gridTemplateColumns: '1.5rem minmax(0, 1fr)',
    gap: theme.spacing(0, 1.75),
    '& svg': {
      gridRow: 'span 3',
      marginBlockStart: 2,
      fontSize: '1.5rem',
      color: theme.vars.palette.primary.main,
    },
  },
  '& dt': {
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 550,
  },
  '& dd': { gridColumn: 2, margin: 0, fontWeight: 650, textWrap: 'pretty' },
  '& dd + dd': { fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& .map': { justifySelf: 'start', marginBlockStart: theme.spacing(1.25) },
  '&[data-situation="cancelled"] .photo, &[data-situation="not-booked"] .photo': { filter: 'grayscale(0.8)' },
  '&[data-situation="cancelled"] .when, &[data-situation="not-booked"] .when': {
    textDecoration: 'line-through',
  },
})) as typeof Card;

/** The date, time and address of a booking, how to get in (unless it was cancelled or never booked), and the amenities. */
export function BookingPlace({
  details,
  situation,
}: {
  details: BookingDetails;
  situation: BookingSituation;
}) {
  const { meeting_room: room, booking_date: date } = details;
  const range = bookedRange(details);

  return (
    <Frame component="section" aria-label="When and where" data-situation={situation}>
      <Picture
        className="photo"
        path={room.image.image}
        alt={`${room.room_name}, the room`}
        sizes="(min-width: 56.25em) 46rem, calc(100vw - 2rem)"
        firstOn="allScreens"
      />
      <div className="text">
        <dl>
          <div>
            <CalendarIcon />
            <dt>Date</dt>
            <dd className="when">{fullDate(date)}</dd>
          </div>
          <div>
            <ClockIcon />
            <dt>Time</dt>
            <dd className="when">{`${clockTime(range.start)} – ${clockTime(range.end)}`}</dd>
            <dd>{`${hoursText(slotCount(range))}, Chennai time`}</dd>
          </div>
          <div>
            <PlaceIcon />
            <dt>Address</dt>
            <dd>{addressLine(room.location)}</dd>
            <dd className="map">
              <MapButton location={room.location} size="small" />
            </dd>
          </div>
          {wasBooked(situation) && situation !== 'cancelled' && (
            <div>
              <DoorIcon />
              <dt>How to get in</dt>
              <dd>{room.location.floor}</dd>
              <dd>{ARRIVAL_INSTRUCTIONS}</dd>
            </div>
          )}
          <div>
            <PeopleIcon />
            <dt>In the room</dt>
            <dd>{`Up to ${room.room_capacity} people`}</dd>
            <dd>
              <Amenities room={room} />
            </dd>
          </div>
        </dl>
      </div>
    </Frame>
  );
}
