import Button from '@mui/material/Button';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { useAccountForm } from '../account/useAccountForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { useFlow } from '../system/flows.ts';
import { Section } from './Section.tsx';
import { useFocusOnChange } from './useFocusOnChange.ts';

/** Changes the password, which signs all other devices out. */
export function PasswordSection({ email }: { email: string }) {
  const { state, isBusy, failure, formRef, submit, open, dismiss, bind } = useAccountForm(
    useFlow('password'),
  );
  const isOpen = state === 'editing' || state === 'sending';
  const place = useFocusOnChange(isOpen);
  return (
    <div ref={place}>
      <Section
        title="Password"
        flow="password"
        state={state}
        lead="A new password signs you out on all other devices."
        action={
          !isOpen && (
            <Button variant="outlined" size="small" onClick={open}>
              Change password
            </Button>
          )
        }
      >
        {isOpen && (
          <form ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
            <FailureAlert failure={failure} />
            {/* For password managers. */}
            <input hidden type="text" autoComplete="username" defaultValue={email} readOnly />
            <PasswordField
              label="Present Password"
              required
              autoComplete="current-password"
              readOnly={isBusy}
              {...bind('password')}
            />
            <PasswordField
              label="New Password"
              required
              autoComplete="new-password"
              readOnly={isBusy}
              {...bind('new_password')}
            />
            <PasswordField
              label="Confirm New Password"
              required
              autoComplete="new-password"
              readOnly={isBusy}
              {...bind('again')}
            />
            <div className="ways">
              <SubmitButton isBusy={isBusy}>Change password</SubmitButton>
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
