import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import type { MemberDetails } from '../../contract/member.ts';
import { useAccountForm } from '../account/useAccountForm.ts';
import { useFlow } from '../system/flows.ts';
import { StateChip } from './StateChip.tsx';
import { ConfirmAgain } from './ConfirmAgain.tsx';
import { FormSection } from './FormSection.tsx';
import { PresentPassword } from './PresentPassword.tsx';

/** The address that the user signs in with: whether it is confirmed, and how it is changed. */
export function AddressSection({ of: member }: { of: MemberDetails }) {
  const form = useAccountForm(useFlow('address'));
  const { state, isBusy, bind } = form;
  const isOpen = state === 'editing' || state === 'sending';
  return (
    <FormSection
      title="Email address"
      flow="address"
      lead={
        <>
          You sign in with <strong>{member.email}</strong>{' '}
          <StateChip
            isGood={member.email_confirmed}
            label={member.email_confirmed ? 'Confirmed' : 'Not confirmed yet'}
          />
        </>
      }
      form={form}
      isOpen={isOpen}
      texts={{ open: 'Change address', send: 'Send the letter' }}
      notice={
        <>
          {member.pending_email !== '' && (
            <Alert severity="info" icon={false} role="none" sx={{ marginBlockStart: 2 }}>
              We have sent a letter to <strong>{member.pending_email}</strong>. Open its link within a day,
              and it becomes your address.
            </Alert>
          )}
          {!member.email_confirmed && member.pending_email === '' && !isOpen && <ConfirmAgain />}
        </>
      }
    >
      <TextField
        label="New Email Address"
        type="email"
        required
        autoComplete="email"
        slotProps={{
          input: { readOnly: isBusy },
          htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
        }}
        {...bind('email')}
      />
      <PresentPassword form={form} />
    </FormSection>
  );
}
