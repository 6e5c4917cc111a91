import { useSelector } from '../../app/system/useSelector.ts';
import type { ActorRefFrom } from 'xstate';
import type { countdownMachine } from '../../../machines/engine/countdown.ts';
import { styled } from '@mui/material/styles';

export type Countdown = ActorRefFrom<typeof countdownMachine>;

const Time = styled('p')(({ theme }) => ({
  margin: theme.spacing(1, 0, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  lineHeight: 1.4,
  textWrap: 'balance',
}));

const Minutes = styled('strong')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.primary,
  fontSize: '1.75rem',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 650,
  letterSpacing: '-0.015em',
  lineHeight: 1.2,
}));

const announcements = { fiveMinutes: '5 minutes left to pay', lastMinute: '1 minute left to pay' } as const;

/** Updated every second. Hidden from screen readers, which use TimeToPayAnnouncement. */
export function TimeToPay({ countdown }: { countdown: Countdown }) {
  const secondsLeft = useSelector(countdown, ({ context }) => context.secondsLeft);
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');

  return (
    <Time aria-hidden="true">
      <Minutes>{`${minutes}:${seconds}`}</Minutes>
      left to pay; the room is held for you
    </Time>
  );
}

/** Announces five minutes and one minute left to pay to screen readers. CheckoutNotice announces the end. */
export function TimeToPayAnnouncement({ countdown }: { countdown: Countdown }) {
  return useSelector(countdown, (snapshot) =>
    snapshot.matches({ running: 'lastMinute' })
      ? announcements.lastMinute
      : snapshot.matches({ running: 'fiveMinutes' })
        ? announcements.fiveMinutes
        : '',
  );
}
