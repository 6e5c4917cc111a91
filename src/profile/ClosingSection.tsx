import Button from '@mui/material/Button';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { useAccountForm } from '../account/useAccountForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { useFlow } from '../system/flows.ts';
import { Section } from './Section.tsx';
import { useFocusOnChange } from './useFocusOnChange.ts';

/** Closes the account for good. */
export function ClosingSection() {
  const { state, isBusy, failure, formRef, submit, open, dismiss, bind } = useAccountForm(useFlow('closing'));
  const isOpen = state !== 'closed';
  const place = useFocusOnChange(isOpen);
  return (
    <div ref={place}>
      <Section
        title="Close your account"
        flow="closing"
        state={state}
        lead="Your name, address, phone number, company, devices and Lit points are erased, for good. Past bookings and their papers are kept without them for as long as the law asks."
        action={
          !isOpen && (
            <Button variant="outlined" color="error" size="small" onClick={open}>
              Close account
            </Button>
          )
        }
      >
        {isOpen && (
          <form ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
            <FailureAlert failure={failure} />
            <PasswordField
              label="Present Password"
              required
              autoComplete="current-password"
              readOnly={isBusy}
              {...bind('password')}
            />
            <div className="ways">
              <SubmitButton isBusy={isBusy} color="error">
                Close my account for good
              </SubmitButton>
              <Button variant="outlined" disabled={isBusy} onClick={dismiss}>
                Keep it
              </Button>
            </div>
          </form>
        )}
      </Section>
    </div>
  );
}
