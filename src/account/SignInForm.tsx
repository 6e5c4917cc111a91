import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ErrorCode } from '../../contract/errors.ts';
import { BrandLink } from '../app/layout/BrandLink.tsx';
import { WithoutScripts } from '../app/loading/WithoutScripts.tsx';
import { SignInButton, SignInEmail, SignInPassword, wrongCredentials } from './signInFields.tsx';
import { useSignIn } from './useSignIn.ts';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../ui/theme/hiddenWithoutScripts.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  ...hiddenWithoutScripts,
}));

const JoinLine = styled('p')(({ theme }) => ({
  margin: 0,
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
}));

const joinLinkStyles = (theme: Theme): CSSObject => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  color: theme.vars.palette.primary.main,
  font: 'inherit',
});

const JoinButton = styled(Link)(({ theme }) => joinLinkStyles(theme)) as typeof Link;

const JoinLink = styled(BrandLink)(({ theme }) => ({
  ...joinLinkStyles(theme),
  '&[aria-disabled]': { color: theme.vars.palette.text.disabled },
}));

const errorTexts: Partial<Record<ErrorCode, string>> = {
  'wrong-credentials': wrongCredentials,
  unauthenticated: 'Your session has ended. Please sign in again.',
};

interface Props {
  /** Where the form is shown, which decides the toast's text (spec 8). */
  from: 'page' | 'dialog';
  /** The email field takes the focus when the form appears. */
  isFocused?: boolean;
  /** Opens a registration form in place. Without it, a link leads to the registration page. */
  onJoin?: () => void;
}

export function SignInForm({ from, isFocused = false, onJoin }: Props) {
  const { state, isBusy, errorCode, errors, submit } = useSignIn(from);

  return (
    <>
      <WithoutScripts feature="Signing in" />
      <Form
        method="post"
        noValidate
        onSubmit={submit}
        data-flow="session"
        data-state={state}
        aria-busy={isBusy}
      >
        {errorCode && errorTexts[errorCode] && (
          <Alert severity="error" role="none">
            {errorTexts[errorCode]}
          </Alert>
        )}
        <SignInEmail isFocused={isFocused} error={errors.email} />
        <div>
          <SignInPassword error={errors.password} />
          <Box component="p" sx={{ marginBlockStart: 0.5, marginBlockEnd: -1, textAlign: 'end' }}>
            <Link
              href="/forgot-password"
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                minHeight: 44,
                fontSize: 'body2.fontSize',
                fontWeight: 600,
                color: 'primary.main',
              }}
            >
              Forgot your password?
            </Link>
          </Box>
        </div>
        <SignInButton isBusy={isBusy} />
        <JoinLine>
          <span>{`Don't have Account `}</span>
          {onJoin ? (
            <JoinButton component="button" type="button" onClick={onJoin}>
              create One
            </JoinButton>
          ) : (
            <JoinLink to="createAccount">create One</JoinLink>
          )}
        </JoinLine>
      </Form>
    </>
  );
}
