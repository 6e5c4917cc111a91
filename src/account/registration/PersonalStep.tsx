import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import type { Ref } from 'react';
import { messages } from '../../../domain/text/messages.ts';
import { fieldLabels, type RegistrationFields } from '../../../machines/account/registration/form.ts';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { optionalFieldProps } from '../../ui/fields/optionalFieldProps.ts';
import { FormStep, WholeRow } from './FormStep.tsx';
import { PhoneField } from './PhoneField.tsx';

/** Shown when the email address already has an account (ruling 28). */
const KnownEmailHelp = ({ error, status }: { error: string; status: 'taken' | 'unconfirmed' }) => (
  <>
    <span>{`${error}. `}</span>
    {status === 'unconfirmed' && (
      <span>
        {
          'We have sent an email to it. To finish your registration, open its link and enter the password you chose here. Is it your account already? '
        }
      </span>
    )}
    <Link href="/login">Sign in</Link>
    <span>{` or `}</span>
    <Link href="/forgot-password">reset the password</Link>
  </>
);

interface Props {
  isShown: boolean;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Spec 2. */
export function PersonalStep({ isShown, headingRef }: Props) {
  const registration = useFlow('registration', lazyFlows.registration);
  const fields = useSelector(registration, ({ context }) => context.fields);
  const errors = useSelector(registration, ({ context }) => context.errors);
  const emailStatus = useSelector(registration, ({ context: { summary } }) =>
    errors.email === undefined ? undefined : summary?.emailStatus,
  );
  const nameNote = useInvoiceNameNote(`${fields.firstName} ${fields.lastName}`);
  const change = (field: keyof RegistrationFields, value: string) =>
    registration.send({ type: 'registration.changed', field, value });

  return (
    <FormStep
      title={messages.registration.personalDetails}
      lead="Your name, and how we can reach you about a booking."
      isShown={isShown}
      headingRef={headingRef}
    >
      <TextField
        label={fieldLabels.firstName}
        error={errors.firstName !== undefined}
        helperText={errors.firstName ?? nameNote}
        name="firstName"
        autoComplete="given-name"
        required
        value={fields.firstName}
        onChange={(event) => change('firstName', event.target.value)}
      />
      <TextField
        label={fieldLabels.lastName}
        error={errors.lastName !== undefined}
        helperText={errors.lastName}
        name="lastName"
        slotProps={{ inputLabel: optionalFieldProps }}
        autoComplete="family-name"
        value={fields.lastName}
        onChange={(event) => change('lastName', event.target.value)}
      />
      <WholeRow>
        <TextField
          label={fieldLabels.email}
          error={errors.email !== undefined}
          helperText={
            emailStatus && errors.email !== undefined ? (
              <KnownEmailHelp error={errors.email} status={emailStatus} />
            ) : (
              errors.email
            )
          }
          type="email"
          name="email"
          autoComplete="email"
          required
          value={fields.email}
          onChange={(event) => change('email', event.target.value)}
          slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        />
      </WholeRow>
      <WholeRow>
        <PhoneField
          label={fieldLabels.phone}
          error={errors.phone}
          value={fields.phone}
          country={fields.country}
          onChange={change}
        />
      </WholeRow>
    </FormStep>
  );
}
