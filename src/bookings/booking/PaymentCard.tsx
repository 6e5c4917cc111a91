import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import type { BookingDetails, PaymentDetails } from '../../../contract/bookings/bookingDetails.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import type { BookingSituation } from '../../../machines/bookings/bookingPage.ts';
import { UnpaidNotice } from '../list/UnpaidNotice.tsx';
import { wasBooked } from './bookingSituation.ts';
import { isNothing, moneyText } from './moneyText.ts';
import { paymentText } from './paymentPurposes.ts';
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
  '& .small': { display: 'block', fontSize: theme.typography.body2.fontSize, overflowWrap: 'anywhere' },
  '& dd': { margin: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  '& .MuiAlert-root': { marginBlockStart: theme.spacing(2) },
})) as typeof Card;

/** A payment: its purpose and method, its time, and its reference. */
function Payment({ payment }: { payment: PaymentDetails }) {
  const { method, amount, reference, at } = payment;
  return (
    <div>
      <dt>
        <span>{paymentText(payment)}</span>
        <span className="small">{instantText(at)}</span>
        {reference !== null && <span className="small">{reference}</span>}
      </dt>
      <dd>{moneyText(method === 'points' ? 'points' : 'card', amount)}</dd>
    </div>
  );
}

/** The payments of a booking and the progress of every refund. */
export function PaymentCard({
  details,
  situation,
}: {
  details: BookingDetails;
  situation: BookingSituation;
}) {
  const { amount, back, booked_at, kept, paid_with, payments, refunds } = details;
  const isFullyRefunded = refunds?.every((refund) => refund.status === 'processed') ?? true;

  return (
    <Frame component="section" aria-labelledby="payment-title" className="panel">
      <h2 id="payment-title">Payment</h2>
      <dl>
        {stateOf(details) === 'pending' && (
          <div>
            <dt>To pay</dt>
            <dd>{moneyText(paid_with, amount)}</dd>
          </div>
        )}
        {payments.map((payment, index) => (
          <Payment key={index} payment={payment} />
        ))}
        {!isNothing(back) && (
          <>
            <div>
              <dt>{isFullyRefunded ? 'Refunded' : 'Being refunded'}</dt>
              <dd>{moneyText(paid_with, back)}</dd>
            </div>
            <div>
              <dt>Cost after refunds</dt>
              <dd>{moneyText(paid_with, kept)}</dd>
            </div>
          </>
        )}
        {wasBooked(situation) && (
          <div>
            <dt>Booked on</dt>
            <dd>{instantText(booked_at)}</dd>
          </div>
        )}
      </dl>
      <UnpaidNotice booking={details} />
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
