import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../domain/rooms/room.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { Amenities } from '../Amenities.tsx';
import { LayoutDrawing } from './layoutDrawings.tsx';

const Layouts = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
  gap: theme.spacing(1.5),
  margin: theme.spacing(1.5, 0, 3),
  padding: 0,
  listStyle: 'none',
}));

const Layout = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.25),
  padding: theme.spacing(2),
  borderRadius: 18,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
}));

const LayoutName = styled('strong')(({ theme }) => ({
  marginBlockStart: theme.spacing(0.75),
  fontWeight: 650,
}));

const Seats = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

export const SeatsAndAmenities = ({ room }: { room: Room }) => (
  <section aria-labelledby="room-seats">
    <Typography variant="h2" id="room-seats">
      Seats and amenities
    </Typography>
    <Layouts aria-label="Layouts">
      {(room.layouts ?? []).map(({ name, seats }) => (
        <Layout key={name}>
          <LayoutDrawing name={name} />
          <LayoutName>{capitalised(name)}</LayoutName>
          <Seats>{seats} seats</Seats>
        </Layout>
      ))}
    </Layouts>
    <Amenities room={room} />
  </section>
);
