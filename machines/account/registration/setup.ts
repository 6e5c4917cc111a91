import { assign, fromPromise, raise, sendTo, setup } from 'xstate';
import { Redacted } from '../../../domain/text/redacted.ts';
import { isFilled } from '../../../domain/text/typedText.ts';
import { formMachine } from '../../engine/form/form.ts';
import { isValid } from '../../engine/form/formErrors.ts';
import { sendToFlow } from '../../engine/system.ts';
import type { LiveSession } from '../session/events.ts';
import { created, createdToast, creatingToast, failedToast, noToasts } from './creation.ts';
import type { RegistrationEvent } from './events.ts';
import {
  emptyRegistration,
  fieldLabels,
  isOnlyAboutPersonal,
  isOrganisationField,
  isPersonalValid,
  noPasswords,
  type Passwords,
  passwordSummary,
  type PersistedRegistration,
  type Person,
  personalSummary,
  phoneCheckOf,
  phoneUncheckable,
  registrationOf,
  type RegistrationFields,
  type RegistrationStep,
  type RegistrationSummary,
  serverErrorSummary,
} from './form.ts';

interface RegistrationInput {
  readonly persisted: PersistedRegistration | null;
}

interface RegistrationContext extends Person {
  fields: RegistrationFields;
  phone: Person['phone'];
  passwords: Passwords;
  summary: RegistrationSummary | null;
  isShown: boolean;
}

const emptyForm = {
  fields: emptyRegistration,
  phone: { kind: 'unknown' },
  passwords: noPasswords,
  summary: null,
} as const;

export const newRegistration = ({ persisted }: RegistrationInput): RegistrationContext => ({
  ...emptyForm,
  ...(persisted && { fields: persisted.fields }),
  ...(persisted?.number && { phone: phoneCheckOf(persisted.number) }),
  isShown: false,
});

/** It has the errors of both steps and sends the registration. The typed values are in the machine of the steps, which needs them. */
export const registrationForm = formMachine<never, { session: LiveSession | null }>('registrationForm', {
  changes: [],
  labels: fieldLabels,
}).provide({
  actions: {
    proceed: sendToFlow('registration', (_, { output }: { output: { session: LiveSession | null } }) => ({
      type: 'registration.sent',
      ...output,
    })),
    handleFailure: sendToFlow('registration', (_, { error }: { error: unknown }) => ({
      type: 'registration.refused',
      error,
    })),
  },
});

interface ChangedField {
  readonly field: keyof RegistrationFields;
  readonly value: string;
}

interface AddressStep {
  readonly step: RegistrationStep;
}

interface Rejection {
  readonly error: unknown;
}

function foundAtNext(person: Person): RegistrationSummary {
  const summary = personalSummary(person);
  return isValid(null, summary) ? phoneUncheckable : summary;
}

export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    children: {} as { form: 'form' },
    input: {} as RegistrationInput,
    tags: {} as 'busy',
  },
  actors: {
    form: registrationForm,
    /** Null: the number is not valid for its country. */
    checkPhone: fromPromise<string | null, { phone: string; country: string }>(() =>
      Promise.reject(new Error('checkPhone is not provided')),
    ),
  },
  guards: {
    isShown: ({ context }) => context.isShown,
    isAboutPhone: (_, { field }: ChangedField) => field === 'phone' || field === 'country',
    isAboutOrganisation: (_, { field }: ChangedField) => isOrganisationField(field),
    isPersonalValid: ({ context }) => isPersonalValid(context),
    isPhoneUnknown: ({ context }) => context.phone.kind === 'unknown' && isFilled(context.fields.phone),
    isAccountDue: ({ context }, { step }: AddressStep) => step === 2 && isPersonalValid(context),
    arePasswordsValid: ({ context }) => isValid(null, passwordSummary(context.passwords)),
    isPersonalDue: (_, { step }: AddressStep) => step === 1,
    isOnlyPersonalRejected: (_, { error }: Rejection) => isOnlyAboutPersonal(serverErrorSummary(error)),
  },
  actions: {
    recordShown: assign({ isShown: true }),
    leaveForm: assign({ isShown: false, passwords: noPasswords, summary: null }),
    change: assign(({ context: { fields } }, { field, value }: ChangedField) => ({
      fields: { ...fields, [field]: value },
    })),
    clearError: sendTo('form', (_, { field }: Pick<ChangedField, 'field'>) => ({
      type: 'form.changed',
      field: field === 'country' ? 'phone' : field,
    })),
    setPasswords: assign((_, { passwords }: { passwords: Passwords }) => ({ passwords })),
    clearPasswordError: sendTo('form', { type: 'form.changed', field: 'password' }),
    clearConfirmationError: sendTo('form', { type: 'form.changed', field: 'confirmPass' }),
    resetPhoneCheck: assign({ phone: { kind: 'unknown' } }),
    setPhoneCheck: assign((_, { output }: { output: string | null }) => ({ phone: phoneCheckOf(output) })),
    pressNext: raise({ type: 'registration.nextPressed' }),
    summarisePersonal: assign(({ context }) => ({ summary: foundAtNext(context) })),
    summarisePasswords: assign(({ context: { passwords } }) => ({ summary: passwordSummary(passwords) })),
    summariseRejection: assign((_, { error }: Rejection) => ({ summary: serverErrorSummary(error) })),
    /** Those of the summary. */
    showErrors: sendTo('form', ({ context: { summary } }) => ({
      type: 'form.refused',
      errors: { ...summary?.errors },
    })),
    clearErrors: sendTo('form', { type: 'form.refused', errors: {} }),
    clearSummary: assign({ summary: null }),
    submit: sendTo('form', ({ context }, { password }: { password: Redacted<string> }) => ({
      type: 'form.submitted',
      entry: new Redacted({ ...registrationOf(context), password: password.reveal() }),
    })),
    clearForm: assign(emptyForm),
    dismissToasts: sendToFlow('notifier', noToasts),
    showCreatingToast: sendToFlow('notifier', creatingToast),
    showFailedToast: sendToFlow('notifier', failedToast),
    showSuccessfulToast: sendToFlow('notifier', createdToast),
    startSession: sendToFlow('session', (_, { session }: { session: LiveSession | null }) =>
      created(session),
    ),
    proceed: sendToFlow('navigation', { type: 'navigation.go', path: '/' }),
    persist: () => {
      // Saves the form for a reload; provided by the composition root.
    },
    clearPersisted: () => {
      // Deletes the saved form; provided by the composition root.
    },
  },
});
