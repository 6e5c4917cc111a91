import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useSelector } from '@xstate/react';
import { MAX_WAITS } from '../../domain/waitlist.ts';
import type { Failure } from '../../machines/failure.ts';
import type { Flows } from '../system/flows.ts';
import { styled } from '@mui/material/styles';

const Join = styled('div')(({ theme }) => ({
  '& > p': { margin: theme.spacing(0.75, 0, 0), fontSize: theme.typography.body2.fontSize },
  '& > .joined': { margin: 0, fontWeight: 600 },
}));

/** Why the visitor is not on the waiting list. */
function failureText({ code, isTransient, message }: Failure): string {
  if (code === 'too-many-waits') {
    return `You are waiting for ${MAX_WAITS} times, which is as many as possible. Leave one in My bookings first.`;
  }
  if (code === 'still-free') return 'These times are free again: you can choose them now.';
  if (code === 'already-booked') return 'You have booked some of these times yourself.';
  if (isTransient) return 'The server did not answer. Please try again.';
  return message || 'That did not work. Please try again.';
}

/** The way onto the waiting list for the times that the visitor misses. */
export function JoinWaitlist({ waitlist }: { waitlist: Flows['waitlist'] }) {
  const isJoined = useSelector(waitlist, (snapshot) => snapshot.hasTag('joined'));
  const isBusy = useSelector(waitlist, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(waitlist, ({ context }) => context.failure);
  if (isJoined) {
    return (
      <Join>
        <p className="joined">You are on the waiting list. We write to you when it becomes free.</p>
        <p>
          <Link href="/my-bookings">My bookings</Link> shows what you wait for.
        </p>
      </Join>
    );
  }
  return (
    <Join>
      <Button
        variant="outlined"
        size="small"
        loading={isBusy}
        sx={{ minHeight: 44 }}
        onClick={() => waitlist.send({ type: 'waitlist.asked' })}
      >
        Tell me if it becomes free
      </Button>
      {failure && <p role="alert">{failureText(failure)}</p>}
    </Join>
  );
}
