import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { MemberDetails } from '../../contract/member.ts';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { useAccountForm } from '../account/useAccountForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { useFlow } from '../system/flows.ts';
import { ConfirmAgain } from './ConfirmAgain.tsx';
import { Section } from './Section.tsx';
import { StateChip } from '../theme/StateChip.tsx';
import { useFocusOnChange } from './useFocusOnChange.ts';

/** The address that the user signs in with: whether it is confirmed, and how it is changed. */
export function AddressSection({ of: member }: { of: MemberDetails }) {
  const { state, isBusy, failure, formRef, submit, open, dismiss, bind } = useAccountForm(useFlow('address'));
  const isOpen = state === 'editing' || state === 'sending';
  const place = useFocusOnChange(isOpen);
  return (
    <div ref={place}>
      <Section
        title="Email address"
        flow="address"
        state={state}
        lead={
          <>
            You sign in with <strong>{member.email}</strong>{' '}
            <StateChip
              isGood={member.email_confirmed}
              label={member.email_confirmed ? 'Confirmed' : 'Not confirmed yet'}
            />
          </>
        }
        action={
          !isOpen && (
            <Button variant="outlined" size="small" onClick={open}>
              Change address
            </Button>
          )
        }
      >
        {member.pending_email !== '' && (
          <Alert severity="info" icon={false} role="none" sx={{ marginBlockStart: 2 }}>
            We have sent a letter to <strong>{member.pending_email}</strong>. Open its link within a day, and
            it becomes your address.
          </Alert>
        )}
        {!member.email_confirmed && member.pending_email === '' && !isOpen && <ConfirmAgain />}
        {isOpen && (
          <form ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
            <FailureAlert failure={failure} />
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
            <PasswordField
              label="Present Password"
              required
              autoComplete="current-password"
              readOnly={isBusy}
              {...bind('password')}
            />
            <div className="ways">
              <SubmitButton isBusy={isBusy}>Send the letter</SubmitButton>
              <Button variant="outlined" disabled={isBusy} onClick={dismiss}>
                Cancel
              </Button>
            </div>
          </form>
        )}
      </Section>
    </div>
  );
}
