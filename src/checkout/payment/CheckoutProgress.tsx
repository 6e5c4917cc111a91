import Box from '@mui/material/Box';
import { useSelector } from '../../app/system/useSelector.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { type Countdown, TimeToPay, TimeToPayAnnouncement } from './TimeToPay.tsx';
import { CancelCheckout } from './CancelCheckout.tsx';

/** By the checkout's state. */
const steps: Readonly<Record<string, string>> = {
  checkingBalance: 'Checking your Lit points…',
  bookingWithPoints: 'Booking with your Lit points…',
  bookingOnAccount: 'Booking on account of your company…',
  'card.creatingOrder': 'Holding your times…',
  'card.loadingGateway': 'Opening the payment window…',
  'card.paying.clean': 'Paying… finish in the payment window.',
  'card.paying.attemptFailed': 'That attempt failed. You can try again in the payment window.',
  'card.paying.unresponsive': 'Waiting for the payment window…',
  'card.verifying': 'Confirming your payment…',
  'card.releasing': 'Checking your payment…',
  'card.resuming': 'Checking your payment…',
  'card.cancellingWait': 'Releasing the room…',
};

const Progress = styled('div')(({ theme }) => ({
  '&[data-going]': {
    marginBlockStart: theme.spacing(2),
    padding: theme.spacing(2),
    borderRadius: 16,
    backgroundColor: theme.vars.palette.sand,
    textAlign: 'center',
  },
}));

export function CheckoutProgress() {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const step = useSelector(checkout, ({ value }) => steps[statePath(value)] ?? '');
  const countdown = useSelector(checkout, ({ children }) => children.countdown as Countdown | undefined);
  const isPaying = useSelector(checkout, (snapshot) => snapshot.hasTag('paying'));

  return (
    <Progress data-going={step === '' ? undefined : ''} data-locks-scroll={isPaying ? '' : undefined}>
      <Box role="status" sx={{ fontSize: 'body2.fontSize', fontWeight: 550, textWrap: 'balance' }}>
        {step}
      </Box>
      {isPaying && countdown && <TimeToPay countdown={countdown} />}
      {/* Screen readers announce the text only if the live region existed before it. */}
      <VisuallyHidden role="status">
        {isPaying && countdown && <TimeToPayAnnouncement countdown={countdown} />}
      </VisuallyHidden>
      {isPaying && <CancelCheckout />}
    </Progress>
  );
}
