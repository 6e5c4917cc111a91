import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import type { Redacted } from '../../../domain/text/redacted.ts';
import {
  creatingToast,
  registeredToast,
  registrationFailedToast,
  dismissRegistrationToasts,
  newSessionEvent,
} from './accountCreation.ts';
import type { LiveSession } from '../session/events.ts';
import { isFilled } from '../../../domain/text/validation.ts';
import { failureOf } from '../../engine/failure.ts';
import {
  emptyRegistration,
  firstError,
  isOnlyAboutPersonal,
  isOrganisationField,
  isPersonalValid,
  noPasswords,
  type Passwords,
  passwordSummary,
  type PersistedRegistration,
  personalSummary,
  phoneUncheckable,
  serverErrorSummary,
  type PhoneCheck,
  type Registration,
  type RegistrationErrors,
  type RegistrationField,
  type RegistrationFields,
  type RegistrationStep,
  type RegistrationSummary,
} from './form.ts';
import { sendToFlow } from '../../engine/system.ts';

export type RegistrationEvent =
  /**
   * The URL contains a step: on arrival and after the browser's Back or Forward. `followsStepOne`: the history entry before it
   * is step 1.
   */
  | { type: 'registration.shown'; step: RegistrationStep; followsStepOne?: boolean }
  | { type: 'registration.left' }
  | { type: 'registration.changed'; field: keyof RegistrationFields; value: string }
  | { type: 'registration.passwordsTyped'; passwords: Passwords }
  | { type: 'registration.nextPressed' }
  | { type: 'registration.backPressed' }
  | { type: 'registration.submitted'; password: Redacted<string> }
  /** A field was chosen in the error summary. */
  | { type: 'registration.fieldChosen'; field: RegistrationField }
  | { type: 'registration.restarted' };

export interface RegistrationInput {
  readonly persisted: PersistedRegistration | null;
}

export interface RegistrationContext {
  fields: RegistrationFields;
  phone: PhoneCheck;
  passwords: Passwords;
  /** The errors by field. A changed field has none until it is validated again. */
  errors: RegistrationErrors;
  summary: RegistrationSummary | null;
  isShown: boolean;
  /** The history entry before the shown one is step 1. */
  followsStepOne: boolean;
  /** The field to focus when its step is shown; null is the step's heading. */
  focus: RegistrationField | null;
}

/**
 * The URL must contain this step, in a new history entry ('push'), in the present entry ('replace'), or in the entry before it
 * ('back').
 */
export interface AddressChange {
  readonly type: 'addressDue';
  readonly step: RegistrationStep;
  readonly by: 'push' | 'replace' | 'back';
  readonly followsStepOne: boolean;
}

/** A field of the shown step must get the focus. */
export interface FocusChange {
  readonly type: 'focusDue';
  readonly field: RegistrationField;
}

/** The error summary, and the errors of its fields. */
const errorState = (
  summary: RegistrationSummary | null,
): Pick<RegistrationContext, 'summary' | 'errors'> => ({
  summary,
  errors: summary?.errors ?? {},
});

interface ShownStep {
  readonly step: RegistrationStep;
  readonly followsStepOne?: boolean;
}
interface ChangedField {
  readonly field: keyof RegistrationFields;
  readonly value: string;
}
interface ChosenField {
  readonly field: RegistrationField;
}

/** The types, effects, guards and actions of the registration; its states are in registration.ts. */
export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as AddressChange | FocusChange,
    input: {} as RegistrationInput,
    tags: {} as 'busy',
  },
  actors: {
    /** The international form of a number that is valid for its country; null for any other text. */
    checkPhone: fromPromise<string | null, { phone: string; country: string }>(() =>
      Promise.reject(new Error('checkPhone is not provided')),
    ),
    /** The session of the new user; null when the server sent none. */
    register: fromPromise<LiveSession | null, { registration: Registration; password: Redacted<string> }>(
      () => Promise.reject(new Error('register is not provided')),
    ),
  },
  guards: {
    isAboutPhone: (_, { field }: ChangedField) => field === 'phone' || field === 'country',
    isAboutOrganisation: (_, { field }: ChangedField) => isOrganisationField(field),
    isPersonalValid: ({ context }) => isPersonalValid(context),
    isPhoneUnknown: ({ context }) => context.phone.kind === 'unknown' && isFilled(context.fields.phone),
    isOnlyPhoneUnknown: ({ context }) =>
      context.phone.kind === 'unknown' && personalSummary(context.fields, context.phone) === null,
    isOrganisationDue: ({ context }, { step }: ShownStep) => step === 2 && isPersonalValid(context),
    isShown: ({ context }) => context.isShown,
    isPersonalDue: (_, { step }: ShownStep) => step === 1,
    isOrganisationChosen: (_, { field }: ChosenField) => isOrganisationField(field),
    isPersonalChosen: (_, { field }: ChosenField) => !isOrganisationField(field),
    isOnlyPersonalRejected: (_, { error }: { error: unknown }) =>
      isOnlyAboutPersonal(serverErrorSummary(failureOf(error))),
    arePasswordsValid: ({ context }) => passwordSummary(context.passwords) === null,
  },
  actions: {
    recordShown: assign((_, { followsStepOne = false }: ShownStep) => ({ isShown: true, followsStepOne })),
    recordLeft: assign({ isShown: false, passwords: noPasswords, errors: {}, summary: null }),
    change: assign(({ context }, { field, value }: ChangedField) => {
      const { [field === 'country' ? 'phone' : field]: _corrected, ...errors } = context.errors;
      return { fields: { ...context.fields, [field]: value }, errors };
    }),
    resetPhoneCheck: assign({ phone: { kind: 'unknown' } }),
    setPasswords: assign(({ context }, { passwords }: { passwords: Passwords }) => {
      const { password: _password, confirmPass: _confirmPass, ...errors } = context.errors;
      return { passwords, errors };
    }),
    clearSummary: assign({ summary: null, errors: {} }),
    clearForm: assign({
      fields: emptyRegistration,
      phone: { kind: 'unknown' },
      passwords: noPasswords,
      errors: {},
      summary: null,
    }),
    setServerErrors: assign((_, { error }: { error: unknown }) =>
      errorState(serverErrorSummary(failureOf(error))),
    ),
    showPersonalErrors: assign(({ context }) => errorState(personalSummary(context.fields, context.phone))),
    showPasswordErrors: assign(({ context }) => errorState(passwordSummary(context.passwords))),
    showPhoneUncheckable: assign(errorState(phoneUncheckable)),
    moveBack: emit(({ context }) => ({
      type: 'addressDue' as const,
      step: 1 as const,
      by: context.followsStepOne ? ('back' as const) : ('replace' as const),
      followsStepOne: false,
    })),
    /** A step that is opened focuses its first error, or the field that was chosen in the error summary. */
    focusFirstError: assign(({ context }, { step }: { step: RegistrationStep }) => ({
      focus: firstError(context.errors, step),
    })),
    setFocus: assign((_, { field }: ChosenField) => ({ focus: field })),
    emitFocus: emit((_, { field }: ChosenField) => ({ type: 'focusDue' as const, field })),
    dismissToast: sendToFlow('notifier', dismissRegistrationToasts),
    showRegisteringToast: sendToFlow('notifier', creatingToast),
    showFailedToast: sendToFlow('notifier', registrationFailedToast),
    showSuccessfulToast: sendToFlow('notifier', registeredToast),
    startSession: sendToFlow('session', (_, { session }: { session: LiveSession | null }) =>
      newSessionEvent(session),
    ),
    goHome: sendToFlow('navigation', { type: 'navigation.go', path: '/' }),
    persist: () => {
      // Saves the form; provided by the composition root.
    },
    clearPersisted: () => {
      // Deletes the saved form; provided by the composition root.
    },
  },
}).extend({
  actions: {
    /** The address names the step that is shown. */
    correctAddress: enqueueActions(
      ({ context: { followsStepOne }, enqueue }, { from, to }: Record<'from' | 'to', RegistrationStep>) => {
        if (from !== to) enqueue.emit({ type: 'addressDue', step: to, by: 'replace', followsStepOne });
      },
    ),
    /** BACK may be pressed before the new address arrives as `registration.shown`. */
    moveOn: enqueueActions(({ enqueue }) => {
      enqueue.assign({ followsStepOne: true });
      enqueue.emit({ type: 'addressDue', step: 2, by: 'push', followsStepOne: true });
    }),
  },
});
