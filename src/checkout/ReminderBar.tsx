import Container from '@mui/material/Container';
import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { useLocation } from 'react-router-dom';
import { refundReasonTexts } from '../../domain/refundReasons.ts';
import { BOOKING_PATH } from '../../machines/navigation.ts';
import { type Flows, useOptionalFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
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

/** What is to be known of a booking that was left, by the checkout's tag. */
const reminders = {
  waiting: 'Waiting for your bank. Your room is held until it answers.',
  uncertain: 'Your payment is not confirmed yet. Please do not pay again.',
  slotsLost: 'Someone else has just booked your times. Nothing was charged.',
  startPassed: 'The time you chose has already started and can no longer be booked. Nothing was charged.',
  timedOut: 'The time to pay has run out. Nothing was charged.',
  paidLate: 'The full amount is being refunded.',
  busy: 'We are still confirming your booking…',
} as const;
const tags = Object.keys(reminders) as (keyof typeof reminders)[];

/** The reminder, where there is one. */
export default function ReminderBar({ checkout }: { checkout: Flows['checkout'] }) {
  const { pathname } = useLocation();
  const tag = useSelector(checkout, (snapshot) => tags.find((name) => snapshot.hasTag(name)));
  const unbooked = useSelector(checkout, (snapshot) =>
    snapshot.matches('reviewing') ? snapshot.context.selection : null,
  );
  const state = useSelector(checkout, ({ value }) => statePath(value));
  // A booking that was made leads to My bookings, also when another selection has waited for it.
  const isBookings = pathname.startsWith('/my-bookings');
  // A registration leads to the home page (spec 4), also from the middle of a booking.
  const hasJoined = useSelector(
    useOptionalFlow('registration'),
    (snapshot) => snapshot?.matches('registered') ?? false,
  );
  // A move that is left changes nothing: its booking stands, and shows it while its times are held.
  const left =
    (isBookings || hasJoined) && unbooked && !unbooked.moves
      ? `${unbooked.room.room_name}, ${timeOfSelection(unbooked)}`
      : null;
  const lateReason = useSelector(checkout, ({ context }) => context.failure?.details.refund_reason ?? 'late');
  const why = tag === 'paidLate' ? `${refundReasonTexts[lateReason]} ` : '';
  const text = tag ? why + reminders[tag] : left && `Not booked yet: ${left}.`;
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
