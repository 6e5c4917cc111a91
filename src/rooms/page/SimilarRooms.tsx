import Grid from '@mui/material/Grid';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { shallowEqual } from '@xstate/react';
import type { Room } from '../../../domain/rooms/room.ts';
import { similarRooms } from '../../../domain/rooms/similarRooms.ts';
import { roomPriceText } from '../../../domain/rooms/rateTexts.ts';
import { askedTimes } from '../../../machines/rooms/search/view.ts';
import { useOptionalFlow } from '../../app/system/flows.ts';
import { useSelector } from '../../app/system/useSelector.ts';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { RoomLink } from '../list/RoomLink.tsx';

const Item = styled(Grid)(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  borderRadius: 20,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { boxShadow: theme.vars.shadows[4] },
})) as typeof Grid;

const Photo = styled(Picture)({ aspectRatio: '3 / 2' });

const Text = styled('div')(({ theme }) => ({ padding: theme.spacing(2) }));

// The whole card is a link to the room's page.
const NameLink = styled(RoomLink)(({ theme }) => ({
  color: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 20 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: -3 },
}));

const Details = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.25, 0, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const Price = styled('span')({ whiteSpace: 'nowrap' });

export const RoomLinks = ({ rooms }: { rooms: readonly Room[] }) => (
  <Grid
    container
    component="ul"
    spacing={2}
    sx={{ margin: 0, marginBlockStart: 2.5, padding: 0, listStyle: 'none' }}
  >
    {rooms.map((room) => (
      <Item component="li" size={{ xs: 12, sm: 4 }} key={room.id}>
        <Photo
          path={room.images[0]?.image}
          alt=""
          sizes="(min-width: 80em) 390px, (min-width: 37.5em) 32vw, calc(100vw - 2rem)"
        />
        <Text>
          <Typography variant="h4" component="h3">
            <NameLink room={room}>{room.roomName}</NameLink>
          </Typography>
          <Details>
            <span>{`${room.location.areaName} · up to ${room.roomCapacity} people · `}</span>
            <Price>{roomPriceText(room)}</Price>
          </Details>
        </Text>
      </Item>
    ))}
  </Grid>
);

/** Of about the same size and price. */
export function SimilarRooms({ room, rooms }: { room: Room; rooms: readonly Room[] }) {
  const asked = useSelector(
    useOptionalFlow('search'),
    (snapshot) => (snapshot ? askedTimes(snapshot.context) : null),
    shallowEqual,
  );
  const similar = similarRooms(room, rooms, asked);
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar-rooms">
      <Typography variant="h2" id="similar-rooms">
        Similar rooms
      </Typography>
      <RoomLinks rooms={similar} />
    </section>
  );
}
