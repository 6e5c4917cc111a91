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
    isAboutPhone: ({ event }) =>
      event.type === 'registration.changed' && (event.field === 'phone' || event.field === 'country'),
    isAboutOrganisation: ({ event }) =>
      event.type === 'registration.changed' && isOrganisationField(event.field),
    isPersonalValid: ({ context }) => isPersonalValid(context),
    isPhoneUnknown: ({ context }) => context.phone.kind === 'unknown' && isFilled(context.fields.phone),
    isOnlyPhoneUnknown: ({ context }) =>
      context.phone.kind === 'unknown' && personalSummary(context.fields, context.phone) === null,
    isOrganisationDue: ({ context, event }) =>
      event.type === 'registration.shown' && event.step === 2 && isPersonalValid(context),
    isShown: ({ context }) => context.isShown,
    isPersonalDue: ({ event }) => event.type === 'registration.shown' && event.step === 1,
    isOrganisationChosen: ({ event }) =>
      event.type === 'registration.fieldChosen' && isOrganisationField(event.field),
    isPersonalChosen: ({ event }) =>
      event.type === 'registration.fieldChosen' && !isOrganisationField(event.field),
    isOnlyPersonalRejected: ({ event }) =>
      'error' in event && isOnlyAboutPersonal(serverErrorSummary(failureOf(event.error))),
    arePasswordsValid: ({ context }) => passwordSummary(context.passwords) === null,
  },
  actions: {
    recordShown: assign({
      isShown: true,
      followsStepOne: ({ event }) => event.type === 'registration.shown' && event.followsStepOne === true,
    }),
    correctToPersonal: enqueueActions(({ context: { followsStepOne }, event, enqueue }) => {
      if (event.type !== 'registration.shown' || event.step === 1) return;
      enqueue.emit({ type: 'addressDue', step: 1, by: 'replace', followsStepOne });
    }),
    correctToOrganisation: enqueueActions(({ context: { followsStepOne }, event, enqueue }) => {
      if (event.type !== 'registration.shown' || event.step === 2) return;
      enqueue.emit({ type: 'addressDue', step: 2, by: 'replace', followsStepOne });
    }),
    recordLeft: assign({ isShown: false, passwords: noPasswords, errors: {}, summary: null }),
    change: assign(({ context, event }) => {
      if (event.type !== 'registration.changed') return {};
      const { [event.field === 'country' ? 'phone' : event.field]: _corrected, ...errors } = context.errors;
      return { fields: { ...context.fields, [event.field]: event.value }, errors };
    }),
    resetPhoneCheck: assign({ phone: { kind: 'unknown' } }),
    setPasswords: assign(({ context, event }) => {
      if (event.type !== 'registration.passwordsTyped') return {};
      const { password: _password, confirmPass: _confirmPass, ...errors } = context.errors;
      return { passwords: event.passwords, errors };
    }),
    clearSummary: assign({ summary: null, errors: {} }),
    clearForm: assign({
      fields: emptyRegistration,
      phone: { kind: 'unknown' },
      passwords: noPasswords,
      errors: {},
      summary: null,
    }),
    setServerErrors: assign(({ event }) =>
      'error' in event ? errorState(serverErrorSummary(failureOf(event.error))) : {},
    ),
    showPersonalErrors: assign(({ context }) => errorState(personalSummary(context.fields, context.phone))),
    showPasswordErrors: assign(({ context }) => errorState(passwordSummary(context.passwords))),
    showPhoneUncheckable: assign(errorState(phoneUncheckable)),
    /** BACK may be pressed before the new address arrives as `registration.shown`. */
    moveOn: enqueueActions(({ enqueue }) => {
      enqueue.assign({ followsStepOne: true });
      enqueue.emit({ type: 'addressDue', step: 2, by: 'push', followsStepOne: true });
    }),
    moveBack: emit(({ context }) => ({
      type: 'addressDue' as const,
      step: 1 as const,
      by: context.followsStepOne ? ('back' as const) : ('replace' as const),
      followsStepOne: false,
    })),
    /** A step that was opened from the error summary focuses the chosen field, otherwise its first error. */
    focusPersonal: assign({
      focus: ({ context, event }) =>
        event.type === 'registration.fieldChosen' ? event.field : firstError(context.errors, 1),
    }),
    focusOrganisation: assign({ focus: ({ context }) => firstError(context.errors, 2) }),
    focusChosen: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'registration.fieldChosen') enqueue.emit({ type: 'focusDue', field: event.field });
    }),
    dismissToast: sendToFlow('notifier', dismissRegistrationToasts),
    showRegisteringToast: sendToFlow('notifier', creatingToast),
    showFailedToast: sendToFlow('notifier', registrationFailedToast),
    showSuccessfulToast: sendToFlow('notifier', registeredToast),
    startSession: sendToFlow('session', ({ event }) =>
      newSessionEvent('output' in event ? (event.output as LiveSession | null) : null),
    ),
    goHome: sendToFlow('navigation', { type: 'navigation.go', path: '/' }),
    persist: () => {
      // Saves the form; provided by the composition root.
    },
    clearPersisted: () => {
      // Deletes the saved form; provided by the composition root.
    },
  },
});
