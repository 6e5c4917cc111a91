import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import type { FormEvent, Ref } from 'react';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { messages } from '../../../domain/text/messages.ts';
import { BUSINESS_TYPES } from '../../../domain/account/registration.ts';
import { fieldLabels } from '../../../machines/account/registration/form.ts';
import { PASSWORD_ADVICE } from '../fieldHints.ts';
import { PasswordField } from '../session/PasswordField.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { optionalFieldProps } from '../../ui/fields/optionalFieldProps.ts';
import { FormStep, WholeRow } from './FormStep.tsx';
import { enteredPasswords } from './enteredPasswords.ts';
import { useStepFields } from './useStepFields.ts';

interface Props {
  isShown: boolean;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Spec 2. */
export function OrganisationStep({ isShown, headingRef }: Props) {
  const registration = useFlow('registration', lazyFlows.registration);
  const { errors, bind } = useStepFields();
  const isBusy = useSelector(registration, (snapshot) => snapshot.hasTag('busy'));
  const isMismatched = useSelector(
    registration,
    ({ context: { passwords } }) => passwords.isConfirmed && !passwords.areEqual,
  );
  const reportPasswords = ({
    currentTarget: { form },
  }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (!form) return;
    const { passwords } = enteredPasswords(form);
    registration.send({ type: 'registration.passwordsTyped', passwords });
  };

  return (
    <FormStep
      title={messages.registration.organisationDetails}
      lead="Your organisation, and the password you sign in with."
      isShown={isShown}
      headingRef={headingRef}
    >
      <WholeRow>
        <TextField
          {...bind('companyName')}
          autoComplete="organization"
          slotProps={{ inputLabel: optionalFieldProps, input: { readOnly: isBusy } }}
        />
      </WholeRow>
      <TextField
        {...bind('website')}
        autoComplete="url"
        slotProps={{
          inputLabel: optionalFieldProps,
          input: { readOnly: isBusy },
          htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
        }}
      />
      <TextField
        select
        {...bind('businessType')}
        slotProps={{ inputLabel: optionalFieldProps, select: { displayEmpty: true } }}
        disabled={isBusy}
      >
        <MenuItem value="">Not Mentioned</MenuItem>
        {BUSINESS_TYPES.map((type) => (
          <MenuItem key={type} value={type}>
            {capitalised(type)}
          </MenuItem>
        ))}
      </TextField>
      <PasswordField
        label={fieldLabels.password}
        error={errors.password !== undefined}
        helperText={errors.password ?? PASSWORD_ADVICE}
        name="password"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        onChange={reportPasswords}
      />
      <PasswordField
        label={fieldLabels.confirmPass}
        error={isMismatched || errors.confirmPass !== undefined}
        helperText={isMismatched ? messages.registration.passwordMismatch : errors.confirmPass}
        name="confirmPass"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        onChange={reportPasswords}
      />
    </FormStep>
  );
}
