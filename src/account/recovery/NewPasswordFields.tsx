import { PASSWORD_ADVICE } from '../session/fieldHints.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import type { useLinkForm } from './useLinkForm.ts';

/** The fields for a new password and its repetition. */
export function NewPasswordFields({ bind }: Pick<ReturnType<typeof useLinkForm>, 'bind'>) {
  const password = bind('password');
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        {...password}
        helperText={password.helperText ?? PASSWORD_ADVICE}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...bind('again')} />
    </>
  );
}
