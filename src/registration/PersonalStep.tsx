import { useSelector } from '@xstate/react';
import type { Ref } from 'react';
import { messages } from '../../domain/messages.ts';
import { fieldNames, type RegistrationFields } from '../../machines/registrationForm.ts';
import { LabelledInput } from '../fields/LabelledInput.tsx';
import { useFlow } from '../system/flows.ts';
import { FormStep } from './FormStep.tsx';
import { PhoneField } from './PhoneField.tsx';

interface Props {
  isShown: boolean;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Step 1: who joins, and how they are reached (spec 2). */
export function PersonalStep({ isShown, headingRef }: Props) {
  const registration = useFlow('registration');
  const fields = useSelector(registration, ({ context }) => context.fields);
  const problems = useSelector(registration, ({ context }) => context.problems);
  const change = (field: keyof RegistrationFields, value: string) =>
    registration.send({ type: 'registration.changed', field, value });

  return (
    <FormStep
      title={messages.registration.personalDetails}
      lead="Who you are, and how we reach you about a booking."
      isShown={isShown}
      headingRef={headingRef}
    >
      <LabelledInput
        label={fieldNames.firstName}
        problem={problems.firstName}
        name="firstName"
        autoComplete="given-name"
        required
        value={fields.firstName}
        onChange={(event) => change('firstName', event.target.value)}
      />
      <LabelledInput
        label={fieldNames.lastName}
        problem={problems.lastName}
        isOptional
        name="lastName"
        autoComplete="family-name"
        value={fields.lastName}
        onChange={(event) => change('lastName', event.target.value)}
      />
      <div className="wide">
        <LabelledInput
          label={fieldNames.email}
          problem={problems.email}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={fields.email}
          onChange={(event) => change('email', event.target.value)}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div className="wide">
        <PhoneField
          label={fieldNames.phone}
          problem={problems.phone}
          value={fields.phone}
          country={fields.country}
          onChange={change}
        />
      </div>
    </FormStep>
  );
}
