import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { emailStatusOf, reasonOf } from '../../../machines/account/registration/form.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import { focusField } from '../../ui/fields/focusField.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { PASSWORD_ADVICE } from '../fieldHints.ts';
import { PasswordField } from './PasswordField.tsx';
import { useEmitted } from '../../app/system/useEmitted.ts';

const emailTexts = {
  taken: 'This email address already has an account. Please sign in with it.',
  unconfirmed:
    'This email address was registered before. We have sent an email to it with a link that completes your registration.',
} as const;

interface Props {
  /** The step after creating the account, for the button's label: 'pay ₹886.77'. */
  nextStep: string | null;
  /** Called by the sign-in link and after the account was created. */
  onSignIn: () => void;
}

/** Registration within a booking. */
export function NewAccountForm({ nextStep, onSignIn }: Props) {
  const newAccount = useFlow('newAccount', lazyFlows.newAccount);
  const { state, isBusy, errors, failure, kept, formRef, submit, bind, bindKept, filledHandlers } = useForm(
    newAccount,
    { onSent: onSignIn },
  );
  // An error of the whole form is next to no field.
  useEmitted(newAccount, 'entryRejected', ({ field }) => {
    if (field === null) focusField(formRef.current, 'firstName');
  });

  const status = failure && emailStatusOf(failure);
  const wantsInvoice = kept['wantsInvoice'] !== '';
  const nameNote = useInvoiceNameNote(kept['firstName'] ?? '');
  const input = { readOnly: isBusy };

  return (
    <Stack
      component="form"
      sx={{ gap: 2 }}
      ref={formRef}
      method="post"
      noValidate
      aria-label="Your new account"
      aria-busy={isBusy}
      data-flow="newAccount"
      data-state={state}
      {...filledHandlers}
      onSubmit={submit}
    >
      {failure && (
        <Alert severity="error" role="alert">
          {status ? emailTexts[status] : reasonOf(failure)}
        </Alert>
      )}
      <TextField
        label="Name"
        autoComplete="name"
        // oxlint-disable-next-line no-autofocus -- it replaces the form that had the focus
        autoFocus
        slotProps={{ input }}
        required
        {...bindKept('firstName')}
        helperText={errors['firstName'] ?? nameNote}
      />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        slotProps={{ input, htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        required
        {...bindKept('email')}
      />
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        slotProps={{ input, htmlInput: { inputMode: 'tel' } }}
        required
        {...bindKept('phone')}
        helperText={errors['phone'] ?? 'For a number outside India, start with the country code, such as +44'}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        {...bind('password')}
        helperText={errors['password'] ?? PASSWORD_ADVICE}
      />
      <FormControlLabel
        control={
          <Checkbox
            checked={wantsInvoice}
            onChange={(_event, isWanted) =>
              newAccount.send({ type: 'form.changed', field: 'wantsInvoice', value: isWanted ? 'yes' : '' })
            }
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
