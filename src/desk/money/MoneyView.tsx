import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { DeskDispute, DeskRefund, UnsettledPayment } from '../../../machines/desk/money/moneyFlows.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { deskMethodNames } from '../../../domain/money/deskPayment.ts';
import { hasRole } from '../../../domain/account/roles.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { RecordLink } from '../ui/RecordLink.tsx';
import { StatusChip, type Tone } from '../../ui/layout/StatusChip.tsx';
import { Fact, FactName, Facts, FieldPair } from '../ui/contentParts.ts';
import { RefundLimitsPanel } from './RefundLimits.tsx';
import { refundReasonNames } from './refundReasonNames.ts';
import { RefundRequests } from './RefundRequests.tsx';

function refundState(refund: DeskRefund): { text: string; tone: Tone } {
  const { status, method, failures, attempts } = refund;
  if (refund.overReturned !== null) return { text: 'More returned than paid', tone: 'bad' };
  if (refund.stillBooked) return { text: 'Refunded in full, still booked', tone: 'bad' };
  if (status === 'processed') return { text: 'Refunded', tone: 'good' };
  if (refund.waitsForDispute) return { text: 'Waits for a dispute', tone: 'booking' };
  if (status === 'needsPerson') return { text: 'Needs a person', tone: 'bad' };
  if (method !== null) return { text: 'To be paid out at the desk', tone: 'booking' };
  if (failures > 0) return { text: 'Failed, will be retried', tone: 'bad' };
  if (status === 'requested') return { text: 'At the provider', tone: 'booking' };
  return attempts > 1 ? { text: 'Provider not reached yet', tone: 'bad' } : { text: 'Due', tone: 'booking' };
}

const disputeStates: Record<DeskDispute['status'], { text: string; tone: Tone }> = {
  open: { text: 'Open', tone: 'bad' },
  underReview: { text: 'Under review', tone: 'booking' },
  won: { text: 'Won', tone: 'good' },
  lost: { text: 'Lost', tone: 'bad' },
  closed: { text: 'Closed', tone: 'quiet' },
};

const paymentStates: Record<UnsettledPayment['state'], { text: string; tone: Tone }> = {
  open: { text: 'At the bank', tone: 'booking' },
  failed: { text: 'Failed', tone: 'quiet' },
  unmatched: { text: 'Unmatched', tone: 'bad' },
};

interface BookingLinkProps {
  readonly staff: Staff;
  readonly item: Pick<DeskRefund, 'bookingId' | 'reference' | 'day'>;
}

const BookingLink = ({ staff, item: { bookingId, reference, day } }: BookingLinkProps) =>
  bookingId === null || day === null ? null : (
    <RecordLink staff={staff} href={`/desk?date=${day}&booking=${bookingId}`}>
      {reference}
    </RecordLink>
  );

/** Payments that were returned at the provider and at the desk, each once. */
function OverReturned({ refunds }: { refunds: readonly DeskRefund[] }) {
  const byPayment = new Map(
    refunds.flatMap((refund) => (refund.overReturned === null ? [] : [[refund.paymentId, refund] as const])),
  );
  return [...byPayment.values()].map(({ paymentId, overReturned, customer }) => (
    <Alert key={paymentId} severity="error">
      {`${customer} got ${rupees(overReturned ?? 0, 'always')} more than was paid with ${paymentId}: somebody refunded it at the provider, and the desk paid it out as well. Ask the customer for it. It has no credit note.`}
    </Alert>
  ));
}

/** Refunds, payments that paid for nothing, and the state of a payment at the provider. A bookkeeper reads them. */
export function MoneyView({ staff }: { staff: Staff }) {
  const resource = useResource(useDeskFlow('money'), 'now');
  const { data: money, state, isBusy, refresh } = resource;
  const retry = useForm(useDeskFlow('retryRefund'));
  const payOut = useForm(useDeskFlow('handBack'));
  const mayPayOut = hasRole(staff.role, 'staff');
  const [shownPaymentId, setShownPaymentId] = useState<string | null>(null);
  const providerButton = (paymentId: string) => (
    <Button
      size="small"
      variant="text"
      // Its text is below the column's title.
      sx={{ '&:first-of-type': { marginInlineStart: -1.75 } }}
      onClick={() => setShownPaymentId(paymentId)}
    >
      Ask the provider
    </Button>
  );

  return (
    <Stack sx={{ gap: 3 }} data-flow="money" data-state={state} aria-busy={isBusy}>
      <div>
        <Button variant="outlined" size="small" onClick={refresh}>
          Refresh
        </Button>
      </div>
      <DeskLoading resource={resource} />
      {money?.payments.some((payment) => payment.state === 'unmatched') && (
        <Alert severity="error">
          A captured payment belongs to no booking and is not refunded. This must never happen: call the
          operator.
        </Alert>
      )}
      {money && <OverReturned refunds={money.refunds} />}
      {money && (
        <>
          <RefundRequests requests={money.requests} staff={staff} />
          <Panel title="Refunds">
            {money.refunds.length === 0 ? (
              <Typography>No refunds are open, and there were none in the last 30 days.</Typography>
            ) : (
              <DeskTable
                label="Refunds"
                columns={['State', '#Amount', 'Customer', 'Booking', 'Why', 'Since', 'Payment', 'Actions']}
                rows={money.refunds.map((refund) => {
                  const { text, tone } = refundState(refund);
                  const isOpen = refund.status !== 'processed';
                  const isProviders = refund.method === null;
                  const canPayOut =
                    isOpen &&
                    mayPayOut &&
                    !refund.waitsForDispute &&
                    (isProviders ? refund.status === 'needsPerson' : refund.method !== 'account');
                  return {
                    key: refund.id,
                    cells: [
                      <StatusChip key="state" tone={tone}>
                        {text}
                      </StatusChip>,
                      rupees(refund.amount, 'always'),
                      refund.customer,
                      <BookingLink key="booking" staff={staff} item={refund} />,
                      <span key="why">
                        <span>{refundReasonNames[refund.reason]}</span>
                        {refund.status === 'needsPerson' && refund.problem !== null && (
                          <>
                            <br />
                            <span>{`Provider: ${refund.problem}`}</span>
                          </>
                        )}
                      </span>,
                      instantText(refund.dueSince),
                      refund.method === null ? refund.paymentId : `Paid ${deskMethodNames[refund.method]}`,
                      canPayOut || isProviders ? (
                        <span key="ways">
                          {canPayOut && (
                            <Button size="small" onClick={() => payOut.open(refund)}>
                              Pay out
                            </Button>
                          )}
                          {isProviders && providerButton(refund.paymentId)}
                          {isOpen && isProviders && hasRole(staff.role, 'manager') && (
                            <Button size="small" variant="text" onClick={() => retry.open(refund)}>
                              Retry now
                            </Button>
                          )}
                        </span>
                      ) : null,
                    ],
                  };
                })}
              />
            )}
          </Panel>
          <Panel title="Disputes">
            {money.disputes.length === 0 ? (
              <Typography>No payment is disputed, and none was in the last six months.</Typography>
            ) : (
              <DeskTable
                label="Disputes"
                columns={[
                  'State',
                  '#Amount',
                  'Customer',
                  'Booking',
                  'Reason',
                  'Since',
                  'Answer by',
                  'Payment',
                ]}
                rows={money.disputes.map((dispute) => {
                  const { text, tone } = disputeStates[dispute.status];
                  return {
                    key: dispute.id,
                    cells: [
                      <StatusChip key="state" tone={tone}>
                        {text}
                      </StatusChip>,
                      rupees(dispute.amount, 'always'),
                      dispute.customer,
                      <BookingLink key="booking" staff={staff} item={dispute} />,
                      (dispute.reasonCode ?? 'not given').replaceAll('_', ' '),
                      instantText(dispute.createdAt),
                      dispute.respondBy === null ? '' : instantText(dispute.respondBy),
                      dispute.paymentId,
                    ],
                  };
                })}
              />
            )}
          </Panel>
          <Panel title="Payments without a booking">
            {money.payments.length === 0 ? (
              <Typography>Every payment of the last 30 days paid for a booking or was refunded.</Typography>
            ) : (
              <DeskTable
                label="Payments without a booking"
                columns={['State', '#Amount', 'Customer', 'Booking', 'When', 'Payment', 'Actions']}
                rows={money.payments.map((payment) => {
                  const { text, tone } = paymentStates[payment.state];
                  return {
                    key: payment.paymentId,
                    cells: [
                      <StatusChip key="state" tone={tone}>
                        {text}
                      </StatusChip>,
                      rupees(payment.amount, 'always'),
                      payment.customer,
                      <BookingLink key="booking" staff={staff} item={payment} />,
                      instantText(payment.at),
                      payment.paymentId,
                      providerButton(payment.paymentId),
                    ],
                  };
                })}
              />
            )}
          </Panel>
        </>
      )}
      {hasRole(staff.role, 'owner') && <RefundLimitsPanel />}
      {shownPaymentId !== null && (
        <ProviderDialog paymentId={shownPaymentId} onClose={() => setShownPaymentId(null)} />
      )}
      {retry.isOpen && retry.record && <RetryDialog form={retry} refund={retry.record} />}
      {payOut.isOpen && payOut.record && <RefundAtDeskDialog form={payOut} refund={payOut.record} />}
    </Stack>
  );
}

function ProviderDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const resource = useResource(useDeskFlow('provider'), paymentId);
  const { data: payment } = resource;
  return (
    <DeskDialog title="State at the provider" onClose={onClose}>
      <DeskLoading resource={resource} />
      {payment && (
        <Facts>
          <FactName>Payment</FactName>
          <Fact>{payment.paymentId}</Fact>
          <FactName>State</FactName>
          <Fact>{payment.status}</Fact>
          <FactName>Amount</FactName>
          <Fact>{rupees(payment.amount, 'always')}</Fact>
          <FactName>Refunds</FactName>
          <Fact>
            {payment.refunds.length === 0
              ? 'none'
              : payment.refunds
                  .map(({ id, status, amount }) => `${rupees(amount, 'always')}, ${status} (${id})`)
                  .join('; ')}
          </Fact>
        </Facts>
      )}
    </DeskDialog>
  );
}

interface RefundDialogProps {
  readonly form: BoundForm;
  readonly refund: DeskRefund;
}

function RetryDialog({ form, refund }: RefundDialogProps) {
  return (
    <DeskFormDialog
      title={`Refund of ${rupees(refund.amount, 'always')}`}
      description={
        <Typography>
          {`Attempts so far: ${refund.attempts}, of which ${refund.failures} failed. ${
            refund.status === 'needsPerson'
              ? `It is not tried again automatically. The provider’s reason: ${refund.problem ?? 'not given'}.`
              : `The next automatic attempt is on ${instantText(refund.nextTryAt)}.`
          }`}
        </Typography>
      }
      form={form}
      hiddenFields={{ refundId: refund.id }}
      submitLabel="Retry now"
    >
      <TextField
        select
        label="Speed"
        name="speed"
        defaultValue="normal"
        disabled={form.isBusy}
        helperText="An instant refund costs a fee. The provider may offer only this one for old payments."
      >
        <MenuItem value="normal">Normal</MenuItem>
        <MenuItem value="optimum">Instant</MenuItem>
      </TextField>
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}

function RefundAtDeskDialog({ form, refund }: RefundDialogProps) {
  return (
    <DeskFormDialog
      title={`Pay out ${rupees(refund.amount, 'always')}`}
      description={
        <Typography>
          {`${
            refund.method === null
              ? `The provider does not make this refund: ${refund.problem ?? 'no reason given'}.`
              : `${refund.customer} paid ${deskMethodNames[refund.method]}.`
          } The customer is notified by email, if there is an address.`}
        </Typography>
      }
      form={form}
      hiddenFields={{ refundId: refund.id }}
      submitLabel="Paid out"
    >
      <FieldPair>
        <TextField
          select
          label="How"
          name="method"
          defaultValue={refund.method ?? 'cash'}
          disabled={form.isBusy}
        >
          <MenuItem value="cash">In cash</MenuItem>
          <MenuItem value="upi">By UPI</MenuItem>
          <MenuItem value="transfer">By bank transfer</MenuItem>
          <MenuItem value="outside">Settled in another way</MenuItem>
        </TextField>
        <TextField label="Reference, unless it is cash" {...form.bind('reference')} />
      </FieldPair>
    </DeskFormDialog>
  );
}
