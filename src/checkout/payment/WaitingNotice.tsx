import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { timeAt } from '../../../domain/time/calendar.ts';
import { approvalText } from '../../../domain/money/openAttempt.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { amountToPay } from '../../../machines/checkout/price.ts';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { NextSelection } from '../review/NextSelection.tsx';
import { NoticePanel, NoticeRemark, NoticeText } from './NoticePanel.tsx';
import type { PendingPayment } from '../../../machines/checkout/events.ts';

export function WaitingNotice({ pending }: { pending: PendingPayment }) {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const paise = useSelector(
    checkout,
    ({ context: { order, selection } }) => order?.amount ?? (selection ? amountToPay(selection) : 0),
  );
  const hasNext = useSelector(checkout, ({ context }) => context.next !== null);
  return (
    <NoticePanel
      icon={<ClockIcon />}
      title="Waiting for your payment"
      text={`Your payment of ${rupees(paise, 'always')} has been with your bank since ${timeAt(pending.since)}, and is not completed yet. ${approvalText(pending.method)} The room is held for you until ${timeAt(pending.until)}. You can leave this page: My bookings will show the result.`}
    >
      {hasNext && (
        <NoticeText>
          You can pay for only one booking at a time. Your new selection is saved and opens here as soon as
          your bank responds or you stop waiting.
        </NoticeText>
      )}
      <NextSelection />
      <Button onClick={() => checkout.send({ type: 'checkout.retried' })}>Check now</Button>
      <Button variant="outlined" onClick={() => checkout.send({ type: 'checkout.waitCancelled' })}>
        Stop waiting
      </Button>
      <Button href="/my-bookings" variant="text">
        My bookings
      </Button>
      <NoticeRemark>
        {hasNext
          ? 'If you stop waiting, this room is released and you can continue with your new selection.'
          : 'If you stop waiting, this room is released and you can pay another way or choose another room.'}{' '}
        If the old payment still goes through after that, the room is booked if it is free. Otherwise the full
        amount is refunded.
      </NoticeRemark>
    </NoticePanel>
  );
}
