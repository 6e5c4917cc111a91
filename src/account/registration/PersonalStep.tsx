import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import type { Ref } from 'react';
import { messages } from '../../../domain/text/messages.ts';
import { fieldLabels } from '../../../machines/account/registration/form.ts';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { optionalFieldProps } from '../../ui/fields/optionalFieldProps.ts';
import { FormStep, WholeRow } from './FormStep.tsx';
import { PhoneField } from './PhoneField.tsx';
import { useStepFields } from './useStepFields.ts';

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
  const { fields, errors, change, bind } = useStepFields();
  const emailStatus = useSelector(registration, ({ context: { summary } }) =>
    errors.email === undefined ? undefined : summary?.emailStatus,
  );
  const nameNote = useInvoiceNameNote(`${fields.firstName} ${fields.lastName}`);

  return (
    <FormStep
      title={messages.registration.personalDetails}
      lead="Your name, and how we can reach you about a booking."
      isShown={isShown}
      headingRef={headingRef}
    >
      <TextField
        {...bind('firstName')}
        helperText={errors.firstName ?? nameNote}
        autoComplete="given-name"
        required
      />
      <TextField
        {...bind('lastName')}
        slotProps={{ inputLabel: optionalFieldProps }}
        autoComplete="family-name"
      />
      <WholeRow>
        <TextField
          {...bind('email')}
          helperText={
            emailStatus && errors.email !== undefined ? (
              <KnownEmailHelp error={errors.email} status={emailStatus} />
            ) : (
              errors.email
            )
          }
          type="email"
          autoComplete="email"
          required
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
