import Box from '@mui/material/Box';
import { shallowEqual } from '@xstate/react';
import Container from '@mui/material/Container';
import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { useLocation } from 'react-router-dom';
import { type RefundReason, refundReasonTexts } from '../../../domain/money/refundReasons.ts';
import { type RemindedTag, reminderOf, refundReasonOf } from '../../../machines/checkout/reminder.ts';
import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { type Flows, useOptionalFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { timeOfSelection } from '../review/timeOfSelection.ts';

const Bar = styled('div')(({ theme }) => ({
  borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.sand,
}));

const texts: Readonly<Record<RemindedTag, string>> = {
  waiting: 'Waiting for your bank. Your room is held until it responds.',
  uncertain: 'Your payment is not confirmed yet. Please do not pay again.',
  slotsLost: 'Someone else has just taken your times. Nothing was charged.',
  startPassed: 'The time you chose has already started and can no longer be booked. Nothing was charged.',
  timedOut: 'The time to pay has run out. Nothing was charged.',
  paidLate: 'The full amount is being refunded.',
  busy: 'We are still confirming your booking…',
};

const reminderText = (
  reminder: NonNullable<ReturnType<typeof reminderOf>>,
  refundReason: RefundReason,
): string => {
  if (typeof reminder !== 'string')
    return `Not booked yet: ${reminder.unbooked.room.roomName}, ${timeOfSelection(reminder.unbooked)}.`;
  return reminder === 'paidLate' ? `${refundReasonTexts[refundReason]} ${texts.paidLate}` : texts[reminder];
};

export default function ReminderBar({ checkout }: { checkout: Flows['checkout'] }) {
  const { pathname } = useLocation();
  const hasJoined = useSelector(
    useOptionalFlow('registration'),
    (snapshot) => snapshot?.matches('registered') ?? false,
  );
  const reminder = useSelector(
    checkout,
    (snapshot) => reminderOf(snapshot, { pathname, hasJoined }),
    shallowEqual,
  );
  const state = useSelector(checkout, ({ value }) => statePath(value));
  const refundReason = useSelector(checkout, ({ context }) => refundReasonOf(context));
  if (reminder === null) return null;
  return (
    <Bar data-flow="checkout" data-state={state} data-reminder>
      <Container
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px', paddingBlock: 1 }}
      >
        <Box component="p" sx={{ margin: 0, fontSize: 'body2.fontSize', fontWeight: 600 }}>
          {reminderText(reminder, refundReason)}
        </Box>
        <Button
          href={BOOKING_PATH}
          variant="text"
          size="small"
          // On a phone its text is below the sentence.
          sx={{ marginInlineStart: { xs: -1.75, md: 0 } }}
        >
          {typeof reminder === 'string' ? 'Back to your booking' : 'Continue to confirm'}
        </Button>
      </Container>
    </Bar>
  );
}
