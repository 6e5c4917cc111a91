import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DeskPolicy } from '../../../contract/deskPolicy.ts';
import { canonicalJson } from '../../../domain/canonicalJson.ts';
import { addDays, dateAt, longDate } from '../../../domain/calendar.ts';
import {
  MAX_STEPS,
  MAX_POLICY_DAYS_AHEAD,
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
import { useEdited } from '../useEdited.ts';
import { useFormOfDialog } from '../useFormOfDialog.ts';
import { useOpenForm } from '../useOpenForm.ts';
import { usePassedOnFocus } from '../usePassedOnFocus.ts';
import { withoutStaleFailure } from '../withoutStaleFailure.ts';

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  maxWidth: '72rem',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 24rem' },
  '& .side': { display: 'grid', gap: theme.spacing(3) },
  '& h3': { ...theme.typography.body1, fontWeight: 650, margin: 0 },
  '& ul': { margin: 0, paddingInlineStart: theme.spacing(2.5) },
  '& form > fieldset': {
    display: 'grid',
    gap: theme.spacing(2),
    margin: 0,
    padding: 0,
    border: 0,
    minWidth: 0,
  },
  '& form > fieldset > legend': {
    ...theme.typography.body1,
    fontWeight: 650,
    padding: 0,
    marginBlock: theme.spacing(1.5, 1),
  },
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
      {policy && <Policies policy={policy} today={dateAt(now())} isLoading={isBusy} onReload={refresh} />}
    </div>
  );
}

/** What the fields begin with. */
const fieldsOf = ({ policies }: DeskPolicy): string => {
  const last = policies.at(-1);
  return canonicalJson([last?.card, last?.points]);
};

interface Props {
  readonly policy: DeskPolicy;
  /** IST date. */
  readonly today: string;
  readonly onReload: () => void;
}

function Policies({ policy, today, isLoading, onReload }: Props & { isLoading: boolean }) {
  const [removed, setRemoved] = useState<CancellationPolicies | null>(null);
  const [present, ...later] = policy.policies;
  const { of, round, saved, reloaded } = useEdited(policy, fieldsOf, isLoading);
  const reload = () => {
    reloaded();
    onReload();
  };
  return (
    <Page>
      <NewPolicy policy={of} today={today} round={round} onSaved={reloaded} onReload={reload} />
      <div className="side">
        {present && (
          <Panel title="In force">
            <Words of={present} />
          </Panel>
        )}
        {later.map((next) => (
          <LaterPolicy key={next.from_day} of={next} onRemove={() => setRemoved(next)} />
        ))}
      </div>
      {removed && (
        <RemoveDialog
          version={policy.version}
          of={removed}
          onReload={onReload}
          onRemoved={saved}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  );
}

function LaterPolicy({ of, onRemove }: { of: CancellationPolicies; onRemove: () => void }) {
  const place = usePassedOnFocus<HTMLDivElement>();
  return (
    <div ref={place}>
      <Panel title={`From ${longDate(of.from_day)}`}>
        <Words of={of} />
        <div className="ways">
          <Button variant="outlined" color="error" onClick={onRemove}>
            Remove
          </Button>
        </div>
      </Panel>
    </div>
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

interface NewPolicyProps extends Props {
  /** The fields are filled in again when it is another one. */
  readonly round: number;
  readonly onSaved: () => void;
}

/** Sets the policy of a later day, beginning with the last one that there is. */
function NewPolicy({ policy, today, round, onSaved, onReload }: NewPolicyProps) {
  const form = useAccountForm(useFlow('setPolicy'));
  useOpenForm(form, onSaved);
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
        round={round}
        submits="Set the policy"
      >
        {last &&
          ways.map(({ paidWith, title }) => (
            <Rules key={paidWith} form={form} {...{ last, paidWith, title }} />
          ))}
        <DateInput
          label="First day"
          initial={addDays(today, 1)}
          bounds={{ first: addDays(today, 1), last: addDays(today, MAX_POLICY_DAYS_AHEAD) }}
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
function Rules({ form: { bind }, last, paidWith, title }: RulesProps) {
  const { steps, grace } = last[paidWith];
  const field = (name: string, label: string, value: number | undefined) => (
    <TextField
      label={label}
      defaultValue={value ?? ''}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
      {...bind(`${paidWith} ${name}`)}
    />
  );
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
    </fieldset>
  );
}

interface RemoveProps {
  readonly version: number;
  readonly of: CancellationPolicies;
  readonly onReload: () => void;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ version, of, onReload, onRemoved, onClose }: RemoveProps) {
  const form = useFormOfDialog(useFlow('removePolicy'), () => {
    onRemoved();
    onClose();
  });
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
      <StaleEdit failure={form.failure} shown={version} onReload={onReload} />
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}
