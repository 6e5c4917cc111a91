import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import type { MemberDetails } from '../../../machines/account/member.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';
import { FormSection } from './FormSection.tsx';
import { CodeField } from './CodeField.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';

const NO_ADDRESS_TEXT =
  'This account no longer has an email address: someone else has shown that it is theirs. You see your bookings only in browsers that are still signed in, and we cannot email you about them until you have confirmed another address. Enter it here, with the password of this account.';

export function AddressSection({ member }: { member: MemberDetails }) {
  const form = useForm(useFlow('address', lazyFlows.accountFlows));
  const { state, isBusy, bind } = form;
  const isOpen = state === 'editing' || state === 'sending';
  const hasAddress = member.email !== '';
  return (
    <FormSection
      title="Email address"
      flow="address"
      lead={
        !hasAddress ? (
          NO_ADDRESS_TEXT
        ) : (
          <>
            You sign in with <strong>{member.email}</strong>{' '}
            <StatusChip tone="quiet" isTinted={member.emailConfirmed} labelPadding="0 14px">
              {member.emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}
            </StatusChip>
          </>
        )
      }
      form={form}
      isOpen={isOpen}
      labels={{ open: hasAddress ? 'Change address' : 'Enter an address', send: 'Send the email' }}
      notice={
        <>
          {member.pendingEmail !== '' && (
            <Alert severity="info" icon={false} role="none" sx={{ marginBlockStart: 2 }}>
              We have sent an email to <strong>{member.pendingEmail}</strong>. Open the link in it within a
              day to make it your address.
            </Alert>
          )}
          {hasAddress && !member.emailConfirmed && member.pendingEmail === '' && !isOpen && (
            <ResendConfirmation />
          )}
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
      <CurrentPassword form={form} />
      <CodeField
        name="code"
        isBusy={form.isBusy}
        error={form.errors['code']}
        onChange={form.bind('code').onChange}
      />
    </FormSection>
  );
}
