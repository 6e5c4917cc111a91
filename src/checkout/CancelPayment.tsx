import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { useFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';

const Cancel = styled(Button)(({ theme }) => ({
  '&.MuiButton-text': { margin: theme.spacing(0.5, 0, -1) },
}));

/** Above the provider's window, which lies over the page with the highest z-index that there is. */
const Above = styled(Card)(({ theme }) => ({
  position: 'fixed',
  inset: 'auto',
  insetBlockEnd: theme.spacing(2),
  insetInline: theme.spacing(2),
  width: 'auto',
  maxWidth: 480,
  margin: '0 auto',
  padding: theme.spacing(2.5),
  boxShadow: theme.vars.shadows[8],
  textAlign: 'start',
  '& p': { margin: theme.spacing(0.5, 0, 2), color: theme.vars.palette.text.secondary },
})) as typeof Card;

const putAbove = (panel: HTMLElement | null): void => panel?.showPopover?.();

/** The same for a booking. */
export function CancelPayment() {
  const checkout = useFlow('checkout');
  const isUnresponsive = useSelector(checkout, (snapshot) => snapshot.hasTag('unresponsive'));
  return (
    <WayOut
      isUnresponsive={isUnresponsive}
      stays="your room and times stay selected"
      onCancel={() => checkout.send({ type: 'checkout.cancelled' })}
    />
  );
}

interface Props {
  isUnresponsive: boolean;
  /** What is not lost by cancelling. */
  stays: string;
  onCancel: () => void;
}

/**
 * Our own way out of the provider's checkout. Usually its window covers this button and has one of its own; a window that
 * the browser has blocked covers everything and has none.
 */
export function WayOut({ isUnresponsive, stays, onCancel }: Props) {
  const cancel = (variant: 'text' | 'outlined') => (
    <Cancel variant={variant} fullWidth={variant === 'outlined'} onClick={onCancel}>
      Cancel payment
    </Cancel>
  );

  if (!isUnresponsive) return cancel('text');
  return (
    <Above component="section" popover="manual" ref={putAbove} role="alert">
      <Typography variant="h4" component="h2">
        The payment window is not responding
      </Typography>
      <p>
        It may be slow, or something in your browser, often an ad blocker, may be blocking it. Wait a moment,
        or cancel: we first check whether anything was paid, and {stays}.
      </p>
      {cancel('outlined')}
    </Above>
  );
}
