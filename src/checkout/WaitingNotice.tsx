import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { timeAt } from '../../domain/calendar.ts';
import { rupees } from '../../domain/pricing.ts';
import { amountToPay } from '../../machines/checkout/price.ts';
import { ClockIcon } from '../icons/interface.tsx';
import { useFlow } from '../system/flows.ts';
import { NextSelection } from './NextSelection.tsx';
import { NoticePanel } from './NoticePanel.tsx';
import type { PendingPayment } from '../../machines/events/checkout.ts';

/** The payment that waits for the bank, its times, the next selection, and what can be done. */
export function WaitingNotice({ pending }: { pending: PendingPayment }) {
  const checkout = useFlow('checkout');
  const paise = useSelector(
    checkout,
    ({ context: { order, selection } }) => order?.amount ?? (selection ? amountToPay(selection) : 0),
  );
  const hasNext = useSelector(checkout, ({ context }) => context.next !== null);
  return (
    <NoticePanel
      icon={<ClockIcon />}
      title="Waiting for your payment"
      text={`Your payment of ${rupees(paise, 'always')} has been with your bank since ${timeAt(pending.since)}, and it has not answered yet. If there is a request in your UPI app, approve or decline it there. The room is held for you until ${timeAt(pending.until)}. You can leave this page: My bookings will show the result.`}
    >
      {hasNext && (
        <p>
          Only one booking can be paid at a time. Your new selection is saved and opens here as soon as your
          bank answers or you stop waiting.
        </p>
      )}
      <NextSelection />
      <Button onClick={() => checkout.send({ type: 'checkout.retried' })}>Check now</Button>
      <Button variant="outlined" onClick={() => checkout.send({ type: 'checkout.waitCancelled' })}>
        Stop waiting
      </Button>
      <Button href="/my-bookings" variant="text">
        My bookings
      </Button>
      <p className="small">
        {hasNext
          ? 'Stop waiting to continue with your new selection: this room is released.'
          : 'Stop waiting to pay another way or to choose another room: this one is released.'}{' '}
        If you approve the old request after that, the room is booked if it is still free. Otherwise the full
        amount is refunded.
      </p>
    </NoticePanel>
  );
}
