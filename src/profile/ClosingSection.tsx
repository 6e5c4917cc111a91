import { useAccountForm } from '../account/useAccountForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { useFlow } from '../system/flows.ts';
import { FormSection } from './FormSection.tsx';

/** Closes the account for good. */
export function ClosingSection() {
  const form = useAccountForm(useFlow('closing'));
  const { state, isBusy, bind } = form;
  return (
    <FormSection
      title="Close your account"
      flow="closing"
      lead="Your name, address, phone number, company, devices and Lit points are erased, for good. Past bookings and their papers are kept without them for as long as the law asks."
      form={form}
      isOpen={state !== 'closed'}
      texts={{ open: 'Close account', send: 'Close my account for good', dismiss: 'Keep it' }}
      color="error"
    >
      <PasswordField
        label="Present Password"
        required
        autoComplete="current-password"
        readOnly={isBusy}
        {...bind('password')}
      />
    </FormSection>
  );
}
