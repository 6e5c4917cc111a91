import Container from '@mui/material/Container';
import Button from '@mui/material/Button';
import { useSelector } from '../app/system/useSelector.ts';
import { useLocation } from 'react-router-dom';
import { refundReasonTexts } from '../../domain/money/refundReasons.ts';
import { BOOKING_PATH } from '../../machines/engine/navigation.ts';
import { type Flows, useOptionalFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { timeOfSelection } from './timeOfSelection.ts';

const Bar = styled('div')(({ theme }) => ({
  borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.sand,
  '& .width': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0, 1.5),
    paddingBlock: theme.spacing(0.75),
  },
  '& a': { [theme.breakpoints.down('md')]: { marginInlineStart: theme.spacing(-1.5) } },
  '& p': { margin: 0, fontSize: theme.typography.body2.fontSize, fontWeight: 600 },
}));

/** The reminder of an unfinished booking by the checkout's tag. */
const reminders = {
  waiting: 'Waiting for your bank. Your room is held until it responds.',
  uncertain: 'Your payment is not confirmed yet. Please do not pay again.',
  slotsLost: 'Someone else has just taken your times. Nothing was charged.',
  startPassed: 'The time you chose has already started and can no longer be booked. Nothing was charged.',
  timedOut: 'The time to pay has run out. Nothing was charged.',
  paidLate: 'The full amount is being refunded.',
  busy: 'We are still confirming your booking…',
} as const;
const tags = Object.keys(reminders) as (keyof typeof reminders)[];

/** The reminder of the booking in the checkout; nothing if there is none or the booking page is open. */
export default function ReminderBar({ checkout }: { checkout: Flows['checkout'] }) {
  const { pathname } = useLocation();
  const tag = useSelector(checkout, (snapshot) => tags.find((name) => snapshot.hasTag(name)));
  const unbooked = useSelector(checkout, (snapshot) =>
    snapshot.matches('reviewing') ? snapshot.context.selection : null,
  );
  const state = useSelector(checkout, ({ value }) => statePath(value));
  // The checkout opens My bookings after a booking, even if a next selection was saved.
  const isBookings = pathname.startsWith('/my-bookings');
  // A registration ends on the home page (spec 4), even if it was started during a booking.
  const hasJoined = useSelector(
    useOptionalFlow('registration'),
    (snapshot) => snapshot?.matches('registered') ?? false,
  );
  // An abandoned move has no reminder: the booking is unchanged, and its page shows the move while the times are held.
  const unbookedText =
    (isBookings || hasJoined) && unbooked && !unbooked.pendingMove
      ? `${unbooked.room.room_name}, ${timeOfSelection(unbooked)}`
      : null;
  const refundReason = useSelector(
    checkout,
    ({ context }) => context.failure?.details.refund_reason ?? 'late',
  );
  const reasonText = tag === 'paidLate' ? `${refundReasonTexts[refundReason]} ` : '';
  const text = tag ? reasonText + reminders[tag] : unbookedText && `Not booked yet: ${unbookedText}.`;
  if (text === null || pathname.startsWith(BOOKING_PATH)) return null;
  return (
    <Bar data-flow="checkout" data-state={state} data-reminder>
      <Container className="width">
        <p>{text}</p>
        <Button href={BOOKING_PATH} variant="text" size="small">
          {tag ? 'Back to your booking' : 'Continue to confirm'}
        </Button>
      </Container>
    </Bar>
  );
}
