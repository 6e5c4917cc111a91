import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import type { BookingDetails } from '../../contract/bookingDetails.ts';
import { dateAt, longDate, timeAt } from '../../domain/calendar.ts';
import { unpaidText } from '../bookings/unpaidText.ts';
import { moneyText } from './moneyText.ts';
import { RefundSteps } from './RefundSteps.tsx';

const Frame = styled(Card)(({ theme }) => ({
  '& dl': { display: 'grid', gap: theme.spacing(1.25), margin: 0 },
  '& dl > div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: theme.spacing(0, 2),
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  '& .MuiAlert-root': { marginBlockStart: theme.spacing(2) },
})) as typeof Card;

/** What a payment was made with; one at the desk says it in its reference. */
function paidHow(reference: string | null): string {
  if (reference?.startsWith('desk_') !== true) return 'Card or UPI';
  return reference.startsWith('desk_upi') ? 'UPI, at the desk' : 'Cash, at the desk';
}

/** What was paid and how, and every refund with how far it is. */
export function PaymentCard({ of: details }: { of: BookingDetails }) {
  const { amount, booked_at, paid_with, payment_reference, refunds, status } = details;
  const bookedAt = Date.parse(booked_at);
  const unpaid = unpaidText(details);

  return (
    <Frame component="section" aria-labelledby="payment-title" className="panel">
      <h2 id="payment-title">Payment</h2>
      <dl>
        <div>
          <dt>{status === 'pending' ? 'To pay' : 'Paid'}</dt>
          <dd>{moneyText(paid_with, amount)}</dd>
        </div>
        <div>
          <dt>With</dt>
          <dd>{paid_with === 'card' ? paidHow(payment_reference) : 'Lit points'}</dd>
        </div>
        <div>
          <dt>Booked on</dt>
          <dd>
            {longDate(dateAt(bookedAt))}, {timeAt(bookedAt)}
          </dd>
        </div>
        {payment_reference !== null && (
          <div>
            <dt>Payment reference</dt>
            <dd>{payment_reference}</dd>
          </div>
        )}
      </dl>
      {unpaid !== null && (
        <Alert severity="warning" icon={false} role="none">
          <AlertTitle>Waiting for your payment</AlertTitle>
          {unpaid}
        </Alert>
      )}
      {refunds?.map((refund, index) => (
        <RefundSteps
          key={index}
          refund={refund}
          label={refunds.length > 1 ? `Refund ${index + 1} of ${refunds.length}` : 'Refund'}
        />
      ))}
    </Frame>
  );
}
