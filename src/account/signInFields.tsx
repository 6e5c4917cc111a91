import TextField from '@mui/material/TextField';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import { PasswordField } from './session/PasswordField.tsx';

export const wrongCredentials =
  'The email address or the password is incorrect. What you typed is still here.';

/** `isFocused`: the field takes the focus when the form appears. */
export const SignInEmail = ({
  isFocused = false,
  error,
}: {
  isFocused?: boolean;
  error: string | undefined;
}) => (
  <TextField
    label="Email Address"
    error={error !== undefined}
    helperText={error}
    type="email"
    name="email"
    autoComplete="username"
    required
    // oxlint-disable-next-line no-autofocus -- a dialog that opens moves the focus into it
    autoFocus={isFocused}
    slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
  />
);

export const SignInPassword = ({ error }: { error: string | undefined }) => (
  <PasswordField
    label="Password"
    name="password"
    autoComplete="current-password"
    required
    error={error !== undefined}
    helperText={error}
  />
);

export const SignInButton = ({ isBusy }: { isBusy: boolean }) => (
  <SubmitButton isBusy={isBusy}>Login</SubmitButton>
);
