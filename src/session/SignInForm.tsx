import CircularProgress from '@mui/material/CircularProgress';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { Redacted } from '../../domain/redacted.ts';
import { BrandLink } from '../shell/BrandLink.tsx';
import { WithoutScripts } from '../shell/WithoutScripts.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { PasswordField } from './PasswordField.tsx';
import { styled } from '@mui/material/styles';
import { withScripts } from '../theme/withScripts.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  '& .forgot': { margin: theme.spacing(0.5, 0, -1), textAlign: 'end' },
  '& .forgot a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
  },
  '& .join': { margin: 0, textAlign: 'center', color: theme.vars.palette.text.secondary },
  '& .join > *': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    fontWeight: 650,
    color: theme.vars.palette.primary.main,
    font: 'inherit',
  },
  '& .join > [aria-disabled]': { color: theme.vars.palette.text.disabled },
  ...withScripts,
}));

/** A form field's text; empty for a file or a missing field. */
const textOf = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
};

/** The sign-in's error message. */
const errorTexts: Partial<Record<ErrorCode, string>> = {
  'wrong-credentials': 'The email address or the password is incorrect. What you typed is still here.',
  unauthenticated: 'Your session has ended. Please sign in again.',
};

interface Props {
  /** The form's place, which decides the error's text (spec 8). */
  from: 'page' | 'dialog';
  /** The field that has the focus when the form appears. */
  isFocused?: boolean;
  /** Creates an account in place; otherwise the link leads to the page that does. */
  onJoin?: () => void;
}

/**
 * Email and password. The inputs keep their text after a failure. The password is passed as Redacted and never stored
 * (ruling 13).
 */
export function SignInForm({ from, isFocused = false, onJoin }: Props) {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const isBusy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const refusal = useSelector(session, ({ context }) => context.failure?.code ?? null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const credentials = new Redacted({
      email: textOf(entered, 'email').trim(),
      password: textOf(entered, 'password'),
    });
    session.send({ type: 'session.signInRequested', credentials, from });
  };

  return (
    <>
      <WithoutScripts what="Signing in" />
      <Form method="post" onSubmit={submit} data-flow="session" data-state={state} aria-busy={isBusy}>
        {refusal && errorTexts[refusal] && !isBusy && (
          <Alert severity="error" role="none">
            {errorTexts[refusal]}
          </Alert>
        )}
        <TextField
          label="Email Address"
          type="email"
          name="email"
          autoComplete="username"
          required
          // oxlint-disable-next-line no-autofocus -- a dialog that opens moves the focus into it
          autoFocus={isFocused}
          slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        />
        <div>
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <p className="forgot">
            <Link href="/forgot-password">Forgot your password?</Link>
          </p>
        </div>
        <Button
          type="submit"
          disabled={isBusy}
          startIcon={isBusy ? <CircularProgress aria-hidden="true" /> : null}
        >
          Login
        </Button>
        <p className="join">
          Don&apos;t have Account{' '}
          {onJoin ? (
            <Link component="button" type="button" onClick={onJoin}>
              create One
            </Link>
          ) : (
            <BrandLink to="createAccount">create One</BrandLink>
          )}
        </p>
      </Form>
    </>
  );
}
