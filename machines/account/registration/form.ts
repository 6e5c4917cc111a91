import { isMailable, normalEmail } from '../../../domain/account/email.ts';
import { messages } from '../../../domain/text/messages.ts';
import { DEFAULT_PHONE_COUNTRY, isFilled } from '../../../domain/text/validation.ts';
import type { Failure } from '../../engine/failure.ts';

/** The form's fields except its passwords, all text. `country` is that of the phone number, ISO 3166 alpha-2. */
export interface RegistrationFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly country: string;
  readonly phone: string;
  readonly companyName: string;
  readonly website: string;
  readonly businessType: string;
}

/** 1: personal details, 2: organisation details (spec 2). */
export type RegistrationStep = 1 | 2;

/** Every field that may have an error. */
export type RegistrationField = Exclude<keyof RegistrationFields, 'country'> | 'password' | 'confirmPass';

export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

/** The error summary above the form after NEXT or SUBMIT failed, until the next attempt. */
export interface RegistrationSummary {
  readonly title: string;
  /** The reason, when it is about no field. */
  readonly reason: string | null;
  readonly errors: RegistrationErrors;
  /**
   * The email address has an account, so signing in is offered (ruling 28). 'unconfirmed': an email with a link that finishes
   * the registration was sent to it (decision 0005).
   */
  readonly emailStatus?: 'taken' | 'unconfirmed';
}

/** The state of the two passwords that the machine keeps (ruling 13). */
export interface Passwords {
  readonly isFilled: boolean;
  readonly isConfirmed: boolean;
  readonly areEqual: boolean;
}

/** The result of the phone number's validation: `number` is its international form. */
export type PhoneCheck =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'valid'; readonly number: string };

/** The fields to send (spec 3) except the password; the phone in its international form. */
export type Registration = Omit<RegistrationFields, 'country'>;

/** The state kept over a reload: the form without its passwords, and the validated phone number (ruling 12). */
export interface PersistedRegistration {
  readonly fields: RegistrationFields;
  readonly number: string | null;
}

/** The result of a phone number's validation; null is an invalid number. */
export const phoneCheckOf = (number: string | null): PhoneCheck =>
  number === null ? { kind: 'invalid' } : { kind: 'valid', number };

export const emptyRegistration: RegistrationFields = {
  firstName: '',
  lastName: '',
  email: '',
  country: DEFAULT_PHONE_COUNTRY,
  phone: '',
  companyName: '',
  website: '',
  businessType: '',
};

export const noPasswords: Passwords = { isFilled: false, isConfirmed: false, areEqual: false };

/** The label of each field (spec 2). */
export const fieldLabels: Readonly<Record<RegistrationField, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email Address',
  phone: 'Phone Number',
  companyName: 'Company Name',
  website: 'Domain (or) URL',
  businessType: 'Business Type',
  password: 'Password',
  confirmPass: 'Confirm Password',
};

const organisationFields: readonly string[] = ['companyName', 'website', 'businessType'];

/** True for the fields of step 2, including the passwords. */
export const isOrganisationField = (field: keyof RegistrationFields | RegistrationField): boolean =>
  organisationFields.includes(field) || field === 'password' || field === 'confirmPass';

/** The first field of a step with an error, in page order; null when there is none. */
export const firstError = (errors: RegistrationErrors, step: RegistrationStep): RegistrationField | null =>
  (Object.keys(fieldLabels) as RegistrationField[]).find(
    (field) => errors[field] !== undefined && isOrganisationField(field) === (step === 2),
  ) ?? null;

/** The error summary that a step shows. Step 1 shows only a summary with errors of its fields. */
export const summaryOfStep = (
  summary: RegistrationSummary | null,
  step: RegistrationStep,
): RegistrationSummary | null =>
  summary !== null && (step === 2 || firstError(summary.errors, 1) !== null) ? summary : null;

const missingFields = {
  firstName: 'Enter your first name',
  email: 'Enter your email address',
  phone: 'Enter your phone number',
} as const;

/** The errors of step 1 (spec 5); null when it is valid. An unchecked phone number is no error. */
export function personalSummary(
  fields: RegistrationFields,
  { kind }: PhoneCheck,
): RegistrationSummary | null {
  const { invalidEmail, invalidPhone, fieldsRequired } = messages.registration;
  const errors: RegistrationErrors = {};
  let title: string | null = null;
  if (isFilled(fields.phone) && kind === 'invalid') title = errors.phone = invalidPhone;
  if (isFilled(fields.email) && !isMailable(normalEmail(fields.email))) title = errors.email = invalidEmail;
  for (const field of ['firstName', 'email', 'phone'] as const) {
    if (isFilled(fields[field])) continue;
    errors[field] = missingFields[field];
    title = fieldsRequired;
  }
  return title === null ? null : { title, reason: null, errors };
}

/** True when step 1 is valid and has its checkmark (spec 2). */
export const isPersonalValid = ({
  fields,
  phone,
}: {
  readonly fields: RegistrationFields;
  readonly phone: PhoneCheck;
}): boolean => phone.kind === 'valid' && personalSummary(fields, phone) === null;

/** The errors of the passwords (spec 5); null when they are valid. */
export function passwordSummary(passwords: Passwords): RegistrationSummary | null {
  const { fieldsEmpty, passwordMismatch } = messages.registration;
  if (passwords.isFilled && passwords.isConfirmed) {
    return passwords.areEqual
      ? null
      : { title: passwordMismatch, reason: null, errors: { confirmPass: passwordMismatch } };
  }
  const errors: RegistrationErrors = {};
  if (!passwords.isFilled) errors.password = 'Enter a password';
  if (!passwords.isConfirmed) errors.confirmPass = 'Enter the password again';
  return { title: fieldsEmpty, reason: null, errors };
}

/** The form's fields by their names in the API (spec 3). */
const fieldsByApiName: Readonly<Record<string, RegistrationField>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  company_name: 'companyName',
  website: 'website',
  business_type: 'businessType',
  password: 'password',
};

/** The server's errors by field, or its message when it names no field. */
export function serverErrorSummary({ code, details, message }: Failure): RegistrationSummary {
  const errors: RegistrationErrors = {};
  for (const [name, wrong] of Object.entries(details.fields ?? {})) {
    const field = fieldsByApiName[name];
    if (field) errors[field] = `${fieldLabels[field]} ${wrong}`;
  }
  const hasFieldErrors = Object.keys(errors).length > 0;
  const reason = hasFieldErrors ? null : message || 'We could not create your account. Please try again.';
  return {
    title: messages.registration.failed,
    reason,
    errors,
    ...(code === 'email-taken' ? { emailStatus: 'taken' } : {}),
    ...(code === 'email-unconfirmed' ? { emailStatus: 'unconfirmed' } : {}),
  };
}

/** True when all server errors are about step 1, which is then shown. */
export const isOnlyAboutPersonal = ({ errors }: RegistrationSummary): boolean => {
  const fields = Object.keys(errors) as RegistrationField[];
  return fields.length > 0 && !fields.some(isOrganisationField);
};

export const phoneUncheckable: RegistrationSummary = {
  title: 'We could not check the phone number',
  reason: 'Check your connection and press NEXT again.',
  errors: { phone: 'Not checked yet' },
};

/** The fields to send. The phone number is in its international form when it was checked. */
export const registrationOf = ({
  fields: { country: _country, ...fields },
  phone,
}: {
  readonly fields: RegistrationFields;
  readonly phone: PhoneCheck;
}): Registration => ({ ...fields, phone: phone.kind === 'valid' ? phone.number : fields.phone });
