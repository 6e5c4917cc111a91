import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useParams } from 'react-router-dom';
import type { Room } from '../../../domain/rooms/room.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { pricesPerHourOf } from '../../../domain/money/rates.ts';
import { lengthText } from '../../../domain/rooms/bookingLength.ts';
import { durationText } from '../../../domain/rooms/durations.ts';
import { roomBySlug, roomSlug } from '../../../domain/rooms/roomSlug.ts';
import { roomPath } from '../../../domain/content/sitePaths.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { AlertIcon, ClockIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { ArrowLeftIcon, PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageDescription } from '../../ui/layout/PageDescription.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { useResource } from '../../app/system/resource.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { AboutRoom } from './AboutRoom.tsx';
import { BookRoom } from './BookRoom.tsx';
import { CancellationPolicy } from './CancellationPolicy.tsx';
import { Gallery } from './Gallery.tsx';
import { NoSuchRoom } from './NoSuchRoom.tsx';
import { RoomPlace } from './RoomPlace.tsx';
import { SeatsAndAmenities } from './SeatsAndAmenities.tsx';
import { SimilarRooms } from './SimilarRooms.tsx';

const Page = styled(Container)(({ theme }) => ({ paddingBlock: theme.spacing(3, 10) }));

const factIcon = { flex: 'none', fontSize: '1.25rem' };
const FactPlaceIcon = styled(PlaceIcon)(factIcon);
const FactPeopleIcon = styled(PeopleIcon)(factIcon);
const FactClockIcon = styled(ClockIcon)(factIcon);

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(5, 6),
  margin: theme.spacing(4, 0, 6),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.55fr) minmax(0, 1fr)' },
}));

export default function RoomPage() {
  const { slug = '' } = useParams();
  const { data: rooms, failure, isBusy, refresh } = useResource(useFlow('roomList'), CITIES[0]);
  const room = rooms && roomBySlug(slug.toLowerCase(), rooms);

  if (rooms && room) return <LoadedRoom key={room.id} room={room} rooms={rooms} />;
  if (rooms) return <NoSuchRoom slug={slug} rooms={rooms} />;
  if (failure && !isBusy) {
    return (
      <Notice
        level="h1"
        icon={<AlertIcon />}
        title="The room could not be loaded"
        text={failure.message || 'The server could not be reached or had a problem.'}
      >
        <PageTitle>Room not loaded</PageTitle>
        <Button startIcon={<RefreshIcon />} onClick={refresh}>
          Try again
        </Button>
      </Notice>
    );
  }
  return (
    <Page aria-busy="true">
      <PageTitle>Meeting room</PageTitle>
      <VisuallyHidden as="h1">Meeting room</VisuallyHidden>
      <VisuallyHidden role="status">Loading the room</VisuallyHidden>
      <Skeleton variant="rounded" height={44} width="12rem" />
      <Skeleton variant="rounded" height={52} width="60%" sx={{ marginBlockStart: 1.5, marginBlockEnd: 3 }} />
      <Skeleton variant="rounded" sx={{ height: { xs: 220, sm: 420 }, borderRadius: '28px' }} />
    </Page>
  );
}

function LoadedRoom({ room, rooms }: { room: Room; rooms: readonly Room[] }) {
  const { roomName: name, roomCapacity: capacity, location } = room;
  const limits = lengthText(room);
  const [price = room.pricePerHour, ...otherPrices] = pricesPerHourOf(room);
  const priceText = `${otherPrices.length > 0 ? 'from' : 'at'} ${rupees(price)}`;
  return (
    <Page>
      <PageTitle>{`${name}, ${location.areaName}`}</PageTitle>
      <PageDescription path={roomPath(roomSlug(room, rooms))}>
        {`${name} in ${location.areaName}, ${location.city}: a meeting room for up to ${capacity} people ${priceText} an hour. See when it is free and book it for ${durationText(room.minSlots ?? 1)} or longer.`}
      </PageDescription>
      <Button
        sx={{ marginInlineStart: -1.5 }}
        href="/meeting-room"
        variant="text"
        startIcon={<ArrowLeftIcon />}
      >
        All meeting rooms
      </Button>
      <Typography variant="h1" sx={{ marginBlockStart: 1 }}>
        {name}
      </Typography>
      <Stack
        component="ul"
        direction="row"
        sx={{
          flexWrap: 'wrap',
          rowGap: 0.5,
          columnGap: 2.5,
          marginBlockStart: 1,
          marginBlockEnd: 3,
          marginInline: 0,
          padding: 0,
          listStyle: 'none',
          color: 'text.secondary',
        }}
      >
        <Stack component="li" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
          <FactPlaceIcon />
          <span>{`${location.areaName}, ${location.city}`}</span>
        </Stack>
        <Stack component="li" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
          <FactPeopleIcon />
          <span>{`Up to ${capacity} people`}</span>
        </Stack>
        {limits !== null && (
          <Stack component="li" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
            <FactClockIcon />
            <span>{limits}</span>
          </Stack>
        )}
      </Stack>
      <Gallery room={room} />
      <Columns>
        <Stack sx={{ gap: 5 }}>
          <FlowSection needs={['search']}>
            <BookRoom room={room} />
          </FlowSection>
          {room.description !== undefined && <AboutRoom text={room.description} />}
          <SeatsAndAmenities room={room} />
        </Stack>
        <Stack sx={{ gap: 5 }}>
          <RoomPlace room={room} />
          <CancellationPolicy room={room} />
        </Stack>
      </Columns>
      <SimilarRooms room={room} rooms={rooms} />
    </Page>
  );
}
