import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { fullDate } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { Amenities } from '../../rooms/exports.ts';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { styled } from '@mui/material/styles';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Photo = styled(Picture)(({ theme }) => ({
  aspectRatio: '3 / 2',
  [theme.breakpoints.up('md')]: { aspectRatio: '16 / 9' },
}));

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.spacing(1.5),
  margin: theme.spacing(3, 0),
}));

const Fact = styled('div')(({ theme }) => ({
  padding: theme.spacing(1.75, 2),
  borderRadius: 16,
  backgroundColor: theme.vars.palette.sand,
}));

const WideFact = styled(Fact)({ gridColumn: '1 / -1' });

const Term = styled('dt')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 600,
}));

const AreaIcon = styled(IconSlot)({ fontSize: '1.25rem' });

const TermIcon = styled(IconSlot)({ fontSize: '1.125rem' });

const Value = styled('dd')(({ theme }) => ({
  margin: theme.spacing(0.25, 0, 0),
  fontSize: '1.0625rem',
  fontWeight: 650,
}));

const AmenitiesTitle = styled('h3')(({ theme }) => ({
  margin: theme.spacing(0, 0, 1),
  fontFamily: theme.typography.fontFamily,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 650,
}));

const Boundary = ({ slot }: { slot: number | undefined }) =>
  slot === undefined ? <Value sx={{ color: 'error.main' }}>select</Value> : <Value>{clockTime(slot)}</Value>;

export function BookingDetails({ selection: { room, date, range } }: { selection: BookingSelection }) {
  const { areaName: area, city, pincode } = room.location;

  return (
    <Card component="section" aria-label="What you are booking">
      <Photo
        path={room.images[0]?.image}
        alt={`${room.roomName}, the room`}
        sizes="(min-width: 80em) 740px, (min-width: 56.25em) 58vw, calc(100vw - 2rem)"
        firstOn="allScreens"
      />
      <Box sx={{ padding: { xs: 3, md: 4 } }}>
        <Typography variant="h2">{room.roomName}</Typography>
        <Stack
          component="ul"
          direction="row"
          sx={{
            flexWrap: 'wrap',
            rowGap: 0.5,
            columnGap: 2.5,
            marginBlockStart: 1,
            marginBlockEnd: 0,
            marginInline: 0,
            padding: 0,
            listStyle: 'none',
            color: 'text.secondary',
          }}
        >
          <Stack component="li" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
            <AreaIcon>
              <PlaceIcon />
            </AreaIcon>
            <span>{`${area}, ${city} ${pincode}`}</span>
          </Stack>
          <Stack component="li" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
            <AreaIcon>
              <PeopleIcon />
            </AreaIcon>
            <span>{`Up to ${room.roomCapacity} people`}</span>
          </Stack>
        </Stack>
        <Facts>
          <WideFact>
            <Term>
              <TermIcon>
                <CalendarIcon />
              </TermIcon>
              Date
            </Term>
            <Value>{fullDate(date)}</Value>
          </WideFact>
          <Fact>
            <Term>
              <TermIcon>
                <ClockIcon />
              </TermIcon>
              Start time
            </Term>
            <Boundary slot={range?.start} />
          </Fact>
          <Fact>
            <Term>
              <TermIcon>
                <ClockIcon />
              </TermIcon>
              End time
            </Term>
            <Boundary slot={range?.end} />
          </Fact>
          <WideFact>
            <Term>
              <TermIcon>
                <PlaceIcon />
              </TermIcon>
              Address
            </Term>
            <Value>{addressLine(room.location)}</Value>
          </WideFact>
        </Facts>
        <AmenitiesTitle>In the room</AmenitiesTitle>
        <Amenities room={room} />
      </Box>
    </Card>
  );
}
