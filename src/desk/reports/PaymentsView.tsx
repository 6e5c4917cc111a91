import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { paymentMethodTitles } from '../../../domain/money/paymentMethods.ts';
import { pointsText } from '../../../domain/money/points.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { receivedPaymentStateNames } from '../../../domain/money/receivedPayment.ts';
import { dateAt, instantText, longDate } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { ReceivedPayments } from '../../../machines/desk/reportFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PeriodFilter, usePeriod } from '../ui/PeriodFilter.tsx';
import { RecordLink } from '../ui/RecordLink.tsx';
import { Note } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

const amountText = (paise: number): string => rupees(paise, 'always');

/** The payments of the period in the address. `now`: the server's clock, milliseconds since 1970. */
export function PaymentsView({ staff, now }: { staff: Staff; now: () => number }) {
  const period = usePeriod(now);
  const { from, to } = period;
  const resource = useResource(useDeskFlow('receivedPayments'), `${from}/${to}`);
  const { data, state, isBusy } = resource;
  const file = useForm(useDeskFlow('reportFile'));
  return (
    <Stack sx={{ gap: 3 }} data-flow="receivedPayments" data-state={state} aria-busy={isBusy}>
      <PeriodFilter view="payments" period={period} />
      <DeskLoading resource={resource} />
      {data?.payments.length === 0 && <Typography>Nothing was paid in this period.</Typography>}
      {data && data.payments.length > 0 && (
        <>
          <FailureAlert failure={file.failure} />
          <div>
            <Button
              size="small"
              variant="outlined"
              aria-disabled={file.isBusy}
              onClick={() => file.send({ table: 'payments', from, to })}
            >
              Payments as CSV
            </Button>
          </div>
          <Payments staff={staff} title={`${longDate(from)} to ${longDate(to)}`} received={data} />
          <Totals
            title="Totals by method"
            column="Method"
            all="All methods"
            totals={data.totals.map(({ method, ...total }) => ({
              name: paymentMethodTitles[method],
              ...total,
            }))}
          />
          <Totals
            title="Totals by room"
            column="Room"
            all="All rooms"
            totals={data.rooms.map(({ room, ...total }) => ({ name: room ?? 'Lit points', ...total }))}
          />
        </>
      )}
    </Stack>
  );
}

interface PaymentsProps {
  readonly staff: Staff;
  readonly title: string;
  readonly received: ReceivedPayments;
}

function Payments({ staff, title, received: { payments, totals } }: PaymentsProps) {
  const count = totals.reduce((sum, total) => sum + total.payments, 0);
  return (
    <Panel title={title}>
      {count > payments.length && (
        <Note>
          {`These are the latest ${payments.length} of ${count} payments. The totals and the CSV file contain all of them.`}
        </Note>
      )}
      <DeskTable
        label="Payments"
        columns={[
          'When',
          'Paid for',
          'Customer',
          'Invoice',
          'Method',
          'Reference',
          'Payment ID',
          '#Amount',
          '#Refunded',
          '#Provider fee',
          '#Tax on fee',
          'Settlement',
          'Status',
        ]}
        rows={payments.map((payment) => ({
          key: payment.paymentId,
          cells: [
            payment.method === 'transfer'
              ? longDate(dateAt(Date.parse(payment.at)))
              : instantText(payment.at),
            payment.method === 'transfer' ? (
              'Bookings on account'
            ) : payment.bookingId === null ? (
              `${pointsText(payment.points ?? 0)} bought`
            ) : (
              <RecordLink key="booking" staff={staff} href={`/desk?booking=${payment.bookingId}`}>
                {payment.bookingReference}
              </RecordLink>
            ),
            payment.userId === null ? (
              payment.customer
            ) : (
              <RecordLink key="customer" staff={staff} href={`/desk?view=people&person=${payment.userId}`}>
                {payment.customer}
              </RecordLink>
            ),
            payment.invoice,
            paymentMethodTitles[payment.method],
            payment.paymentReference,
            payment.providerPayment,
            amountText(payment.amount),
            payment.refunded > 0 ? amountText(payment.refunded) : null,
            payment.inSettlement && amountText(payment.inSettlement.fee),
            payment.inSettlement && amountText(payment.inSettlement.tax),
            payment.inSettlement?.settlements.join(' '),
            receivedPaymentStateNames[payment.state],
          ],
        }))}
      />
    </Panel>
  );
}

type Total = Omit<ReceivedPayments['rooms'][number], 'room'> & { readonly name: string };

interface TotalsProps {
  readonly title: string;
  readonly column: string;
  /** The name of the sums. */
  readonly all: string;
  readonly totals: readonly Total[];
}

function Totals({ title, column, all, totals }: TotalsProps) {
  const sumOf = (field: 'payments' | 'amount' | 'refunded' | 'fees') =>
    totals.reduce((sum, total) => sum + total[field], 0);
  const sums: Total = {
    name: all,
    payments: sumOf('payments'),
    amount: sumOf('amount'),
    refunded: sumOf('refunded'),
    fees: sumOf('fees'),
  };
  const cellsOf = ({ payments, amount, refunded, fees }: Total): readonly (string | number)[] => [
    payments,
    amountText(amount),
    amountText(refunded),
    amountText(amount - refunded),
    amountText(fees),
  ];
  return (
    <Panel title={title}>
      <DeskTable
        label={title}
        columns={[column, '#Payments', '#Amount', '#Refunded', '#Kept', '#Fees and tax']}
        rows={[
          ...totals.map((total) => ({ key: total.name, cells: [total.name, ...cellsOf(total)] })),
          {
            key: 'all',
            cells: [sums.name, ...cellsOf(sums)].map((text, index) => (
              <strong key={columnKeys[index]}>{text}</strong>
            )),
          },
        ]}
      />
    </Panel>
  );
}

const columnKeys = ['name', 'payments', 'amount', 'refunded', 'kept', 'fees'];
