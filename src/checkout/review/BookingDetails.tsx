import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { fullDate } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { Amenities } from '../../rooms/list/Amenities.tsx';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { styled } from '@mui/material/styles';
import type { BookingSelection } from '../../../machines/checkout/events.ts';

const Details = styled(Card)(({ theme }) => ({
  '& .photo': { aspectRatio: '3 / 2', [theme.breakpoints.up('md')]: { aspectRatio: '16 / 9' } },
  '& .text': { padding: theme.spacing(3), [theme.breakpoints.up('md')]: { padding: theme.spacing(4) } },
  '& .area': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(0.5, 2.5),
    margin: theme.spacing(1, 0, 0),
    padding: 0,
    listStyle: 'none',
    color: theme.vars.palette.text.secondary,
    '& li': { display: 'flex', alignItems: 'center', gap: theme.spacing(0.75) },
    '& svg': { fontSize: '1.25rem' },
  },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: theme.spacing(1.5),
    margin: theme.spacing(3, 0),
  },
  '& dl > div': {
    padding: theme.spacing(1.75, 2),
    borderRadius: 16,
    backgroundColor: theme.vars.palette.sand,
  },
  '& dl > .wide': { gridColumn: '1 / -1' },
  '& dt': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.75),
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.caption.fontSize,
    fontWeight: 600,
    '& svg': { fontSize: '1.125rem' },
  },
  '& dd': { margin: theme.spacing(0.25, 0, 0), fontSize: '1.0625rem', fontWeight: 650 },
  '& dd.open': { color: theme.vars.palette.error.main },
  '& h3': {
    margin: theme.spacing(0, 0, 1),
    fontFamily: theme.typography.fontFamily,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 650,
  },
})) as typeof Card;

const Boundary = ({ slot }: { slot: number | undefined }) => (
  <dd className={slot === undefined ? 'open' : ''}>{slot === undefined ? 'select' : clockTime(slot)}</dd>
);

export function BookingDetails({ selection: { room, date, range } }: { selection: BookingSelection }) {
  const { area_name: area, city, pincode } = room.location;

  return (
    <Details component="section" aria-label="What you are booking">
      <Picture
        className="photo"
        path={room.images[0]?.image}
        alt={`${room.room_name}, the room`}
        sizes="(min-width: 80em) 740px, (min-width: 56.25em) 58vw, (min-width: 44em) 50vw, calc(100vw - 2rem)"
        firstOn="allScreens"
      />
      <div className="text">
        <Typography variant="h2">{room.room_name}</Typography>
        <ul className="area">
          <li>
            <PlaceIcon />
            <span>{`${area}, ${city} ${pincode}`}</span>
          </li>
          <li>
            <PeopleIcon />
            <span>{`Up to ${room.room_capacity} people`}</span>
          </li>
        </ul>
        <dl>
          <div className="wide">
            <dt>
              <CalendarIcon />
              Date
            </dt>
            <dd>{fullDate(date)}</dd>
          </div>
          <div>
            <dt>
              <ClockIcon />
              Start time
            </dt>
            <Boundary slot={range?.start} />
          </div>
          <div>
            <dt>
              <ClockIcon />
              End time
            </dt>
            <Boundary slot={range?.end} />
          </div>
          <div className="wide">
            <dt>
              <PlaceIcon />
              Address
            </dt>
            <dd>{addressLine(room.location)}</dd>
          </div>
        </dl>
        <h3>In the room</h3>
        <Amenities room={room} />
      </div>
    </Details>
  );
}
