import { useSelector } from '@xstate/react';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../domain/messages.ts';
import { fieldNames, type RegistrationFields } from '../../machines/registrationForm.ts';
import { LabelledInput } from '../fields/LabelledInput.tsx';
import { useFlow } from '../system/flows.ts';
import { FormStep } from './FormStep.tsx';
import { PhoneField } from './PhoneField.tsx';

/** Beside an e-mail address that has an account: the way to sign in with it (ruling 28). */
const SignInInstead = ({ problem }: { problem: string | undefined }) => (
  <>
    {problem}. <Link to="/login">Sign in</Link>
  </>
);

interface Props {
  isShown: boolean;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Step 1: who joins, and how they are reached (spec 2). */
export function PersonalStep({ isShown, headingRef }: Props) {
  const registration = useFlow('registration');
  const fields = useSelector(registration, ({ context }) => context.fields);
  const errors = useSelector(registration, ({ context }) => context.errors);
  const isEmailTaken = useSelector(
    registration,
    ({ context: { summary } }) => summary?.isEmailTaken === true && errors.email !== undefined,
  );
  const change = (field: keyof RegistrationFields, value: string) =>
    registration.send({ type: 'registration.changed', field, value });

  return (
    <FormStep
      title={messages.registration.personalDetails}
      lead="Your name, and how we can reach you about a booking."
      isShown={isShown}
      headingRef={headingRef}
    >
      <LabelledInput
        label={fieldNames.firstName}
        problem={errors.firstName}
        name="firstName"
        autoComplete="given-name"
        required
        value={fields.firstName}
        onChange={(event) => change('firstName', event.target.value)}
      />
      <LabelledInput
        label={fieldNames.lastName}
        problem={errors.lastName}
        isOptional
        name="lastName"
        autoComplete="family-name"
        value={fields.lastName}
        onChange={(event) => change('lastName', event.target.value)}
      />
      <div className="wide">
        <LabelledInput
          label={fieldNames.email}
          problem={isEmailTaken ? <SignInInstead problem={errors.email} /> : errors.email}
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
          problem={errors.phone}
          value={fields.phone}
          country={fields.country}
          onChange={change}
        />
      </div>
    </FormStep>
  );
}
