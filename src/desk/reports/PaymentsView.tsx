import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { paymentMethodTitles } from '../../../domain/money/paymentMethods.ts';
import { pointsText } from '../../../domain/money/points.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { receivedPaymentStateNames } from '../../../domain/money/receivedPayment.ts';
import { instantText, longDate } from '../../../domain/time/calendar.ts';
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
          <Totals totals={data.totals} />
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
          '#Amount',
          '#Refunded',
          'Status',
        ]}
        rows={payments.map((payment) => ({
          key: payment.paymentId,
          cells: [
            instantText(payment.at),
            payment.bookingId === null ? (
              `${pointsText(payment.points ?? 0)} bought`
            ) : (
              <RecordLink key="booking" staff={staff} href={`/desk?booking=${payment.bookingId}`}>
                {payment.bookingReference}
              </RecordLink>
            ),
            <RecordLink key="customer" staff={staff} href={`/desk?view=people&person=${payment.userId}`}>
              {payment.customer}
            </RecordLink>,
            payment.invoice,
            paymentMethodTitles[payment.method],
            payment.paymentReference,
            amountText(payment.amount),
            payment.refunded > 0 ? amountText(payment.refunded) : null,
            receivedPaymentStateNames[payment.state],
          ],
        }))}
      />
    </Panel>
  );
}

function Totals({ totals }: Pick<ReceivedPayments, 'totals'>) {
  const sumOf = (field: 'payments' | 'amount' | 'refunded') =>
    totals.reduce((sum, total) => sum + total[field], 0);
  return (
    <Panel title="Totals by method">
      <DeskTable
        label="Totals by method"
        columns={['Method', '#Payments', '#Amount', '#Refunded', '#Kept']}
        rows={[
          ...totals.map(({ method, payments, amount, refunded }) => ({
            key: method as string,
            cells: [
              paymentMethodTitles[method],
              payments,
              amountText(amount),
              amountText(refunded),
              amountText(amount - refunded),
            ],
          })),
          {
            key: 'all',
            cells: [
              <strong key="all">All methods</strong>,
              <strong key="payments">{sumOf('payments')}</strong>,
              <strong key="amount">{amountText(sumOf('amount'))}</strong>,
              <strong key="refunded">{amountText(sumOf('refunded'))}</strong>,
              <strong key="kept">{amountText(sumOf('amount') - sumOf('refunded'))}</strong>,
            ],
          },
        ]}
      />
    </Panel>
  );
}
