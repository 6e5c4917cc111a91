import { useSelector } from '@xstate/react';
import type { FormEvent, Ref } from 'react';
import { messages } from '../../domain/messages.ts';
import { BUSINESS_TYPES } from '../../domain/validation.ts';
import { fieldNames, type RegistrationFields } from '../../machines/registrationForm.ts';
import { LabelledInput } from '../fields/LabelledInput.tsx';
import { LabelledSelect } from '../fields/LabelledSelect.tsx';
import { PasswordInput } from '../fields/PasswordInput.tsx';
import { useFlow } from '../system/flows.ts';
import { FormStep } from './FormStep.tsx';
import { enteredPasswords } from './enteredPasswords.ts';

const titled = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);

interface Props {
  isShown: boolean;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Step 2: for whom one books, and the password (spec 2). */
export function OrganisationStep({ isShown, headingRef }: Props) {
  const registration = useFlow('registration');
  const fields = useSelector(registration, ({ context }) => context.fields);
  const errors = useSelector(registration, ({ context }) => context.errors);
  const isBusy = useSelector(registration, (snapshot) => snapshot.hasTag('busy'));
  const isMismatched = useSelector(
    registration,
    ({ context: { passwords } }) => passwords.isConfirmed && !passwords.areEqual,
  );
  const change = (field: keyof RegistrationFields, value: string) =>
    registration.send({ type: 'registration.changed', field, value });
  const typePassword = ({ currentTarget: { form } }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
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
      <div className="wide">
        <LabelledInput
          label={fieldNames.companyName}
          problem={errors.companyName}
          isOptional
          name="companyName"
          autoComplete="organization"
          value={fields.companyName}
          readOnly={isBusy}
          onChange={(event) => change('companyName', event.target.value)}
        />
      </div>
      <LabelledInput
        label={fieldNames.website}
        problem={errors.website}
        isOptional
        name="website"
        autoComplete="url"
        value={fields.website}
        readOnly={isBusy}
        onChange={(event) => change('website', event.target.value)}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <LabelledSelect
        label={fieldNames.businessType}
        problem={errors.businessType}
        isOptional
        name="businessType"
        value={fields.businessType}
        disabled={isBusy}
        onChange={(event) => change('businessType', event.target.value)}
      >
        <option value="">Not Mentioned</option>
        {BUSINESS_TYPES.map((type) => (
          <option key={type} value={type}>
            {titled(type)}
          </option>
        ))}
      </LabelledSelect>
      <PasswordInput
        label={fieldNames.password}
        problem={errors.password}
        name="password"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        onChange={typePassword}
      />
      <PasswordInput
        label={fieldNames.confirmPass}
        problem={isMismatched ? messages.registration.passwordMismatch : errors.confirmPass}
        name="confirmPass"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        onChange={typePassword}
      />
    </FormStep>
  );
}
