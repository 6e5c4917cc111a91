import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReturnTable } from '../../../contract/desk/reports.ts';
import type { Report } from '../../../machines/desk/reportFlows.ts';
import { addDays, addMonths, longDate, longMonth } from '../../../domain/time/calendar.ts';
import { pointsText } from '../../../domain/money/points.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { rupees } from '../../../domain/money/pricing.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PeriodFilter, usePeriod } from '../ui/PeriodFilter.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { HeatMap } from './HeatMap.tsx';
import { MonthDocuments } from './MonthDocuments.tsx';
import { Note } from '../ui/contentParts.ts';

/** The period in the address, by default this month. `now`: the server's clock, milliseconds since 1970. */
export function ReportsView({ now }: { now: () => number }) {
  const period = usePeriod(now);
  const { from, to, today } = period;
  const resource = useResource(useDeskFlow('report'), `${from}/${to}`);
  const { data, state, isBusy } = resource;
  return (
    <Stack sx={{ gap: 3 }} data-flow="report" data-state={state} aria-busy={isBusy}>
      <PeriodFilter view="reports" period={period} />
      <DeskLoading resource={resource} />
      {data && (
        <>
          <Downloads from={from} to={to} today={today} />
          <Grid container spacing={3} sx={{ alignItems: 'start' }}>
            <Grid size={{ xs: 12, lg: 6 }}>
              <Money report={data} />
            </Grid>
            <Grid size={{ xs: 12, lg: 6 }}>
              <Rooms report={data} />
            </Grid>
          </Grid>
          <Panel title="When the rooms are used">
            {data.use.length === 0 ? (
              <Typography>Nothing was booked in this period.</Typography>
            ) : (
              <HeatMap use={data.use} />
            )}
          </Panel>
        </>
      )}
    </Stack>
  );
}

/** As the government's offline tool names them. */
const GST_RETURN_TABLES: readonly { readonly table: ReturnTable; readonly label: string }[] = [
  { table: 'b2b', label: 'Invoices with a GSTIN' },
  { table: 'cdnr', label: 'Their credit notes' },
  { table: 'b2cs', label: 'All other customers' },
  { table: 'hsn-b2b', label: 'By SAC, with a GSTIN' },
  { table: 'hsn-b2c', label: 'By SAC, all others' },
  { table: 'docs', label: 'Document numbers' },
];

function Downloads({ from, to, today }: { from: string; to: string; today: string }) {
  const first = `${to.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  const { isBusy, failure, send } = useForm(useDeskFlow('reportFile'));
  const button = (table: string, label: string, period = { from, to }) => (
    <Button
      key={table}
      size="small"
      variant="outlined"
      aria-disabled={isBusy}
      onClick={() => send({ table, ...period })}
    >
      <span>{label}</span>
    </Button>
  );
  return (
    <>
      <FailureAlert failure={failure} />
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'end' }}>
        {button('papers', 'Invoices as CSV')}
        {button('money', 'Totals as CSV')}
        {button('use', 'Usage as CSV')}
      </Stack>
      <MonthDocuments month={first.slice(0, 7)} isOver={last < today} />
      <Panel title={`GST return (GSTR\u20111) of ${longMonth(first)}`}>
        <Note>
          <span>
            The tables for the offline tool of the return, for the month that contains the last day.
          </span>
          {last >= today && <span> The month is not over yet: more documents will follow.</span>}
        </Note>
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'end' }}>
          {GST_RETURN_TABLES.map(({ table, label }) =>
            button(table, `${label} (${table})`, { from: first, to: last }),
          )}
        </Stack>
      </Panel>
    </>
  );
}

const Money = ({ report: { from, to, money, points, cancelled } }: { report: Report }) => (
  <Panel title={`${longDate(from)} to ${longDate(to)}`}>
    <DeskTable
      label="Revenue, points and cancellations"
      columns={['What', '#Value']}
      rows={[
        ['Revenue with tax', rupees(money.total, 'always')],
        ['Without tax', rupees(money.taxable, 'always')],
        ['CGST', rupees(money.cgst, 'always')],
        ['SGST', rupees(money.sgst, 'always')],
        ['IGST', rupees(money.igst, 'always')],
        ['Invoices', money.invoices],
        ['Credit notes', money.creditNotes],
        ['Points used', points.used],
        ['Points given', points.given],
        ['Points expired', points.ended],
        ['Points outstanding now', points.outstanding],
        ['Cancelled bookings', cancelled.bookings],
        [
          'Returned for cancellations',
          `${rupees(cancelled.returned, 'always')}, ${pointsText(cancelled.returnedPoints)}`,
        ],
      ].map(([name = '', value]) => ({ key: name, cells: [name, value] }))}
    />
  </Panel>
);

const Rooms = ({ report: { rooms } }: { report: Report }) => (
  <Panel title="Rooms">
    <DeskTable
      label="Usage of the rooms"
      columns={['Room', '#Bookings', '#Hours']}
      rows={rooms.map(({ id, name, bookings, hours }) => ({ key: id, cells: [name, bookings, hours] }))}
    />
  </Panel>
);
