import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useSelector } from '../app/system/useSelector.ts';
import { useLocation } from 'react-router-dom';
import { rangeText } from '../../domain/time/ranges.ts';
import { EMAIL_HOURS_TEXT } from '../../domain/bookings/waitingList.ts';
import type { WaitedTimes } from '../../machines/bookings/waitingList/events.ts';
import type { Failure } from '../../machines/engine/failure.ts';
import { areSameTimes } from '../../machines/bookings/waitingList/joinWaitingList.ts';
import { useOptionalFlow } from '../app/system/flows.ts';
import { styled } from '@mui/material/styles';

const Note = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.75, 0, 0),
  fontSize: theme.typography.body2.fontSize,
}));

function failureText({ code, isTransient, message }: Failure): string {
  if (code === 'still-free') return 'These times are free again: you can choose them now.';
  if (code === 'already-booked') return 'You have booked some of these times yourself.';
  if (isTransient) return 'The server did not respond. Please try again.';
  return message || 'That did not work. Please try again.';
}

/** Renders nothing while its flow is down. */
export default function JoinWaitingList({ times }: { times: WaitedTimes }) {
  const waitingList = useOptionalFlow('joinWaitingList');
  const { pathname, search } = useLocation();
  const isRequested = useSelector(waitingList, (snapshot) =>
    areSameTimes(snapshot?.context.times ?? null, times),
  );
  const isJoined = useSelector(waitingList, (snapshot) => snapshot?.hasTag('joined') ?? false) && isRequested;
  const isBusy = useSelector(waitingList, (snapshot) => snapshot?.hasTag('busy') ?? false) && isRequested;
  const failure = useSelector(waitingList, (snapshot) => snapshot?.context.failure ?? null);
  if (!waitingList) return null;
  if (isJoined) {
    return (
      <div>
        <Note role="status" sx={{ margin: 0, fontWeight: 600 }}>
          You are on the waiting list. We will email you when it becomes free, {EMAIL_HOURS_TEXT}.
        </Note>
        <Note>
          <Link href="/my-bookings">My bookings</Link> shows what you are waiting for.
        </Note>
      </div>
    );
  }
  const { room, date, range } = times;
  const join = () =>
    waitingList.send({
      type: 'joinWaitingList.joinRequested',
      times: { room: { id: room.id, roomName: room.roomName }, date, range },
      page: pathname + search,
    });
  return (
    <div>
      <Button
        variant="outlined"
        size="small"
        loading={isBusy}
        sx={{ minHeight: 44 }}
        aria-label={`Tell me if it becomes free: ${room.roomName}, ${rangeText(range)}`}
        onClick={join}
      >
        Tell me if it becomes free
      </Button>
      {failure && isRequested && <Note role="alert">{failureText(failure)}</Note>}
    </div>
  );
}
