import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import type { BookingDetails, PaymentDetails } from '../../../machines/bookings/booking.ts';
import { ratedRangeText } from '../../../domain/rooms/rateTexts.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import type { BookingSituation } from '../../../machines/bookings/bookingPage.ts';
import { UnpaidNotice } from '../list/UnpaidNotice.tsx';
import { Panel, PanelTitle } from './bookingPageParts.ts';
import { wasBooked } from './bookingSituation.ts';
import { amountText } from '../../../domain/money/amounts.ts';
import { paymentText } from '../paymentPurposes.ts';
import { RefundSteps } from './RefundSteps.tsx';

const Amounts = styled('dl')(({ theme }) => ({ display: 'grid', gap: theme.spacing(1.25), margin: 0 }));

const Row = styled(Stack)(({ theme }) => ({
  flexDirection: 'row',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: theme.spacing(0, 2),
}));

const Term = styled('dt')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

const Small = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: theme.typography.body2.fontSize,
  overflowWrap: 'anywhere',
}));

const Amount = styled('dd')({
  margin: 0,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});

function Payment({ payment }: { payment: PaymentDetails }) {
  const { amount, reference, at } = payment;
  return (
    <Row>
      <Term>
        <span>{paymentText(payment)}</span>
        <Small>{instantText(at)}</Small>
        {reference !== null && <Small>{reference}</Small>}
      </Term>
      <Amount>{amountText(amount)}</Amount>
    </Row>
  );
}

export function PaymentCard({
  details,
  situation,
}: {
  details: BookingDetails;
  situation: BookingSituation;
}) {
  const { amount, back, bookedAt, kept, payments, rates, refunds } = details;
  const isFullyRefunded = refunds?.every((refund) => refund.status === 'processed') ?? true;

  return (
    <Panel component="section" aria-labelledby="payment-title">
      <PanelTitle id="payment-title">Payment</PanelTitle>
      <Amounts>
        {details.state === 'pending' && (
          <Row>
            <Term>To pay</Term>
            <Amount>{amountText(amount)}</Amount>
          </Row>
        )}
        {payments.map((payment, index) => (
          <Payment key={index} payment={payment} />
        ))}
        {back.amount !== 0 && (
          <>
            <Row>
              <Term>{isFullyRefunded ? 'Refunded' : 'Being refunded'}</Term>
              <Amount>{amountText(back)}</Amount>
            </Row>
            <Row>
              <Term>Cost after refunds</Term>
              <Amount>{amountText(kept)}</Amount>
            </Row>
          </>
        )}
        {wasBooked(situation) && (
          <Row>
            <Term>Booked on</Term>
            <Amount>{instantText(bookedAt)}</Amount>
          </Row>
        )}
      </Amounts>
      {rates && <Small>{`Without tax: ${rates.map(ratedRangeText).join(', ')}`}</Small>}
      <UnpaidNotice booking={details} sx={{ marginBlockStart: 2 }} />
      {refunds?.map((refund, index) => (
        <RefundSteps
          key={index}
          refund={refund}
          label={refunds.length > 1 ? `Refund ${index + 1} of ${refunds.length}` : 'Refund'}
        />
      ))}
    </Panel>
  );
}
