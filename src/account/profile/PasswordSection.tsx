import { useForm } from '../../ui/form/useForm.ts';
import { PASSWORD_ADVICE } from '../fieldHints.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { FormSection } from './FormSection.tsx';
import { CodeField } from './CodeField.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';

/** Changing the password signs out all other devices. */
export function PasswordSection({ email }: { email: string }) {
  const form = useForm(useFlow('password', lazyFlows.accountFlows));
  const { state, isBusy, errors, bind } = form;
  return (
    <FormSection
      title="Password"
      flow="password"
      lead="A new password signs you out on all other devices."
      form={form}
      isOpen={state === 'editing' || state === 'sending'}
      labels={{ open: 'Change password', send: 'Change password' }}
    >
      {/* Password managers need the user name. */}
      <input hidden type="text" autoComplete="username" defaultValue={email} readOnly />
      <CurrentPassword form={form} />
      <PasswordField
        label="New Password"
        required
        autoComplete="new-password"
        readOnly={isBusy}
        {...bind('newPassword')}
        helperText={errors['newPassword'] ?? PASSWORD_ADVICE}
      />
      <PasswordField
        label="Confirm New Password"
        required
        autoComplete="new-password"
        readOnly={isBusy}
        {...bind('again')}
      />
      <CodeField
        name="code"
        isBusy={form.isBusy}
        error={form.errors['code']}
        onChange={form.bind('code').onChange}
      />
    </FormSection>
  );
}
