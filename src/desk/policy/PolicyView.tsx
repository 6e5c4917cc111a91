import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DeskPolicy } from '../../../contract/deskPolicy.ts';
import { addDays, dateAt, longDate } from '../../../domain/calendar.ts';
import {
  MAX_STEPS,
  MOST_DAYS_AHEAD_OF_POLICY,
  policyInWords,
  type CancellationPolicies,
} from '../../../domain/cancellation.ts';
import { useAccountForm, type AccountForm } from '../../account/useAccountForm.ts';
import { useFlow } from '../../system/flows.ts';
import { useResource } from '../../system/resource.ts';
import { DateInput } from '../DateInput.tsx';
import { DeskFormDialog } from '../DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { EditForm } from '../EditForm.tsx';
import { Panel } from '../Panel.tsx';
import { StaleEdit } from '../StaleEdit.tsx';
import { useFormOfDialog } from '../useFormOfDialog.ts';
import { useOpenForm } from '../useOpenForm.ts';
import { withoutStaleFailure } from '../withoutStaleFailure.ts';

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  maxWidth: '72rem',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 24rem' },
  '& .side': { display: 'grid', gap: theme.spacing(3) },
  '& h3': { ...theme.typography.subtitle1, fontWeight: 650, margin: 0 },
  '& ul': { margin: 0, paddingInlineStart: theme.spacing(2.5) },
  '& form > fieldset': {
    display: 'grid',
    gap: theme.spacing(2),
    margin: 0,
    padding: 0,
    border: 0,
    minWidth: 0,
  },
  '& form > fieldset > legend': { ...theme.typography.h4, padding: 0, marginBlockEnd: theme.spacing(1) },
  '& .numbers': { display: 'grid', gap: theme.spacing(2), gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

const ways = [
  { paidWith: 'card', title: 'Paid by card or UPI' },
  { paidWith: 'points', title: 'Paid with Lit points' },
] as const;

/** What cancelling returns of new bookings, for owners. `now`: the server's clock, milliseconds since 1970. */
export function PolicyView({ now }: { now: () => number }) {
  const resource = useResource('deskPolicy', 'all');
  const { data: policy, state, isBusy, refresh } = resource;
  return (
    <div data-flow="deskPolicy" data-state={state} aria-busy={isBusy}>
      <DeskLoading of={resource} />
      {policy && <Policies key={policy.version} policy={policy} today={dateAt(now())} onReload={refresh} />}
    </div>
  );
}

interface Props {
  readonly policy: DeskPolicy;
  /** IST date. */
  readonly today: string;
  readonly onReload: () => void;
}

function Policies({ policy, today, onReload }: Props) {
  const [removed, setRemoved] = useState<CancellationPolicies | null>(null);
  const [present, ...later] = policy.policies;
  return (
    <Page>
      <NewPolicy policy={policy} today={today} onReload={onReload} />
      <div className="side">
        {present && (
          <Panel title="In force">
            <Words of={present} />
          </Panel>
        )}
        {later.map((next) => (
          <Panel key={next.from_day} title={`From ${longDate(next.from_day)}`}>
            <Words of={next} />
            <div className="ways">
              <Button variant="outlined" color="error" onClick={() => setRemoved(next)}>
                Remove
              </Button>
            </div>
          </Panel>
        ))}
      </div>
      {removed && (
        <RemoveDialog
          version={policy.version}
          of={removed}
          onReload={onReload}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  );
}

const Words = ({ of }: { of: CancellationPolicies }) =>
  ways.map(({ paidWith, title }) => (
    <div key={paidWith}>
      <h3>{title}</h3>
      <ul>
        {policyInWords(of[paidWith], paidWith).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  ));

/** Sets the policy of a later day, beginning with the last one that there is. */
function NewPolicy({ policy, today, onReload }: Props) {
  const form = useAccountForm(useFlow('setPolicy'));
  useOpenForm(form);
  const last = policy.policies.at(-1);
  return (
    <Panel title="A new policy">
      <p className="soft">
        It binds bookings that are made from its first day on. Bookings and checkouts that have begun keep the
        policy that was shown.
      </p>
      <EditForm
        form={form}
        of={{ id: 'cancellation', version: policy.version }}
        onReload={onReload}
        canOverwrite
        submits="Set the policy"
      >
        {last &&
          ways.map(({ paidWith, title }) => (
            <Rules key={paidWith} form={form} {...{ last, paidWith, title }} />
          ))}
        <DateInput
          label="First day"
          initial={addDays(today, 1)}
          bounds={{ first: addDays(today, 1), last: addDays(today, MOST_DAYS_AHEAD_OF_POLICY) }}
          {...form.bind('from_day')}
        />
        <TextField label="Reason" required {...form.bind('reason')} />
      </EditForm>
    </Panel>
  );
}

interface RulesProps {
  readonly form: AccountForm;
  readonly last: CancellationPolicies;
  readonly paidWith: (typeof ways)[number]['paidWith'];
  readonly title: string;
}

/** The steps of a policy and its grace, as fields. */
function Rules({ form: { bind, errors }, last, paidWith, title }: RulesProps) {
  const { steps, grace } = last[paidWith];
  const field = (name: string, label: string, value: number | undefined) => {
    const { onChange } = bind(paidWith);
    return (
      <TextField
        name={`${paidWith} ${name}`}
        label={label}
        defaultValue={value ?? ''}
        error={errors[paidWith] !== undefined}
        onChange={onChange}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
      />
    );
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      {Array.from({ length: MAX_STEPS }, (_, nth) => (
        <div key={nth} className="numbers" role="group" aria-label={`Step ${nth + 1}`}>
          {field(`hours ${nth}`, 'Hours before the start', steps[nth]?.hours)}
          {field(`percent ${nth}`, 'Percent that comes back', steps[nth]?.percent)}
        </div>
      ))}
      <Typography variant="body2">
        Steps without a number are left out. Everything also comes back for a while after booking:
      </Typography>
      <div className="numbers" role="group" aria-label="After booking">
        {field('grace', 'Hours after booking', grace?.hours)}
        {field('lead', 'If the start is over … hours away', grace?.leadHours)}
      </div>
      {errors[paidWith] && (
        <Typography color="error" role="alert">
          {errors[paidWith]}
        </Typography>
      )}
    </fieldset>
  );
}

interface RemoveProps {
  readonly version: number;
  readonly of: CancellationPolicies;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ version, of, onReload, onClose }: RemoveProps) {
  const form = useFormOfDialog(useFlow('removePolicy'), onClose);
  return (
    <DeskFormDialog
      title={`Remove the policy from ${longDate(of.from_day)}`}
      about={<p>The policy before it stays in force.</p>}
      onClose={onClose}
      form={withoutStaleFailure(form)}
      hidden={{ version, from_day: of.from_day }}
      submits="Remove it"
      color="error"
    >
      <StaleEdit failure={form.failure} onReload={onReload} />
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}
