import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import type { Person } from '../../../machines/desk/peopleFlows.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { FieldPair, Note } from '../ui/contentParts.ts';

/** Every change of an account needs a reason. `children`: the fields above the reason. */
function PersonForm({
  form,
  opens,
  submits,
  person,
  color = 'primary',
  children,
}: {
  form: BoundForm;
  opens: string;
  submits: string;
  person: Person;
  color?: 'primary' | 'error';
  children?: ReactNode;
}) {
  const { failure, bind } = form;
  return (
    <OpenableForm
      form={form}
      openLabel={opens}
      hiddenFields={{ userId: person.id }}
      submitLabel={submits}
      color={color}
    >
      {failure?.code === 'changed-meanwhile' && (
        <Alert severity="info">The form shows the current values. Check them, and send it again.</Alert>
      )}
      {children}
      <TextField label="Reason" required {...bind('reason')} />
    </OpenableForm>
  );
}

/** The value that somebody else has saved meanwhile; otherwise the loaded one. */
const currentValue = (form: BoundForm, name: string, loaded: string | number | boolean) =>
  form.failure?.details.present?.[name] ?? loaded;

export function MembershipForm({ person }: { person: Person }) {
  const form = useForm(useDeskFlow('membership'));
  const isMember = currentValue(form, 'isMember', person.isMember) === true;
  const monthly = String(currentValue(form, 'monthlyPoints', person.monthlyPoints));
  return (
    <Panel title="Membership">
      <Note>
        Members book with Lit points. Monthly points expire at the end of the month; all other points remain,
        even when the membership ends.
      </Note>
      <PersonForm form={form} person={person} opens="Change the membership" submits="Save">
        <input type="hidden" name="wasMember" value={isMember ? '1' : '0'} />
        <input type="hidden" name="wasMonthly" value={monthly} />
        <FieldPair key={`${isMember} ${monthly}`}>
          <TextField
            select
            label="Membership"
            name="isMember"
            defaultValue={isMember ? '1' : '0'}
            disabled={form.isBusy}
          >
            <MenuItem value="1">Member</MenuItem>
            <MenuItem value="0">No membership</MenuItem>
          </TextField>
          <TextField
            label="Points per month"
            required
            defaultValue={monthly}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            {...form.bind('monthlyPoints')}
          />
        </FieldPair>
      </PersonForm>
    </Panel>
  );
}

export function PointsForm({ person }: { person: Person }) {
  const grant = useForm(useDeskFlow('grantPoints'));
  const correction = useForm(useDeskFlow('correctPoints'));
  const fields = (form: BoundForm, label: string, hint: string) => {
    const { helperText = hint, ...bound } = form.bind('points');
    return (
      <>
        <input type="hidden" name="balance" value={String(currentValue(form, 'balance', person.points))} />
        <TextField
          label={label}
          required
          helperText={helperText}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          {...bound}
        />
      </>
    );
  };
  const balance = currentValue(grant, 'balance', currentValue(correction, 'balance', person.points));
  return (
    <Panel title="Give or correct points">
      <Note>{`The balance is ${String(balance)}. Every change stays in the ledger, with its reason.`}</Note>
      <PersonForm form={grant} person={person} opens="Give points" submits="Give the points">
        {fields(grant, 'Points to give', 'Whole or half points')}
      </PersonForm>
      <PersonForm form={correction} person={person} opens="Correct the balance" submits="Correct the balance">
        {fields(correction, 'Points to add or deduct', 'Enter a minus sign to deduct points')}
      </PersonForm>
    </Panel>
  );
}

export function BlockForm({ person }: { person: Person }) {
  const form = useForm(useDeskFlow('blockPerson'));
  const label = person.isBlocked ? 'Unblock the account' : 'Block the account';
  return (
    <Panel title={person.isBlocked ? 'Blocked' : 'Block'}>
      <Note>
        {person.isBlocked
          ? 'This account cannot book.'
          : 'A blocked account cannot book and is signed out everywhere. Its bookings are kept.'}
      </Note>
      <PersonForm
        form={form}
        person={person}
        opens={label}
        submits={label}
        color={person.isBlocked ? 'primary' : 'error'}
      >
        <input type="hidden" name="blocked" value={person.isBlocked ? '0' : '1'} />
      </PersonForm>
    </Panel>
  );
}

/** Its customer cannot sign in, and asks the desk. */
export function CloseForm({ person }: { person: Person }) {
  const form = useForm(useDeskFlow('closePerson'));
  const lost = form.failure?.details.pointsLeft;
  return (
    <Panel title="Close">
      <Note>
        Closing erases the name, the phone number, the company and the points. Bookings and tax documents are
        kept, as the law requires.
      </Note>
      <PersonForm
        form={form}
        person={person}
        opens="Close the account"
        submits={lost ? 'Close it and lose the points' : 'Close the account for good'}
        color="error"
      >
        {lost && <input type="hidden" name="lostPoints" value={String(lost.points)} />}
      </PersonForm>
    </Panel>
  );
}
