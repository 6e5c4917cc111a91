import { PASSWORD_ADVICE } from '../fieldHints.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import type { BoundForm } from '../../ui/form/useForm.ts';

export function NewPasswordFields({ bind, isBusy }: Pick<BoundForm, 'bind' | 'isBusy'>) {
  const password = bind('password');
  const shared = { readOnly: isBusy, required: true };
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        {...shared}
        {...password}
        helperText={password.helperText ?? PASSWORD_ADVICE}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...shared} {...bind('again')} />
    </>
  );
}
