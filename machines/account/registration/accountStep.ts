import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { messages, toastDurations } from '../../../domain/text/messages.ts';
import type { Redacted } from '../../../domain/text/redacted.ts';
import {
  type EntryRejected,
  firstInvalidField,
  isValid,
  withoutError,
} from '../../engine/form/formErrors.ts';
import { sendToFlow, toast } from '../../engine/system.ts';
import type { LiveSession } from '../session/events.ts';
import type { AccountCreated, RegistrationEvent } from './events.ts';
import {
  emptyRegistration,
  fieldOrder,
  noPasswords,
  type Passwords,
  type PersistedRegistration,
  type Person,
  phoneCheckOf,
  type Registration,
  type RegistrationErrors,
  type RegistrationFields,
  type RegistrationSummary,
} from './form.ts';

export interface RegistrationContext extends Person {
  fields: RegistrationFields;
  phone: Person['phone'];
  passwords: Passwords;
  /** By field. A changed field has no error until it is validated again. */
  errors: RegistrationErrors;
  summary: RegistrationSummary | null;
  isShown: boolean;
  /** The visitor adds a company for the invoice before paying. */
  wantsInvoice: boolean;
}

const emptyForm = {
  fields: emptyRegistration,
  phone: { kind: 'unknown' },
  passwords: noPasswords,
  errors: {},
  summary: null,
} as const;

export const newRegistration = (persisted: PersistedRegistration | null): RegistrationContext => ({
  ...emptyForm,
  ...(persisted && { fields: persisted.fields }),
  ...(persisted?.number && { phone: phoneCheckOf(persisted.number) }),
  isShown: false,
  wantsInvoice: false,
});

/** A toast replaces the one before with the same topic. */
const topic = 'registration';
const duration = toastDurations.registration;

export interface ChangedField {
  readonly field: keyof RegistrationFields;
  readonly value: string;
}

/** Shared by the two-step registration and the one within a booking. */
export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as EntryRejected | AccountCreated,
    input: {} as { readonly persisted: PersistedRegistration | null },
    tags: {} as 'busy',
  },
  actors: {
    /** Null: the number is not valid for its country. */
    checkPhone: fromPromise<string | null, { phone: string; country: string }>(() =>
      Promise.reject(new Error('checkPhone is not provided')),
    ),
    /** Null: the server sent no session. */
    register: fromPromise<LiveSession | null, { person: Person; password: Redacted<string> }>(() =>
      Promise.reject(new Error('register is not provided')),
    ),
  },
  guards: {
    isValid,
    canProceed: ({ context }) => context.isShown && !context.wantsInvoice,
  },
  actions: {
    recordShown: assign({ isShown: true }),
    leaveForm: assign({ isShown: false, passwords: noPasswords, errors: {}, summary: null }),
    change: assign(({ context: { fields, errors } }, { field, value }: ChangedField) => ({
      fields: { ...fields, [field]: value },
      errors: withoutError(errors, field === 'country' ? 'phone' : field),
    })),
    setPasswords: assign(({ context: { errors } }, { passwords }: { passwords: Passwords }) => ({
      passwords,
      errors: withoutError(withoutError(errors, 'password'), 'confirmPass'),
    })),
    showErrors: assign((_, summary: RegistrationSummary) => ({ summary, errors: summary.errors })),
    emitRejected: emit(({ context: { errors } }) => ({
      type: 'entryRejected' as const,
      field: firstInvalidField(errors, fieldOrder),
    })),
    clearErrors: assign({ errors: {}, summary: null }),
    clearForm: assign(emptyForm),
    dismissToasts: sendToFlow('notifier', { type: 'notifier.dismissTopic', topic }),
    showCreatingToast: sendToFlow('notifier', toast('loading', 'Creating your account…', { topic })),
    showFailedToast: sendToFlow(
      'notifier',
      toast('error', messages.registration.failed, { topic, duration }),
    ),
    showSuccessfulToast: sendToFlow(
      'notifier',
      toast('success', messages.registration.successful, { topic, duration }),
    ),
    /** Without a session from the server, the visitor signs in. */
    startSession: sendToFlow('session', (_, { output: session }: { output: LiveSession | null }) =>
      session === null ? { type: 'session.userRequested' } : { type: 'session.tokensChanged', session },
    ),
    goHome: sendToFlow('navigation', { type: 'navigation.go', path: '/' }),
    /** The button shows the price to pay, so no second confirmation is needed. */
    confirmBooking: sendToFlow('checkout', { type: 'checkout.confirmed' }),
  },
});

interface AccountStep {
  /** Runs at SUBMIT. */
  readonly validate: (context: RegistrationContext) => RegistrationSummary;
  /** The summary of the server's errors. */
  readonly summaryOf: (error: unknown) => RegistrationSummary;
  readonly created: string;
  readonly proceed: 'goHome' | 'confirmBooking';
}

/** The states of the last step of the two-step registration, or of the only step within a booking. */
export const accountStep = ({ validate, summaryOf, created, proceed }: AccountStep) => {
  const found = ({ context }: { context: RegistrationContext }) => validate(context);
  return {
    filling: registrationSetup.createStateConfig({
      on: {
        'registration.passwordsTyped': {
          actions: { type: 'setPasswords', params: ({ event }) => event },
        },
        'registration.submitted': [
          { guard: { type: 'isValid', params: found }, target: 'submitting' },
          { actions: [{ type: 'showErrors', params: found }, 'emitRejected'] },
        ],
      },
    }),
    submitting: registrationSetup.createStateConfig({
      description: 'The server creates the account. A second press is ignored.',
      tags: ['busy'],
      entry: ['clearErrors', 'showCreatingToast'],
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context: { fields, phone }, event }) => {
          assertEvent(event, 'registration.submitted');
          return { person: { fields, phone }, password: event.password };
        },
        onDone: [
          {
            guard: 'canProceed',
            target: created,
            actions: ['showSuccessfulToast', { type: 'startSession', params: ({ event }) => event }, proceed],
          },
          {
            target: created,
            actions: ['showSuccessfulToast', { type: 'startSession', params: ({ event }) => event }],
          },
        ],
        onError: {
          target: 'filling',
          actions: [
            { type: 'showErrors', params: ({ event }) => summaryOf(event.error) },
            'showFailedToast',
            'emitRejected',
          ],
        },
      },
    }),
  };
};

export interface RegistrationEffects {
  readonly registration: {
    /**
     * The international form of a number that is valid for its country (two letters, ISO 3166); null for any
     * other (spec 5).
     */
    checkPhone(phone: string, country: string): Promise<string | null>;
    /** Resolves only on status 201 (spec 4). Null: the server sent no session. */
    register(registration: Registration, password: string): Promise<LiveSession | null>;
  };
}
