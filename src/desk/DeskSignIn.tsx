import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Container from '@mui/material/Container';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { Redacted } from '../../domain/redacted.ts';
import { entryOf } from '../account/entryOf.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { Brandmark } from '../shell/Brandmark.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

const Page = styled(Container)(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(3),
  minHeight: '100vh',
  '& form': { display: 'grid', gap: theme.spacing(2.5), marginBlockStart: theme.spacing(2.5) },
})) as typeof Container;

/** The sign-in of the desk. The password is passed as Redacted and never stored (ruling 13). */
export function DeskSignIn() {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const isBusy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const failure = useSelector(session, ({ context }) => context.failure);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', password = '' } = entryOf(event.currentTarget);
    const credentials = new Redacted({ email: email.trim(), password });
    session.send({ type: 'session.signInRequested', credentials, from: 'page' });
  };

  return (
    <Page component="main" id="main" maxWidth="xs">
      <Brandmark />
      <Card sx={{ width: '100%', padding: { xs: 3, sm: 4 } }}>
        <Typography variant="h1" sx={{ fontSize: '1.75rem' }}>
          Sign in to the desk
        </Typography>
        <form method="post" onSubmit={submit} data-flow="session" data-state={state} aria-busy={isBusy}>
          <div role="status">
            {failure?.code === 'wrong-credentials' && !isBusy && (
              <Alert severity="error" role="none">
                The email address or the password is incorrect. What you typed is still here.
              </Alert>
            )}
          </div>
          <TextField
            label="Email Address"
            type="email"
            name="email"
            autoComplete="username"
            required
            slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
          />
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <Button
            type="submit"
            disabled={isBusy}
            startIcon={isBusy ? <CircularProgress aria-hidden="true" /> : null}
          >
            Login
          </Button>
        </form>
      </Card>
    </Page>
  );
}
