import { styled } from '@mui/material/styles';
import { useSelector } from '@xstate/react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

/** What is under way, by the state that the checkout is in. */
const steps: Readonly<Record<string, string>> = {
  checkingBalance: 'Checking your Lit points…',
  bookingWithPoints: 'Booking with your Lit points…',
  'card.creatingOrder': 'Holding your half-hours…',
  'card.loadingGateway': 'Opening the payment window…',
  'card.paying.clean': 'Paying… finish in the payment window.',
  'card.paying.attemptFailed': 'That attempt failed. You can try again in the payment window.',
  'card.verifying': 'Confirming your payment…',
  'card.waitingToVerify': 'Confirming your payment…',
  'card.asking': 'Asking the server what became of your payment…',
  'card.waitingToAsk': 'Asking the server what became of your payment…',
  'card.waitingForBank': 'Waiting for your bank to answer. Please stay on this page.',
};

const Step = styled('p')(({ theme }) => ({
  margin: theme.spacing(1.5, 0, 0),
  color: theme.vars.palette.text.primary,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 550,
  textAlign: 'center',
  '&:empty': { display: 'none' },
}));

const inIndia = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** Says what the checkout is doing, and until when it can be paid. */
export function CheckoutProgress() {
  const checkout = useFlow('checkout');
  const step = useSelector(checkout, ({ value }) => steps[statePath(value)] ?? '');
  const payUntil = useSelector(checkout, (snapshot) =>
    snapshot.hasTag('paying') ? (snapshot.context.order?.payUntil ?? null) : null,
  );

  return (
    <div role="status">
      <Step>
        {step}
        {payUntil !== null && ` The room is held for you until ${inIndia.format(payUntil)}.`}
      </Step>
    </div>
  );
}
