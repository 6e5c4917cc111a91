import { DEFAULT_PHONE_COUNTRY } from '../../../domain/account/registration.ts';
import { isMailable, normalEmail } from '../../../domain/account/email.ts';
import { messages } from '../../../domain/text/messages.ts';
import { isFilled } from '../../../domain/text/typedText.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { errorsOrFailure, firstInvalidField, isValid } from '../../engine/form/formErrors.ts';
import { missingFieldErrors } from '../accountEntries.ts';

/** All text, without the passwords. `country` is that of the phone number, ISO 3166 alpha-2. */
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

export type RegistrationField = Exclude<keyof RegistrationFields, 'country'> | 'password' | 'confirmPass';

export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

/**
 * The result of NEXT or SUBMIT, shown above the form until the next press. Without errors the step is valid.
 */
export interface RegistrationSummary {
  readonly title: string;
  /** A reason that is about no field. */
  readonly reason: string | null;
  readonly errors: RegistrationErrors;
  /**
   * The email address has an account, so signing in is offered (ruling 28). 'unconfirmed': the server sent it
   * an email with a link that finishes the registration.
   */
  readonly emailStatus?: 'taken' | 'unconfirmed' | undefined;
}

/** What the machine knows of the two passwords, which stay in the inputs (ruling 13). */
export interface Passwords {
  readonly isFilled: boolean;
  readonly isConfirmed: boolean;
  readonly areEqual: boolean;
}

/** `number` is in its international form. */
export type PhoneCheck =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'valid'; readonly number: string };

/** The fields that are sent (spec 3) besides the password; the phone in its international form. */
export type Registration = Omit<RegistrationFields, 'country'>;

/** Kept over a reload, without passwords (ruling 12). */
export interface PersistedRegistration {
  readonly fields: RegistrationFields;
  readonly number: string | null;
}

/** Null is an invalid number. */
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

/** Spec 2. */
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

/** In page order. */
export const fieldOrder = Object.keys(fieldLabels) as readonly RegistrationField[];

const organisationFields: readonly string[] = ['companyName', 'website', 'businessType'];

/** The fields of step 2, including the passwords. */
export const isOrganisationField = (field: string): boolean =>
  organisationFields.includes(field) || field === 'password' || field === 'confirmPass';

/** In page order; null when the step has no error. */
export const firstError = (errors: RegistrationErrors, step: RegistrationStep): string | null =>
  firstInvalidField(
    errors,
    fieldOrder.filter((field) => isOrganisationField(field) === (step === 2)),
  );

/** Step 1 shows only a summary with errors of its fields. */
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

export interface Person {
  readonly fields: RegistrationFields;
  readonly phone: PhoneCheck;
}

/**
 * The result of NEXT (spec 5). An unchecked phone number is no error. `missing`: the texts of empty fields.
 */
export function personalSummary(
  { fields, phone }: Person,
  missing: Readonly<Record<string, string>> = missingFields,
): RegistrationSummary {
  const { fieldsRequired, invalidEmail, invalidPhone } = messages.registration;
  const isEmailInvalid = isFilled(fields.email) && !isMailable(normalEmail(fields.email));
  const isPhoneInvalid = isFilled(fields.phone) && phone.kind === 'invalid';
  const wrong: RegistrationErrors = {
    ...(isEmailInvalid && { email: invalidEmail }),
    ...(isPhoneInvalid && { phone: invalidPhone }),
  };
  const missingErrors = missingFieldErrors({ ...fields }, missing);
  const isMissing = Object.keys(missingErrors).length > 0;
  return {
    title: isMissing ? fieldsRequired : (wrong.email ?? wrong.phone ?? ''),
    reason: null,
    errors: { ...missingErrors, ...wrong },
  };
}

/** The result of NEXT when only the validity of the phone number is unknown. */
export const phoneUncheckable: RegistrationSummary = {
  title: 'We could not check the phone number',
  reason: 'Check your connection and press NEXT again.',
  errors: { phone: 'Not checked yet' },
};

/** Step 1 then has its checkmark (spec 2). */
export const isPersonalValid = (person: Person): boolean =>
  person.phone.kind === 'valid' && isValid(null, personalSummary(person));

/** The result of SUBMIT for the passwords (spec 5). */
export function passwordSummary({
  isFilled: hasPassword,
  isConfirmed,
  areEqual,
}: Passwords): RegistrationSummary {
  const { fieldsEmpty, passwordMismatch } = messages.registration;
  const errors: RegistrationErrors = {
    ...(!hasPassword && { password: 'Enter a password' }),
    ...(!isConfirmed && { confirmPass: 'Enter the password again' }),
  };
  if (Object.keys(errors).length > 0) return { title: fieldsEmpty, reason: null, errors };
  return { title: passwordMismatch, reason: null, errors: areEqual ? {} : { confirmPass: passwordMismatch } };
}

/** Step 2 then has its checkmark (spec 2). */
export const arePasswordsValid = (passwords: Passwords): boolean => isValid(null, passwordSummary(passwords));

const emailStatuses: Readonly<Record<string, RegistrationSummary['emailStatus']>> = {
  'email-taken': 'taken',
  'email-unconfirmed': 'unconfirmed',
};

export const emailStatusOf = ({ code }: Failure): RegistrationSummary['emailStatus'] =>
  emailStatuses[code ?? ''];

export const reasonOf = ({ message }: Failure): string =>
  message || 'We could not create your account. Please try again.';

/** By field, or the server's message when it names no field. */
export function serverErrorSummary(error: unknown): RegistrationSummary {
  const { errors, failure } = errorsOrFailure(error, fieldLabels);
  return {
    title: messages.registration.failed,
    reason: failure && reasonOf(failure),
    errors,
    emailStatus: emailStatusOf(failureOf(error)),
  };
}

/** Step 1 is then shown. */
export const isOnlyAboutPersonal = ({ errors }: RegistrationSummary): boolean =>
  !isValid(null, { errors }) && !Object.keys(errors).some((field) => isOrganisationField(field));

/** The phone number is in its international form once it was checked. */
export const registrationOf = ({
  fields: { country: _country, ...fields },
  phone,
}: Person): Registration => ({
  ...fields,
  phone: phone.kind === 'valid' ? phone.number : fields.phone,
});

export const noRegistration = registrationOf({ fields: emptyRegistration, phone: { kind: 'unknown' } });

declare module '../../engine/visit.ts' {
  interface PersonalState {
    readonly registration?: PersistedRegistration | null;
  }
}
