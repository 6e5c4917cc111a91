import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import { useRef } from 'react';
import { Redacted } from '../../../domain/text/redacted.ts';
import { enteredPasswords } from '../registration/enteredPasswords.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import { readFilled } from '../../ui/fields/filledFields.ts';
import { focusField } from '../../ui/fields/focusField.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { PASSWORD_ADVICE } from '../fieldHints.ts';
import { PasswordField } from './PasswordField.tsx';
import { useWhileShown } from '../../app/system/useWhileShown.ts';
import { useEmitted } from '../../app/system/useEmitted.ts';

interface Props {
  /** The step after creating the account, for the button's label: 'pay ₹886.77'. */
  nextStep: string | null;
  /** Called by the sign-in link and after the account was created. */
  onSignIn: () => void;
}

/** Registration within a booking. */
export function NewAccountForm({ nextStep, onSignIn }: Props) {
  const newAccount = useFlow('newAccount', lazyFlows.newAccount);
  const state = useSelector(newAccount, ({ value }) => statePath(value));
  const fields = useSelector(newAccount, ({ context }) => context.fields);
  const errors = useSelector(newAccount, ({ context }) => context.errors);
  const summary = useSelector(newAccount, ({ context }) => context.summary);
  const isBusy = useSelector(newAccount, (snapshot) => snapshot.hasTag('busy'));
  const wantsInvoice = useSelector(newAccount, ({ context }) => context.wantsInvoice);
  const form = useRef<HTMLFormElement>(null);

  useWhileShown(newAccount, {
    shown: { type: 'registration.shown' },
    left: { type: 'registration.left' },
  });
  // An error of the whole form is next to no field.
  useEmitted(newAccount, 'entryRejected', ({ field }) => focusField(form.current, field ?? 'firstName'));
  useEmitted(newAccount, 'accountCreated', onSignIn);

  const bind = (name: 'firstName' | 'email' | 'phone') => ({
    name,
    required: true,
    value: fields[name],
    error: errors[name] !== undefined,
    helperText: errors[name],
    onChange: (event: { target: { value: string } }) =>
      newAccount.send({ type: 'registration.changed', field: name, value: event.target.value }),
  });
  const nameNote = useInvoiceNameNote(fields.firstName);
  const input = { readOnly: isBusy };

  const filled = readFilled(
    () => newAccount.getSnapshot().context.fields,
    (field) => newAccount.send({ type: 'registration.changed', ...field }),
    (entered) => {
      const { password, passwords } = enteredPasswords(entered);
      // Password managers may fill the input without an event.
      newAccount.send({ type: 'registration.passwordsTyped', passwords });
      newAccount.send({ type: 'registration.submitted', password: new Redacted(password) });
    },
  );
  const reportPassword = () => {
    if (form.current === null) return;
    const { passwords } = enteredPasswords(form.current);
    newAccount.send({ type: 'registration.passwordsTyped', passwords });
  };

  return (
    <Stack
      component="form"
      sx={{ gap: 2 }}
      ref={form}
      method="post"
      noValidate
      aria-label="Your new account"
      aria-busy={isBusy}
      data-flow="newAccount"
      data-state={state}
      {...filled.handlers}
      onSubmit={filled.submit}
    >
      {(summary?.reason ?? summary?.emailStatus) && (
        <Alert severity="error" role="alert">
          {summary.reason ??
            (summary.emailStatus === 'taken'
              ? 'This email address already has an account. Please sign in with it.'
              : 'This email address was registered before. We have sent an email to it with a link that completes your registration.')}
        </Alert>
      )}
      <TextField
        label="Name"
        autoComplete="name"
        // oxlint-disable-next-line no-autofocus -- it replaces the form that had the focus
        autoFocus
        slotProps={{ input }}
        {...bind('firstName')}
        helperText={errors.firstName ?? nameNote}
      />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        slotProps={{ input, htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...bind('email')}
      />
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        slotProps={{ input, htmlInput: { inputMode: 'tel' } }}
        {...bind('phone')}
        helperText={errors.phone ?? 'For a number outside India, start with the country code, such as +44'}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        error={errors.password !== undefined}
        helperText={errors.password ?? PASSWORD_ADVICE}
        onChange={reportPassword}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={wantsInvoice}
            onChange={(_event, isWanted) => newAccount.send({ type: 'registration.invoiceWanted', isWanted })}
          />
        }
        label="I need a GST invoice for a company"
      />
      <SubmitButton color={nextStep === null ? 'primary' : 'secondary'} isBusy={isBusy}>
        {nextStep === null
          ? 'Create account'
          : `Create account and ${wantsInvoice ? 'add your company' : nextStep}`}
      </SubmitButton>
      <Box component="p" sx={{ margin: 0, textAlign: 'center', color: 'text.secondary' }}>
        Already have an account?{' '}
        <Link
          component="button"
          type="button"
          onClick={onSignIn}
          sx={{ minHeight: 44, font: 'inherit', fontWeight: 650, color: 'primary.main' }}
        >
          Sign in
        </Link>
      </Box>
    </Stack>
  );
}
