import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { LinkDetails } from '../../contract/links.ts';
import { Redacted } from '../../domain/redacted.ts';
import { entryOf } from '../account/entryOf.ts';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import { focusField } from '../forms/focusField.ts';
import { EntryPage } from '../session/EntryPage.tsx';
import { PASSWORD_ADVICE } from '../session/passwordAdvice.ts';
import { CODE_HINT } from '../session/codeHint.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { useFlow } from '../system/flows.ts';
import { useOtherAccount } from './useOtherAccount.ts';
import { recoveryStyles } from './recoveryStyles.ts';

const Form = styled('form')(({ theme }) => ({
  ...recoveryStyles(theme),
  '& .username': { display: 'none' },
}));

const actionTexts: Readonly<
  Record<LinkDetails['action'], { title: string; lead: (email: string) => string; button: string }>
> = {
  reset: {
    title: 'Set a new password',
    lead: (email) => `For ${email}. You will be signed out on all devices.`,
    button: 'Save the new password',
  },
  confirm: {
    title: 'Confirm your address',
    lead: (email) => `Is ${email} yours? If you did not register, close this page.`,
    button: 'Confirm my address',
  },
  change: {
    title: 'Change your address',
    lead: (email) =>
      `You will sign in with ${email} from now on. If you did not request this, close this page.`,
    button: 'Use this address',
  },
  register: {
    title: 'Finish your registration',
    lead: (email) =>
      `Someone registered ${email} before and never confirmed it. Your registration replaces that account. If you did not register, close this page.`,
    button: 'Finish my registration',
  },
};

/** Explains the effect of an email's link and applies it, with password fields if the action needs a password. */
export function LinkForm({ details: { action, email, needs_code } }: { details: LinkDetails }) {
  const link = useFlow('link');
  const isBusy = useSelector(link, (snapshot) => snapshot.hasTag('busy'));
  const errors = useSelector(link, ({ context }) => context.errors);
  const failure = useSelector(link, ({ context }) => context.failure);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const subscription = link.on('entryRejected', ({ field }) => {
      if (field !== null) focusField(form.current, field);
    });
    return () => subscription.unsubscribe();
  }, [link]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    link.send({ type: 'link.submitted', entry: new Redacted(entryOf(event.currentTarget)) });
  };
  const bind = (name: string) => ({
    name,
    error: errors[name] !== undefined,
    helperText: errors[name],
    readOnly: isBusy,
    required: true,
    onChange: () => link.send({ type: 'link.changed', field: name }),
  });
  const otherAccount = useOtherAccount({ action, email });
  const { title, lead, button } = actionTexts[action];

  return (
    <EntryPage title={title} lead={lead(email)}>
      <Form ref={form} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
        <FailureAlert failure={failure} />
        {otherAccount !== null && (
          <Alert severity="info" role="none">
            You are signed in as {otherAccount} in this browser. That account does not change.
          </Alert>
        )}
        {action !== 'confirm' && action !== 'change' && (
          // Password managers need the user name.
          <input className="username" type="text" autoComplete="username" defaultValue={email} readOnly />
        )}
        {action === 'reset' && (
          <>
            <PasswordField
              label="Password"
              autoComplete="new-password"
              {...bind('password')}
              helperText={errors['password'] ?? PASSWORD_ADVICE}
            />
            <PasswordField label="Confirm Password" autoComplete="new-password" {...bind('again')} />
            {(needs_code === true || errors['code'] !== undefined) && (
              <TextField
                label="Code"
                name="code"
                required
                autoComplete="one-time-code"
                error={errors['code'] !== undefined}
                helperText={errors['code'] ?? CODE_HINT}
                onChange={bind('code').onChange}
                slotProps={{
                  input: { readOnly: isBusy },
                  htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: 20 },
                }}
              />
            )}
          </>
        )}
        {action === 'register' && (
          <PasswordField label="Password" autoComplete="current-password" {...bind('password')} />
        )}
        <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
      </Form>
    </EntryPage>
  );
}
