import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { Room } from '../../../domain/rooms/room.ts';
import { similarRooms, slugOf } from '../../../domain/rooms/roomSlug.ts';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RoomLinks } from './SimilarRooms.tsx';

/** Links to rooms with similar names. The server responds with status 404. */
export const NoSuchRoom = ({ slug, rooms }: { slug: string; rooms: readonly Room[] }) => (
  <Container sx={{ paddingBlockStart: 6, paddingBlockEnd: 10 }}>
    <PageTitle>Room not found</PageTitle>
    <meta name="robots" content="noindex" />
    <Typography variant="h1">There is no such room</Typography>
    <Typography
      variant="subtitle1"
      sx={{ maxWidth: '38em', marginBlockStart: 1.5, marginBlockEnd: 3, color: 'text.secondary' }}
    >
      There is no room at this address, or it is no longer available.
    </Typography>
    <Button href="/meeting-room" startIcon={<ArrowLeftIcon />}>
      All meeting rooms
    </Button>
    {rooms.length > 0 && (
      <>
        <Typography variant="h2" sx={{ marginBlockStart: 5 }}>
          Did you mean one of these?
        </Typography>
        <RoomLinks rooms={similarRooms(slugOf(slug), rooms)} />
      </>
    )}
  </Container>
);
