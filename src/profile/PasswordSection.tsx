import { useAccountForm } from '../account/useAccountForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { useFlow } from '../system/flows.ts';
import { FormSection } from './FormSection.tsx';
import { PresentPassword } from './PresentPassword.tsx';

/** Changes the password, which signs all other devices out. */
export function PasswordSection({ email }: { email: string }) {
  const form = useAccountForm(useFlow('password'));
  const { state, isBusy, bind } = form;
  return (
    <FormSection
      title="Password"
      flow="password"
      lead="A new password signs you out on all other devices."
      form={form}
      isOpen={state === 'editing' || state === 'sending'}
      texts={{ open: 'Change password', send: 'Change password' }}
    >
      {/* For password managers. */}
      <input hidden type="text" autoComplete="username" defaultValue={email} readOnly />
      <PresentPassword form={form} />
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
    </FormSection>
  );
}
