import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { similarRooms, slugOf } from '../../../domain/rooms/roomSlug.ts';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RoomLinks } from './SimilarRooms.tsx';

const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(6, 10),
  '& .lead': { maxWidth: '38em', margin: theme.spacing(1.5, 0, 3), color: theme.vars.palette.text.secondary },
  '& h2': { marginBlockStart: theme.spacing(5) },
}));

/** The page for the address of an unknown room, with links to rooms of similar names. The server responds with status 404. */
export const NoSuchRoom = ({ slug, rooms }: { slug: string; rooms: readonly Room[] }) => (
  <Page>
    <PageTitle>Room not found</PageTitle>
    <meta name="robots" content="noindex" />
    <Typography variant="h1">There is no such room</Typography>
    <Typography variant="subtitle1" className="lead">
      There is no room at this address, or it is no longer available.
    </Typography>
    <Button href="/meeting-room" startIcon={<ArrowLeftIcon />}>
      All meeting rooms
    </Button>
    {rooms.length > 0 && (
      <>
        <Typography variant="h2">Did you mean one of these?</Typography>
        <RoomLinks rooms={similarRooms(slugOf(slug), rooms)} />
      </>
    )}
  </Page>
);
