import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { Colleague } from '../../../machines/desk/teamFlows.ts';
import { hasRole, roles } from '../../../domain/account/roles.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { Invitations } from './Invitations.tsx';
import { roleNames } from './roleNames.ts';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { Note } from '../ui/contentParts.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

/** The staff and their roles are for owners. */
export const TeamView = ({ staff }: { staff: Staff }) => (
  <Stack sx={{ gap: 3, maxWidth: '60rem' }}>
    {hasRole(staff.role, 'owner') && (
      <>
        <Roles />
        <Invitations />
      </>
    )}
    <YourSecondFactor staff={staff} />
  </Stack>
);

function Roles() {
  const resource = useResource(useDeskFlow('colleagues'), 'all');
  const { data: colleagues, state, isBusy } = resource;
  const give = useForm(useDeskFlow('giveRole'));
  const reset = useForm(useDeskFlow('resetFactor'));
  return (
    <div data-flow="colleagues" data-state={state} aria-busy={isBusy}>
      <Panel title="Roles">
        <Note>When you take a role away, the account loses it immediately, on every device.</Note>
        <DeskLoading resource={resource} />
        {colleagues && (
          <DeskTable
            label="Staff"
            columns={['Name', 'Email address', 'Role', 'Second factor', 'Actions']}
            rows={colleagues.map((colleague) => ({
              key: colleague.id,
              cells: [
                colleague.name,
                colleague.email,
                colleague.role,
                <StatusChip key="factor" tone={colleague.secondFactor ? 'good' : 'quiet'}>
                  {colleague.secondFactor ? 'Set up' : 'None'}
                </StatusChip>,
                <span key="ways">
                  <Button size="small" variant="text" onClick={() => give.open(colleague)}>
                    Change
                  </Button>
                  {colleague.secondFactor && (
                    <Button size="small" variant="text" color="error" onClick={() => reset.open(colleague)}>
                      Reset the factor
                    </Button>
                  )}
                </span>,
              ],
            }))}
          />
        )}
        <ButtonRow>
          <Button onClick={() => give.open()}>Give a role</Button>
        </ButtonRow>
      </Panel>
      {give.isOpen && <RoleDialog form={give} />}
      {reset.isOpen && reset.record && <ResetFactorDialog form={reset} colleague={reset.record} />}
    </div>
  );
}

function RoleDialog({ form }: { form: BoundForm<Colleague> }) {
  const { record: colleague, isBusy, bind } = form;
  return (
    <DeskFormDialog
      title={colleague ? `Role of ${colleague.name}` : 'Give a role'}
      description={
        <Typography>
          The account must exist, and its email address must be confirmed. Invite a person who has none.
        </Typography>
      }
      form={form}
      submitLabel="Save the role"
    >
      <TextField
        label="Email Address"
        type="email"
        required
        defaultValue={colleague?.email ?? ''}
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...bind('email')}
      />
      <TextField select label="Role" name="role" defaultValue={colleague?.role ?? 'staff'} disabled={isBusy}>
        {roles.map((role) => (
          <MenuItem key={role} value={role}>
            {roleNames[role]}
          </MenuItem>
        ))}
      </TextField>
      <TextField label="Reason" required {...bind('reason')} />
    </DeskFormDialog>
  );
}

function ResetFactorDialog({ form, colleague }: { form: BoundForm; colleague: Colleague }) {
  return (
    <DeskFormDialog
      title={`Reset the second factor of ${colleague.name}`}
      description={
        <Typography>
          Only for someone you know who has lost both the phone and the recovery codes. Their devices are
          signed out.
        </Typography>
      }
      form={form}
      hiddenFields={{ userId: colleague.id }}
      submitLabel="Remove it"
      color="error"
    >
      <TextField label="Reason" required {...form.bind('reason')} />
    </DeskFormDialog>
  );
}

function YourSecondFactor({ staff }: { staff: Staff }) {
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <Panel title="Your second factor">
      {staff.secondFactor ? (
        <Typography>
          Signing in to the desk requires a code from your app. An owner can reset it if you lose both your
          phone and the recovery codes.
        </Typography>
      ) : isSettingUp ? (
        <SecondFactorSetup />
      ) : (
        <>
          <Note>With a second factor, nobody can sign in to the desk with your password alone.</Note>
          <ButtonRow>
            <Button variant="outlined" onClick={() => setSettingUp(true)}>
              Set it up
            </Button>
          </ButtonRow>
        </>
      )}
    </Panel>
  );
}
