import Alert from '@mui/material/Alert';
import {
  SignInButton,
  SignInEmail,
  SignInPassword,
  useSignIn,
  wrongCredentials,
} from '../account/exports.ts';
import { DeskGate, GateForm } from './DeskGate.tsx';

export function DeskSignIn() {
  const { state, isBusy, errorCode, errors, submit } = useSignIn('page');
  return (
    <DeskGate title="Sign in to the desk" maxWidth="xs">
      <GateForm
        method="post"
        noValidate
        onSubmit={submit}
        data-flow="session"
        data-state={state}
        aria-busy={isBusy}
        sx={{ marginBlockStart: 2.5 }}
      >
        <div role="status">
          {errorCode === 'wrong-credentials' && (
            <Alert severity="error" role="none">
              {wrongCredentials}
            </Alert>
          )}
        </div>
        <SignInEmail error={errors.email} />
        <SignInPassword error={errors.password} />
        <SignInButton isBusy={isBusy} />
      </GateForm>
    </DeskGate>
  );
}
