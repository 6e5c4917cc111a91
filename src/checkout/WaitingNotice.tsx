import { useSelector } from '@xstate/react';
import { timeAt } from '../../domain/calendar.ts';
import { rupees } from '../../domain/pricing.ts';
import { type PendingPayment, priceOfSelection } from '../../machines/checkout/setup.ts';
import { Button } from '../controls/Button.tsx';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import { ClockIcon } from '../icons/interface.tsx';
import { useFlow } from '../system/flows.ts';
import { NextSelection } from './NextSelection.tsx';
import { NoticePanel } from './NoticePanel.tsx';

/** What the bank is waited for, since when and until when, what comes next, and the ways out. */
export function WaitingNotice({ pending }: { pending: PendingPayment }) {
  const checkout = useFlow('checkout');
  const paise = useSelector(
    checkout,
    ({ context: { order, selection } }) =>
      order?.amount ?? (selection && priceOfSelection(selection)?.total) ?? 0,
  );
  const hasNext = useSelector(checkout, ({ context }) => context.next !== null);
  return (
    <NoticePanel
      icon={<ClockIcon />}
      title="Waiting for your payment"
      text={`Your bank has had your payment of ${rupees(paise, 'always')} since ${timeAt(pending.since)} and has not answered. If a request waits in your UPI app, approve or decline it there. The room is held for you until ${timeAt(pending.until)}. You may leave this page: My bookings says what becomes of it.`}
    >
      {hasNext && (
        <p>
          Only one booking can be paid at a time. Your new choice is kept, and opens here as soon as your bank
          has answered or you stop waiting.
        </p>
      )}
      <NextSelection />
      <Button onClick={() => checkout.send({ type: 'checkout.retried' })}>Check now</Button>
      <Button weight="outlined" onClick={() => checkout.send({ type: 'checkout.waitCancelled' })}>
        Stop waiting
      </Button>
      <ButtonLink to="/my-bookings" weight="quiet">
        My bookings
      </ButtonLink>
      <p className="small">
        {hasNext
          ? 'Stop waiting to go on with your new choice: the room you wait for is released.'
          : 'Stop waiting to pay another way or to choose another room: this one is released.'}{' '}
        If you approve the old request after that, the room is booked if it is still free. Otherwise the whole
        amount is refunded.
      </p>
    </NoticePanel>
  );
}
