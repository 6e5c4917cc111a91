import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { policyRecord, type DeskPolicy } from '../../../machines/desk/policyFlows.ts';
import { addDays, dateAt, longDate } from '../../../domain/time/calendar.ts';
import { MAX_STEPS, MAX_POLICY_DAYS_AHEAD, policyInWords } from '../../../domain/money/cancellation.ts';
import { useForm, type BoundForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StaleEdit, withoutStaleFailure } from '../ui/StaleEdit.tsx';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { FieldGroup, Legend, Note } from '../ui/contentParts.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

/** Of bookings that are made from a day on. */
type DayPolicies = DeskPolicy['policies'][number];

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  maxWidth: '72rem',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 24rem' },
}));

const Sentences = styled('ul')(({ theme }) => ({ margin: 0, paddingInlineStart: theme.spacing(2.5) }));

const Numbers = styled('div')(({ theme }) => ({
  display: 'grid',
  alignItems: 'end',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
}));

const paymentKinds = [
  { paidWith: 'card', title: 'Paid by card or UPI' },
  { paidWith: 'points', title: 'Paid with Lit points' },
] as const;

/** For owners. `now`: the server's clock, milliseconds since 1970. */
export function PolicyView({ now }: { now: () => number }) {
  const resource = useResource(useDeskFlow('deskPolicy'), 'all');
  const { data: policy, state, isBusy, refresh } = resource;
  return (
    <div data-flow="deskPolicy" data-state={state} aria-busy={isBusy}>
      <DeskLoading resource={resource} />
      {policy && <Policies policy={policy} today={dateAt(now())} onReload={refresh} />}
    </div>
  );
}

interface Props {
  readonly policy: DeskPolicy;
  /** IST date. */
  readonly today: string;
}

function Policies({ policy, today, onReload }: Props & { onReload: () => void }) {
  const remove = useForm(useDeskFlow('removePolicy'));
  const [current, ...later] = policy.policies;
  return (
    <Page>
      <NewPolicy policy={policy} today={today} />
      <Stack sx={{ gap: 3 }}>
        {current && (
          <Panel title="In force">
            <PolicySentences policies={current} />
          </Panel>
        )}
        {later.map((next) => (
          <FuturePolicy key={next.fromDay} policies={next} onRemove={() => remove.open(next)} />
        ))}
      </Stack>
      {remove.isOpen && remove.record && (
        <RemoveDialog form={remove} version={policy.version} policies={remove.record} onReload={onReload} />
      )}
    </Page>
  );
}

function FuturePolicy({ policies, onRemove }: { policies: DayPolicies; onRemove: () => void }) {
  const ref = useFocusParentOnUnmount<HTMLDivElement>();
  return (
    <div ref={ref}>
      <Panel title={`From ${longDate(policies.fromDay)}`}>
        <PolicySentences policies={policies} />
        <ButtonRow>
          <Button variant="outlined" color="error" onClick={onRemove}>
            Remove
          </Button>
        </ButtonRow>
      </Panel>
    </div>
  );
}

const PolicySentences = ({ policies }: { policies: DayPolicies }) =>
  paymentKinds.map(({ paidWith, title }) => (
    <div key={paidWith}>
      <Typography component="h3" sx={{ fontWeight: 650 }}>
        {title}
      </Typography>
      <Sentences>
        {policyInWords(policies[paidWith], paidWith).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Sentences>
    </div>
  ));

/** A future policy. Its fields start with the values of the latest policy. */
function NewPolicy({ policy, today }: Props) {
  const loaded = policyRecord(policy);
  const form = useForm(useDeskFlow('setPolicy'), { record: loaded });
  const record = form.record ?? loaded;
  const last = record.policies.at(-1);
  return (
    <Panel title="A new policy">
      <Note>
        It applies to bookings made from its first day on. Existing bookings and checkouts in progress keep
        the policy that they were shown.
      </Note>
      <EditForm form={form} record={record} onReload={form.reload} canOverwrite submitLabel="Set the policy">
        {last &&
          paymentKinds.map(({ paidWith, title }) => (
            <PolicyFields key={paidWith} form={form} {...{ last, paidWith, title }} />
          ))}
        <DateInput
          label="First day"
          initial={addDays(today, 1)}
          bounds={{ first: addDays(today, 1), last: addDays(today, MAX_POLICY_DAYS_AHEAD) }}
          {...form.bind('fromDay')}
        />
        <TextField label="Reason" required {...form.bind('reason')} />
      </EditForm>
    </Panel>
  );
}

interface PolicyFieldsProps {
  readonly form: BoundForm;
  readonly last: DayPolicies;
  readonly paidWith: (typeof paymentKinds)[number]['paidWith'];
  readonly title: string;
}

function PolicyFields({ form: { bind }, last, paidWith, title }: PolicyFieldsProps) {
  const { steps, grace, correctionMinutes } = last[paidWith];
  const field = (name: string, label: string, value: number | undefined) => (
    <TextField
      label={label}
      defaultValue={value ?? ''}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
      {...bind(`${paidWith} ${name}`)}
    />
  );
  return (
    <FieldGroup sx={{ display: 'grid', gap: 2 }}>
      <Legend sx={{ typography: 'body1', fontWeight: 650, marginBlockStart: 1.5, marginBlockEnd: 1 }}>
        {title}
      </Legend>
      {Array.from({ length: MAX_STEPS }, (_, nth) => (
        <Numbers key={nth} role="group" aria-label={`Step ${nth + 1}`}>
          {field(`hours ${nth}`, 'Hours before the start', steps[nth]?.hours)}
          {field(`percent ${nth}`, 'Percent returned', steps[nth]?.percent)}
        </Numbers>
      ))}
      <Typography variant="body2">
        Steps without a number are ignored. The full amount is also returned for a while after booking:
      </Typography>
      <Numbers role="group" aria-label="After booking">
        {field('grace', 'Hours after booking', grace?.hours)}
        {field('lead', 'If the start is more than … hours away', grace?.leadHours)}
      </Numbers>
      <Typography variant="body2">
        A customer who sees an error at once gets the full amount back while the start is more than an hour
        away:
      </Typography>
      <Numbers role="group" aria-label="To correct an error">
        {field('correction', 'Minutes after booking', correctionMinutes ?? undefined)}
      </Numbers>
    </FieldGroup>
  );
}

interface RemoveProps {
  readonly form: BoundForm;
  readonly version: number;
  readonly policies: DayPolicies;
  readonly onReload: () => void;
}

function RemoveDialog({ form, version, policies, onReload }: RemoveProps) {
  return (
    <DeskFormDialog
      title={`Remove the policy from ${longDate(policies.fromDay)}`}
      description={<Typography>The previous policy remains in force.</Typography>}
      form={withoutStaleFailure(form)}
      hiddenFields={{ version, fromDay: policies.fromDay }}
      submitLabel="Remove it"
      color="error"
    >
      <StaleEdit failure={form.failure} shownVersion={version} onReload={onReload} />
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}
