import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type { DeskRoom } from '../../../machines/desk/roomFlows.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { otherPricesText } from '../../../domain/rooms/rateTexts.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { countText } from '../../../domain/text/countText.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { ChevronDownIcon } from '../../ui/icons/interface.tsx';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { CardList, CardPhoto, CardText, CardTitle, ListCard } from '../ui/CardList.tsx';
import { RoomForm } from './RoomForm.tsx';

const RoomCard = styled(ListCard)(({ theme }) => ({
  gridTemplateColumns: '6.5rem minmax(0, 1fr) auto',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '5rem minmax(0, 1fr)' },
}));

const Photo = styled(CardPhoto)({ aspectRatio: '3 / 2' });

const Actions = styled(Stack)(({ theme }) => ({
  flexDirection: 'row',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  [theme.breakpoints.down('sm')]: { gridColumn: '1 / -1' },
}));

/** `now`: the server's clock, milliseconds since 1970. */
export function RoomsView({ now }: { now: () => number }) {
  const [query] = useSearchParams();
  const { data: rooms, failure, isBusy, state } = useResource(useDeskFlow('deskRooms'), 'all');
  const requestedRoom = query.get('room');
  const room = rooms?.find(({ id }) => String(id) === requestedRoom);
  return (
    <div data-flow="deskRooms" data-state={state} aria-busy={isBusy}>
      {!rooms && isBusy && <Skeleton variant="rounded" height={320} />}
      {!rooms && !isBusy && failure && <Alert severity="error">{failure.message}</Alert>}
      {rooms && requestedRoom === 'new' && <RoomForm room={null} now={now} />}
      {rooms && room && <RoomForm key={room.id} room={room} now={now} />}
      {rooms && requestedRoom !== 'new' && !room && <RoomList rooms={rooms} />}
    </div>
  );
}

/** '₹500 an hour, ₹350 at other times' */
function priceText(room: DeskRoom): string {
  const others = otherPricesText(room);
  return `${rupees(room.pricePerHour)} an hour${others === null ? '' : `, ${others}`}`;
}

function RoomList({ rooms }: { rooms: readonly DeskRoom[] }) {
  const { failure, isBusy, send } = useForm(useDeskFlow('orderRooms'));
  const move = (from: number, to: number) => {
    const shown = rooms.map(({ id }) => id);
    const ids = [...shown];
    ids.splice(to, 0, ...ids.splice(from, 1));
    send({ ids: ids.join(','), shownIds: shown.join(',') });
  };
  return (
    <>
      <Button href="/desk?view=rooms&room=new" startIcon={<PlusIcon />}>
        Add a room
      </Button>
      <FailureAlert failure={failure} />
      <CardList as="ol" aria-label="Rooms">
        {rooms.map((room, nth) => (
          <li key={room.id}>
            <RoomCard>
              <Photo path={room.images[0]?.image} alt="" sizes="104px" widths={[400]} />
              <div>
                <CardTitle>
                  <Link href={`/desk?view=rooms&room=${room.id}`}>{room.roomName}</Link>
                  {room.archived && (
                    <StatusChip tone="quiet" sx={{ minHeight: 36, marginInlineStart: 0.5 }}>
                      {room.draft ? 'Draft' : 'Archived'}
                    </StatusChip>
                  )}
                </CardTitle>
                <CardText>
                  {`${room.location.areaName}, up to ${room.roomCapacity} people, ${priceText(room)}`}
                </CardText>
                {room.prices.map(({ fromDay, pricePerHour }) => (
                  <CardText key={fromDay}>{`${rupees(pricePerHour)} from ${longDate(fromDay)}`}</CardText>
                ))}
                {room.bookingsAhead > 0 && (
                  <CardText>{countText(room.bookingsAhead, 'upcoming booking')}</CardText>
                )}
              </div>
              <Actions>
                <IconButton
                  sx={{ transform: 'rotate(180deg)' }}
                  aria-label={`Move ${room.roomName} up`}
                  aria-disabled={isBusy}
                  disabled={nth === 0}
                  onClick={() => move(nth, nth - 1)}
                >
                  <ChevronDownIcon />
                </IconButton>
                <IconButton
                  aria-label={`Move ${room.roomName} down`}
                  aria-disabled={isBusy}
                  disabled={nth === rooms.length - 1}
                  onClick={() => move(nth, nth + 1)}
                >
                  <ChevronDownIcon />
                </IconButton>
                <Button
                  size="small"
                  variant="outlined"
                  href={`/desk?view=rooms&room=${room.id}`}
                  aria-label={`Edit ${room.roomName}`}
                >
                  Edit
                </Button>
              </Actions>
            </RoomCard>
          </li>
        ))}
      </CardList>
    </>
  );
}
