import { messages } from '../../../domain/text/messages.ts';
import {
  type Passwords,
  type Person,
  personalSummary,
  type RegistrationFields,
  type RegistrationSummary,
} from './form.ts';

/* The form within a booking has four fields: one for the whole name (`firstName`) and one password that is not typed again. */

/** Found by the `register` effect. */
export class InvalidPhone extends Error {
  override readonly name = 'InvalidPhone';
}

export const invalidPhoneSummary: RegistrationSummary = {
  title: messages.registration.invalidPhone,
  reason: null,
  errors: { phone: messages.registration.invalidPhone },
};

/** The result of SUBMIT. */
export function oneStepSummary(person: Person, passwords: Passwords): RegistrationSummary {
  const summary = personalSummary(person, {
    firstName: 'Enter your name',
    email: 'Enter your email address',
    phone: 'Enter your phone number',
  });
  if (passwords.isFilled) return summary;
  const errors = { ...summary.errors, password: 'Enter a password' };
  return { title: messages.registration.fieldsRequired, reason: null, errors };
}

/** The server's errors of the last name are shown at the name. */
export function withNameError(summary: RegistrationSummary): RegistrationSummary {
  const { firstName, lastName, ...errors } = summary.errors;
  const name = firstName ?? lastName;
  return { ...summary, errors: { ...(name && { firstName: name }), ...errors } };
}

/** The first word of the name is the first name, the rest is the last name (spec 3). */
export function withLastName(fields: RegistrationFields): RegistrationFields {
  const [firstName = '', ...otherNames] = fields.firstName.trim().split(/\s+/);
  return { ...fields, firstName, lastName: otherNames.join(' ') };
}
