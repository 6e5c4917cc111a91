import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { roles } from '../../../domain/account/roles.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import type { Invitation } from '../../../machines/desk/teamFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { Note } from '../ui/contentParts.ts';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { roleNames } from './roleNames.ts';

/** People who were invited to the staff and have not answered yet. */
export function Invitations() {
  const resource = useResource(useDeskFlow('invitations'), 'all');
  const { data: invitations, state, isBusy } = resource;
  const inviting = useForm(useDeskFlow('invite'));
  const sending = useForm(useDeskFlow('sendInvitation'));
  const withdrawing = useForm(useDeskFlow('withdrawInvitation'));
  return (
    <div data-flow="invitations" data-state={state} aria-busy={isBusy}>
      <Panel title="Invitations">
        <Note>
          An invited person gets an email with a link, which works once, for a week. It makes an account, or
          adds the role to the account of the address.
        </Note>
        <DeskLoading resource={resource} />
        <FailureAlert failure={sending.failure} />
        {invitations?.length === 0 && <Typography>No invitation is waiting for an answer.</Typography>}
        {invitations && invitations.length > 0 && (
          <DeskTable
            label="Invitations"
            columns={['Email address', 'Role', 'Invited by', 'Works until', 'Actions']}
            rows={invitations.map((invitation) => ({
              key: invitation.id,
              cells: [
                invitation.email,
                invitation.role,
                invitation.invitedBy,
                invitation.usableUntil === null ? (
                  <StatusChip key="until" tone="quiet">
                    Expired
                  </StatusChip>
                ) : (
                  instantText(invitation.usableUntil)
                ),
                <span key="ways">
                  <Button
                    size="small"
                    variant="text"
                    aria-disabled={sending.isBusy}
                    aria-label={`Send the invitation to ${invitation.email} again`}
                    onClick={() => sending.send({ invitationId: invitation.id })}
                  >
                    Send again
                  </Button>
                  <Button
                    size="small"
                    variant="text"
                    color="error"
                    aria-label={`Withdraw the invitation to ${invitation.email}`}
                    onClick={() => withdrawing.open(invitation)}
                  >
                    Withdraw
                  </Button>
                </span>,
              ],
            }))}
          />
        )}
        <ButtonRow>
          <Button onClick={() => inviting.open()}>Invite a person</Button>
        </ButtonRow>
      </Panel>
      {inviting.isOpen && <InviteDialog form={inviting} />}
      {withdrawing.isOpen && withdrawing.record && (
        <WithdrawDialog form={withdrawing} invitation={withdrawing.record} />
      )}
    </div>
  );
}

function InviteDialog({ form }: { form: BoundForm }) {
  const { isBusy, bind } = form;
  return (
    <DeskFormDialog title="Invite a person" form={form} submitLabel="Send the invitation">
      <TextField
        label="Email Address"
        type="email"
        required
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...bind('email')}
      />
      <TextField select label="Role" name="role" defaultValue="staff" disabled={isBusy}>
        {roles.map(
          (role) =>
            role !== 'customer' && (
              <MenuItem key={role} value={role}>
                {roleNames[role]}
              </MenuItem>
            ),
        )}
      </TextField>
      <TextField label="Reason" required {...bind('reason')} />
    </DeskFormDialog>
  );
}

interface WithdrawProps {
  readonly form: BoundForm;
  readonly invitation: Invitation;
}

const WithdrawDialog = ({ form, invitation }: WithdrawProps) => (
  <DeskFormDialog
    title={`Withdraw the invitation to ${invitation.email}`}
    description={<Typography>The link in the email stops working.</Typography>}
    form={form}
    hiddenFields={{ invitationId: invitation.id }}
    submitLabel="Withdraw it"
    color="error"
  >
    <TextField label="Reason" required {...form.bind('reason')} />
  </DeskFormDialog>
);
