import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import type { LinkDetails } from '../../../machines/account/link.ts';
import {
  asksAboutEarlier,
  asksPassword,
  choosesPassword,
  makesAccount,
} from '../../../machines/account/link.ts';
import { roleTitles } from '../../../domain/account/roles.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { type BoundForm, type FormActor, useForm } from '../../ui/form/useForm.ts';
import { optionalFieldProps } from '../../ui/fields/optionalFieldProps.ts';
import { EntryPage } from '../session/EntryPage.tsx';
import { CODE_HINT } from '../fieldHints.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { AccountOfLink } from './AccountOfLink.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { RecoveryForm } from './recoveryParts.ts';
import { useOtherAccount } from './useOtherAccount.ts';

interface ActionText {
  readonly title: string;
  readonly lead: (details: LinkDetails) => string;
  readonly button: string;
}

const actionTexts: Readonly<Record<LinkDetails['action'], ActionText>> = {
  reset: {
    title: 'Set a new password',
    lead: ({ email }) => `For ${email}. You will be signed out on all devices.`,
    button: 'Save the new password',
  },
  confirm: {
    title: 'Confirm your address',
    lead: ({ email }) => `Is ${email} yours, and did you register with it?`,
    button: 'Confirm my address',
  },
  change: {
    title: 'Change your address',
    lead: ({ email }) => `You will sign in with ${email} from now on.`,
    button: 'Use this address',
  },
  register: {
    title: 'Finish your registration',
    lead: ({ email }) => `You will sign in with ${email} and the password that you have chosen.`,
    button: 'Finish my registration',
  },
  invitation: {
    title: 'Join the team',
    lead: ({ email, role = 'staff', account }) =>
      `You are invited as ${roleTitles[role]}. ${
        account === null
          ? `You will sign in with ${email} and the password that you choose here.`
          : `The role is added to the account of ${email}.`
      }`,
    button: 'Accept the invitation',
  },
};

interface EarlierAccountProps {
  error: string | undefined;
  isBusy: boolean;
  onChange: () => void;
}

/** Asks whether an earlier, unconfirmed account of the address belongs to the reader. */
const EarlierAccount = ({ error, isBusy, onChange }: EarlierAccountProps) => (
  <FormControl error={error !== undefined} disabled={isBusy} required>
    <FormLabel id="earlier-account">Was the earlier account yours?</FormLabel>
    <RadioGroup aria-labelledby="earlier-account" name="earlier" onChange={onChange}>
      <FormControlLabel
        value="keep"
        control={<Radio />}
        label="Yes, keep its bookings and points in my account"
      />
      <FormControlLabel value="release" control={<Radio />} label="No, start with an empty account" />
    </RadioGroup>
    {error !== undefined && <FormHelperText>{error}</FormHelperText>}
  </FormControl>
);

const NewPersonFields = ({ bind, isBusy }: Pick<BoundForm, 'bind' | 'isBusy'>) => (
  <>
    <TextField
      label="First Name"
      required
      autoComplete="given-name"
      slotProps={{ input: { readOnly: isBusy } }}
      {...bind('firstName')}
    />
    <TextField
      label="Last Name"
      autoComplete="family-name"
      slotProps={{ input: { readOnly: isBusy }, inputLabel: optionalFieldProps }}
      {...bind('lastName')}
    />
    <TextField
      label="Phone Number"
      type="tel"
      required
      autoComplete="tel"
      slotProps={{ input: { readOnly: isBusy }, htmlInput: { inputMode: 'tel' } }}
      {...bind('phone')}
    />
  </>
);

export function LinkForm({ details, flow }: { details: LinkDetails; flow: FormActor }) {
  const { action, email, needsCode } = details;
  const { isBusy, errors, failure, formRef, submit, dismiss, bind } = useForm(flow);
  const otherAccount = useOtherAccount({ action, email });
  const { title, lead, button } = actionTexts[action];

  return (
    <EntryPage title={title} lead={lead(details)}>
      <RecoveryForm ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
        <FailureAlert failure={failure} />
        {otherAccount !== null && (
          <Alert
            severity="info"
            role="none"
          >{`You are signed in as ${otherAccount} in this browser. That account does not change.`}</Alert>
        )}
        {(choosesPassword(details) || asksPassword(details)) && (
          // Password managers need the user name.
          <input hidden type="text" autoComplete="username" defaultValue={email} readOnly />
        )}
        {makesAccount(details) && <NewPersonFields bind={bind} isBusy={isBusy} />}
        {choosesPassword(details) && (
          <>
            <NewPasswordFields bind={bind} isBusy={isBusy} />
            {(needsCode === true || errors['code'] !== undefined) && (
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
        <AccountOfLink details={details} />
        {asksAboutEarlier(details) && (
          <EarlierAccount error={errors['earlier']} isBusy={isBusy} onChange={bind('earlier').onChange} />
        )}
        {asksPassword(details) && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            readOnly={isBusy}
            required
            {...bind('password')}
          />
        )}
        <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
        <Button variant="outlined" aria-disabled={isBusy} onClick={dismiss}>
          This was not me
        </Button>
      </RecoveryForm>
    </EntryPage>
  );
}
