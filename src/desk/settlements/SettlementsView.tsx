import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef } from 'react';
import { rupees } from '../../../domain/money/pricing.ts';
import { settlementProblemNames } from '../../../domain/money/settlementReport.ts';
import { instantText, longDate } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import type {
  Settlement,
  SettlementDifference,
  Settlements,
} from '../../../machines/desk/money/settlementFlows.ts';
import { useCommand } from '../../app/system/command.ts';
import { useResource } from '../../app/system/resource.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PeriodFilter, usePeriod } from '../ui/PeriodFilter.tsx';
import { RecordLink } from '../ui/RecordLink.tsx';
import { Note } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

const amountText = (paise: number): string => rupees(paise, 'always');

/** The provider's settlements of the period in the address. `now`: the server's clock, milliseconds since 1970. */
export function SettlementsView({ staff, now }: { staff: Staff; now: () => number }) {
  const period = usePeriod(now);
  const { from, to } = period;
  const resource = useResource(useDeskFlow('settlements'), `${from}/${to}`);
  const { data, state, isBusy } = resource;
  const explain = useForm(useDeskFlow('explainDifference'));
  return (
    <Stack sx={{ gap: 3 }} data-flow="settlements" data-state={state} aria-busy={isBusy}>
      <Upload />
      <DeskLoading resource={resource} />
      {data && (
        <>
          <Differences staff={staff} data={data} onExplain={explain.open} />
          <PeriodFilter view="settlements" period={period} />
          <Panel title={`Settlements from ${longDate(from)} to ${longDate(to)}`}>
            {data.settlements.length === 0 ? (
              <Typography>No uploaded report has a settlement of this period.</Typography>
            ) : (
              <SettlementTable settlements={data.settlements} />
            )}
          </Panel>
          <Reports reports={data.reports} />
          <Explanations explained={data.explained} />
        </>
      )}
      {explain.isOpen && explain.record && <ExplainDialog form={explain} difference={explain.record} />}
    </Stack>
  );
}

function Upload() {
  const upload = useCommand(useDeskFlow('uploadSettlementReport'));
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) upload.send(file);
    // Without this, choosing the same file again would fire no change event.
    currentTarget.value = '';
  };
  return (
    <Panel title="Match a settlement">
      <Note>
        Export “Settlement Recon” from the provider’s dashboard as CSV, at most 5 MB. A file that was uploaded
        before changes nothing.
      </Note>
      <FailureAlert failure={upload.failure} />
      <div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Upload a report"
          accept=".csv,text/csv"
          onChange={choose}
        />
        <Button
          startIcon={<PlusIcon />}
          aria-disabled={upload.isBusy}
          onClick={() => !upload.isBusy && input.current?.click()}
        >
          <span>{upload.isBusy ? 'Matching the report …' : 'Upload a report'}</span>
        </Button>
      </div>
    </Panel>
  );
}

interface DifferencesProps {
  readonly staff: Staff;
  readonly data: Settlements;
  readonly onExplain: (difference: SettlementDifference) => void;
}

function Differences({ staff, data: { differences, more, reports }, onExplain }: DifferencesProps) {
  return (
    <Panel title="What differs">
      {more && (
        <Alert severity="warning">{`There are more than these ${differences.length}, the oldest ones.`}</Alert>
      )}
      {differences.length === 0 ? (
        <Typography>
          {reports.length === 0
            ? 'No report was uploaded yet.'
            : 'Every payment and refund agrees with the uploaded reports, or is explained.'}
        </Typography>
      ) : (
        <DeskTable
          label="What differs"
          columns={[
            'Since',
            'What',
            'Payment or refund',
            'Booking',
            '#Ours',
            '#Reported',
            'Settlement',
            'Actions',
          ]}
          rows={differences.map((difference) => ({
            key: `${difference.subject} ${difference.settlementId} ${difference.problem}`,
            cells: [
              longDate(difference.day),
              settlementProblemNames[difference.problem],
              difference.subject,
              difference.bookingId === null ? null : (
                <RecordLink key="booking" staff={staff} href={`/desk?booking=${difference.bookingId}`}>
                  {difference.bookingReference}
                </RecordLink>
              ),
              amountText(difference.ours),
              amountText(difference.reported),
              difference.settlementId,
              <Button
                key="explain"
                size="small"
                variant="text"
                // Its text is below the column's title.
                sx={{ marginInlineStart: -1.75 }}
                aria-label={`Explain ${difference.subject}`}
                onClick={() => onExplain(difference)}
              >
                Explain
              </Button>,
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function ExplainDialog({ form, difference }: { form: BoundForm; difference: SettlementDifference }) {
  const { subject, problem, ours, reported } = difference;
  return (
    <DeskFormDialog
      title="Explain a difference"
      description={
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {`${subject}: ${settlementProblemNames[problem]}. Ours ${amountText(ours)}, reported ${amountText(reported)}.`}
        </Typography>
      }
      form={form}
      hiddenFields={{ subject, problem, ours, reported }}
      submitLabel="Save the explanation"
    >
      <TextField label="Why it differs" required multiline {...form.bind('note')} />
    </DeskFormDialog>
  );
}

const sumColumns = ['payments', 'refunds', 'fee', 'tax', 'other', 'net'] as const;

function SettlementTable({ settlements }: { settlements: readonly Settlement[] }) {
  const sums = sumColumns.map((column) =>
    settlements.reduce((sum, settlement) => sum + settlement[column], 0),
  );
  return (
    <DeskTable
      label="Settlements"
      columns={[
        'Day',
        'Settlement',
        'Bank reference',
        '#Payments',
        '#Refunds',
        '#Fees',
        '#Tax on fees',
        '#Other',
        '#Paid out',
      ]}
      rows={[
        ...settlements.map((settlement) => ({
          key: settlement.id,
          cells: [
            longDate(settlement.settledOn),
            settlement.id,
            settlement.utr,
            ...sumColumns.map((column) => amountText(settlement[column])),
          ],
        })),
        {
          key: 'all',
          cells: [
            <strong key="all">All settlements</strong>,
            null,
            null,
            ...sums.map((sum, index) => <strong key={sumColumns[index]}>{amountText(sum)}</strong>),
          ],
        },
      ]}
    />
  );
}

function Reports({ reports }: Pick<Settlements, 'reports'>) {
  if (reports.length === 0) return null;
  return (
    <Panel title="Uploaded reports">
      <DeskTable
        label="Uploaded reports"
        columns={['When', 'File', 'By', '#Lines', '#New', 'Left out']}
        rows={reports.map((report) => ({
          key: report.id,
          cells: [
            instantText(report.at),
            report.file,
            report.by,
            report.lines,
            report.newLines,
            [
              report.unsettled > 0 && `${report.unsettled} lines that are not settled yet`,
              report.unknownColumns.length > 0 && `unknown columns: ${report.unknownColumns.join(', ')}`,
            ]
              .filter(Boolean)
              .join('; '),
          ],
        }))}
      />
    </Panel>
  );
}

function Explanations({ explained }: Pick<Settlements, 'explained'>) {
  if (explained.length === 0) return null;
  return (
    <Panel title="Explained differences">
      <DeskTable
        label="Explained differences"
        columns={['When', 'By', 'What', 'Payment or refund', '#Ours', '#Reported', 'Why']}
        rows={explained.map((each) => ({
          key: `${each.subject} ${each.problem} ${each.ours} ${each.reported}`,
          cells: [
            instantText(each.at),
            each.by,
            settlementProblemNames[each.problem],
            each.subject,
            amountText(each.ours),
            amountText(each.reported),
            each.note,
          ],
        }))}
      />
    </Panel>
  );
}
