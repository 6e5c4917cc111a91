import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../domain/rooms/room.ts';
import { ARRIVAL_INSTRUCTIONS } from '../../../domain/rooms/arrivalInstructions.ts';
import { apiHost } from '../../app/effects/http.ts';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { MapButton } from '../../ui/layout/MapButton.tsx';
import { areaMapPath } from './areaMaps.ts';

const Address = styled('address')(({ theme }) => ({
  margin: theme.spacing(1.5, 0, 0),
  fontStyle: 'normal',
  fontWeight: 600,
  textWrap: 'pretty',
}));

const Hint = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 2),
  color: theme.vars.palette.text.secondary,
}));

const Sketch = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  aspectRatio: '9 / 5',
  marginBlockEnd: theme.spacing(2),
  borderRadius: 20,
  border: `1px solid ${theme.vars.palette.line}`,
}));

export function RoomPlace({ room }: { room: Room }) {
  const map = areaMapPath(room.location);
  return (
    <section aria-labelledby="room-place">
      <Typography variant="h2" id="room-place">
        Where it is
      </Typography>
      <Address>{addressLine(room.location)}</Address>
      <Hint>{ARRIVAL_INSTRUCTIONS}</Hint>
      {map && (
        <Sketch
          src={`${apiHost}${map}`}
          alt={`A sketch of ${room.location.areaName} and what is around it`}
          width={720}
          height={400}
          loading="lazy"
          decoding="async"
        />
      )}
      <MapButton location={room.location} />
    </section>
  );
}
