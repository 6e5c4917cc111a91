import type { AccountForm } from '../account/useAccountForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';

/** The field for the present password, which confirms a change of the account. */
export const PresentPassword = ({ form: { isBusy, bind } }: { form: AccountForm }) => (
  <PasswordField
    label="Present Password"
    required
    autoComplete="current-password"
    readOnly={isBusy}
    {...bind('password')}
  />
);
