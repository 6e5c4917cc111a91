import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { Staff } from '../../../contract/desk.ts';
import type { DeskRefund, UnsettledPayment } from '../../../contract/deskMoney.ts';
import { instantText } from '../../../domain/calendar.ts';
import { deskMethodNames } from '../../../domain/deskPayment.ts';
import { hasRole } from '../../../domain/roles.ts';
import { useFlow } from '../../system/flows.ts';
import { useResource } from '../../system/resource.ts';
import { DeskDialog } from '../DeskDialog.tsx';
import { DeskFormDialog } from '../DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { Panel } from '../Panel.tsx';
import { StateMark, type Tone } from '../StateMark.tsx';
import { useFormOfDialog } from '../useFormOfDialog.ts';

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
}));

const reasons: Record<DeskRefund['reason'], string> = {
  late: 'Paid too late',
  begun: 'Paid after the start',
  'move-ended': 'Paid for a move that had ended',
  'booking-cancelled': 'Paid for a move, then cancelled',
  'booking-moved': 'Paid for a move, moved otherwise',
  'booking-ended': 'Paid after a refund',
  'account-closed': 'Paid after closing the account',
  'second-payment': 'Paid twice',
  'wrong-amount': 'Another amount',
  cancelled: 'Cancelled',
  moved: 'Moved to a lower price',
};

function stateOf({ status, method, failures, attempts }: DeskRefund): { text: string; tone: Tone } {
  if (status === 'processed') return { text: 'Back', tone: 'good' };
  if (method !== null) return { text: 'To hand back', tone: 'booking' };
  if (failures > 0) return { text: 'Failed, tried again', tone: 'bad' };
  if (status === 'requested') return { text: 'At the provider', tone: 'booking' };
  return attempts > 1 ? { text: 'Not reached yet', tone: 'bad' } : { text: 'Due', tone: 'booking' };
}

const paymentStates: Record<UnsettledPayment['state'], { text: string; tone: Tone }> = {
  open: { text: 'At the bank', tone: 'booking' },
  failed: { text: 'Failed', tone: 'quiet' },
  unmatched: { text: 'Pays nothing', tone: 'bad' },
};

const BookingLink = ({
  of: { booking_id, reference, day },
}: {
  of: Pick<DeskRefund, 'booking_id' | 'reference' | 'day'>;
}) =>
  booking_id === null || day === null ? null : (
    <Link href={`/desk?date=${day}&booking=${booking_id}`}>{reference}</Link>
  );

type Opened =
  | { readonly kind: 'retry' | 'back'; readonly refund: DeskRefund }
  | { readonly kind: 'provider'; readonly paymentId: string };

/** Refunds, payments that paid nothing, and what the payment provider says about one. */
export function MoneyView({ staff }: { staff: Staff }) {
  const resource = useResource('money', 'now');
  const { data: money, state, isBusy, refresh } = resource;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const ask = (paymentId: string) => (
    <Button size="small" variant="text" onClick={() => setOpened({ kind: 'provider', paymentId })}>
      Ask the provider
    </Button>
  );

  return (
    <Page data-flow="money" data-state={state} aria-busy={isBusy}>
      <div>
        <Button variant="outlined" size="small" onClick={refresh}>
          Load again
        </Button>
      </div>
      <DeskLoading of={resource} />
      {money?.payments.some((payment) => payment.state === 'unmatched') && (
        <Alert severity="error">
          A payment was captured that pays no booking and is not refunded. This must not happen: call the
          operator.
        </Alert>
      )}
      {money && (
        <>
          <Panel title="Refunds">
            {money.refunds.length === 0 ? (
              <p>No refunds are open, and there were none in the last 30 days.</p>
            ) : (
              <DeskTable
                label="Refunds"
                columns={['State', '#Amount', 'Customer', 'Booking', 'Why', 'Since', 'Payment', 'To do']}
                rows={money.refunds.map((refund) => {
                  const { text, tone } = stateOf(refund);
                  const isOpen = refund.status !== 'processed';
                  return {
                    key: refund.id,
                    cells: [
                      <StateMark key="state" tone={tone}>
                        {text}
                      </StateMark>,
                      `₹${refund.amount}`,
                      refund.customer,
                      <BookingLink key="booking" of={refund} />,
                      reasons[refund.reason],
                      instantText(refund.due_since),
                      refund.method === null ? refund.payment_id : `Paid ${deskMethodNames[refund.method]}`,
                      <span key="ways">
                        {isOpen && refund.method !== null && (
                          <Button size="small" onClick={() => setOpened({ kind: 'back', refund })}>
                            Hand back
                          </Button>
                        )}
                        {refund.method === null && ask(refund.payment_id)}
                        {isOpen && refund.method === null && hasRole(staff.role, 'manager') && (
                          <Button
                            size="small"
                            variant="text"
                            onClick={() => setOpened({ kind: 'retry', refund })}
                          >
                            Try now
                          </Button>
                        )}
                      </span>,
                    ],
                  };
                })}
              />
            )}
          </Panel>
          <Panel title="Payments that paid nothing">
            {money.payments.length === 0 ? (
              <p>Every payment of the last 30 days pays a booking or was refunded.</p>
            ) : (
              <DeskTable
                label="Payments that paid nothing"
                columns={['State', '#Amount', 'Customer', 'Booking', 'When', 'Payment', 'To do']}
                rows={money.payments.map((payment) => {
                  const { text, tone } = paymentStates[payment.state];
                  return {
                    key: payment.payment_id,
                    cells: [
                      <StateMark key="state" tone={tone}>
                        {text}
                      </StateMark>,
                      `₹${payment.amount}`,
                      payment.customer,
                      <BookingLink key="booking" of={payment} />,
                      instantText(payment.at),
                      payment.payment_id,
                      ask(payment.payment_id),
                    ],
                  };
                })}
              />
            )}
          </Panel>
        </>
      )}
      {opened?.kind === 'provider' && <ProviderDialog paymentId={opened.paymentId} onClose={close} />}
      {opened?.kind === 'retry' && <RetryDialog refund={opened.refund} onClose={close} />}
      {opened?.kind === 'back' && <HandBackDialog refund={opened.refund} onClose={close} />}
    </Page>
  );
}

function ProviderDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const resource = useResource('provider', paymentId);
  const { data: says } = resource;
  return (
    <DeskDialog title="What the provider says" onClose={onClose}>
      <DeskLoading of={resource} />
      {says && (
        <dl>
          <dt>Payment</dt>
          <dd>{says.payment_id}</dd>
          <dt>State</dt>
          <dd>{says.status}</dd>
          <dt>Amount</dt>
          <dd>₹{says.amount}</dd>
          <dt>Refunds</dt>
          <dd>
            {says.refunds.length === 0
              ? 'none'
              : says.refunds.map(({ id, status, amount }) => `₹${amount}, ${status} (${id})`).join('; ')}
          </dd>
        </dl>
      )}
    </DeskDialog>
  );
}

function RetryDialog({ refund, onClose }: { refund: DeskRefund; onClose: () => void }) {
  const form = useFormOfDialog(useFlow('retryRefund'), onClose);
  return (
    <DeskFormDialog
      title={`Refund of ₹${refund.amount}`}
      about={
        <p>
          Tries so far: {refund.attempts}, of which {refund.failures} failed. The next one comes by itself,{' '}
          {instantText(refund.next_try_at)}.
        </p>
      }
      onClose={onClose}
      form={form}
      hidden={{ refund_id: refund.id }}
      submits="Try it now"
    >
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}

function HandBackDialog({ refund, onClose }: { refund: DeskRefund; onClose: () => void }) {
  const form = useFormOfDialog(useFlow('handBack'), onClose);
  return (
    <DeskFormDialog
      title={`Hand back ₹${refund.amount}`}
      about={
        <p>
          {refund.customer} paid {refund.method === null ? '' : deskMethodNames[refund.method]}. The customer
          gets a letter about it.
        </p>
      }
      onClose={onClose}
      form={form}
      hidden={{ refund_id: refund.id }}
      submits="Given back"
    >
      <div className="pair">
        <TextField
          select
          label="How"
          name="method"
          defaultValue={refund.method ?? 'cash'}
          disabled={form.isBusy}
        >
          <MenuItem value="cash">In cash</MenuItem>
          <MenuItem value="upi">By UPI</MenuItem>
        </TextField>
        <TextField label="Reference" {...form.bind('reference')} />
      </div>
    </DeskFormDialog>
  );
}
