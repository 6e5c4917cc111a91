import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { rupees } from '../../../domain/money/pricing.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { Till, TillClose } from '../../../machines/desk/money/tillFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { FieldPair, Note } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

const amountText = (paise: number): string => rupees(paise, 'always');

/** Cash and UPI of each clerk since the last count, the sign-off, and the latest counts. */
export function TillView({ staff }: { staff: Staff }) {
  const resource = useResource(useDeskFlow('tills'), 'open');
  const { data, state, isBusy, refresh } = resource;
  const close = useForm(useDeskFlow('closeTill'));
  const counted = data?.tills.find(({ clerkId }) => clerkId === close.record?.clerkId);
  return (
    <Stack sx={{ gap: 3 }} data-flow="tills" data-state={state} aria-busy={isBusy}>
      <DeskLoading resource={resource} />
      {data?.tills.map((till) => (
        <TillPanel
          key={till.clerkId}
          till={till}
          isOwn={till.clerkId === staff.id}
          onCount={() => close.open(till)}
        />
      ))}
      {data && <Closes closes={data.closes} />}
      {close.isOpen && counted && <CountDialog form={close} till={counted} onRefresh={refresh} />}
    </Stack>
  );
}

interface TillPanelProps {
  readonly till: Till;
  readonly isOwn: boolean;
  readonly onCount: () => void;
}

function TillPanel({ till, isOwn, onCount }: TillPanelProps) {
  const { clerk, since, cash, upi, entries, more } = till;
  return (
    <Panel title={isOwn ? 'Your till' : `Till of ${clerk}`}>
      {since === null ? (
        <Typography>Nothing was taken or handed out since the last count.</Typography>
      ) : (
        <>
          <Note>{`Since ${instantText(since)}`}</Note>
          <DeskTable
            label={`Expected of ${clerk}`}
            columns={['Method', '#Taken', '#Handed out', '#Expected']}
            rows={[
              { key: 'cash', name: 'Cash', ...cash },
              { key: 'upi', name: 'UPI', ...upi },
            ].map(({ key, name, taken, handedOut, expected }) => ({
              key,
              cells: [
                name,
                amountText(taken),
                amountText(handedOut),
                <strong key="expected">{amountText(expected)}</strong>,
              ],
            }))}
          />
          {more && <Note>These are the latest entries. The sums contain all of them.</Note>}
          <DeskTable
            label={`Payments and refunds of ${clerk}`}
            columns={['When', 'What', 'Booking', 'Customer', 'Method', '#Amount']}
            rows={entries.map((entry) => ({
              key: entry.id,
              cells: [
                instantText(entry.at),
                entry.kind === 'payment' ? 'Taken' : 'Refund handed out',
                entry.bookingId === null ? null : (
                  <Link key="booking" href={`/desk?booking=${entry.bookingId}`}>
                    {entry.bookingReference}
                  </Link>
                ),
                entry.customer,
                entry.method === 'cash' ? 'Cash' : 'UPI',
                amountText(entry.amount),
              ],
            }))}
          />
          <div>
            <Button onClick={onCount} aria-label={`Count and sign off the till of ${clerk}`}>
              Count and sign off
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

interface CountDialogProps {
  readonly form: BoundForm;
  readonly till: Till;
  readonly onRefresh: () => void;
}

function CountDialog({ form, till, onRefresh }: CountDialogProps) {
  const { clerkId, clerk, number, cash, upi } = till;
  const amountProps = { htmlInput: { inputMode: 'decimal', autoComplete: 'off' } } as const;
  return (
    <DeskFormDialog
      title={`Till of ${clerk}`}
      description={
        <Typography>
          Count the cash without the change that was in the till before, and the UPI transfers in the bank’s
          app. What is taken from now on belongs to the next count.
        </Typography>
      }
      form={form}
      hiddenFields={{
        clerkId,
        number,
        cashExpected: cash.expected,
        upiExpected: upi.expected,
      }}
      submitLabel="Sign off"
    >
      {form.failure?.code === 'changed-meanwhile' && (
        <div>
          <Button variant="outlined" size="small" onClick={onRefresh}>
            Show the new sums
          </Button>
        </div>
      )}
      <FieldPair>
        <TextField
          label="Cash counted"
          required
          slotProps={amountProps}
          {...withHint(form, 'cash', cash.expected)}
        />
        <TextField
          label="UPI counted"
          required
          slotProps={amountProps}
          {...withHint(form, 'upi', upi.expected)}
        />
      </FieldPair>
      <TextField label="Why it differs, if it does" multiline {...form.bind('note')} />
    </DeskFormDialog>
  );
}

/** The expected sum is shown until the field has an error. */
function withHint(form: BoundForm, name: string, expected: number) {
  const bound = form.bind(name);
  return { ...bound, helperText: bound.helperText ?? `Expected: ${amountText(expected)}` };
}

const differenceText = (difference: number): string =>
  `${difference > 0 ? '+' : ''}${amountText(difference)}`;

function Closes({ closes }: { closes: readonly TillClose[] }) {
  return (
    <Panel title="Signed-off counts">
      {closes.length === 0 ? (
        <Typography>No till was counted yet.</Typography>
      ) : (
        <DeskTable
          label="Signed-off counts"
          columns={['When', 'Clerk', 'Signed by', '#Cash', '#UPI', 'What differed', 'Why']}
          rows={closes.map(({ id, at, clerk, number, by, cash, upi, note }) => {
            const differences = [
              { name: 'Cash', value: cash.counted - cash.expected },
              { name: 'UPI', value: upi.counted - upi.expected },
            ].filter(({ value }) => value !== 0);
            return {
              key: id,
              cells: [
                instantText(at),
                `${clerk}, count ${number}`,
                by,
                amountText(cash.counted),
                amountText(upi.counted),
                differences.length === 0 ? (
                  <StatusChip key="differs" tone="good">
                    Nothing
                  </StatusChip>
                ) : (
                  differences.map(({ name, value }) => `${name} ${differenceText(value)}`).join(', ')
                ),
                note,
              ],
            };
          })}
        />
      )}
    </Panel>
  );
}
