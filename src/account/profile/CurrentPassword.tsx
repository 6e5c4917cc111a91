import type { BoundForm } from '../../ui/form/useForm.ts';
import { PasswordField } from '../session/PasswordField.tsx';

/** Confirms a change of the account. */
export const CurrentPassword = ({ form: { isBusy, bind } }: { form: BoundForm }) => (
  <PasswordField
    label="Current Password"
    required
    autoComplete="current-password"
    readOnly={isBusy}
    {...bind('password')}
  />
);
