import { assign, emit, fromPromise, raise, setup } from 'xstate';
import { messages, toastDurations } from '../../../domain/text/messages.ts';
import type { Redacted } from '../../../domain/text/redacted.ts';
import { isFilled } from '../../../domain/text/typedText.ts';
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
  type Registration,
  type RegistrationErrors,
  type RegistrationFields,
  type RegistrationStep,
  type RegistrationSummary,
  serverErrorSummary,
} from './form.ts';
import { InvalidPhone, invalidPhoneSummary, oneStepSummary, withNameError } from './oneStep.ts';

interface RegistrationInput {
  /** The form within a booking; the page has two steps. */
  readonly hasOneStep: boolean;
  readonly persisted: PersistedRegistration | null;
}

interface RegistrationContext extends Person {
  readonly hasOneStep: boolean;
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

export const newRegistration = ({ hasOneStep, persisted }: RegistrationInput): RegistrationContext => ({
  hasOneStep,
  ...emptyForm,
  ...(persisted && { fields: persisted.fields }),
  ...(persisted?.number && { phone: phoneCheckOf(persisted.number) }),
  isShown: false,
  wantsInvoice: false,
});

/** A toast replaces the one before with the same topic. */
const topic = 'registration';
const duration = toastDurations.registration;

interface ChangedField {
  readonly field: keyof RegistrationFields;
  readonly value: string;
}

interface AddressStep {
  readonly step?: RegistrationStep;
}

interface Rejection {
  readonly error: unknown;
}

function foundAtNext(person: Person): RegistrationSummary {
  const summary = personalSummary(person);
  return isValid(null, summary) ? phoneUncheckable : summary;
}

const foundAtSubmit = ({ hasOneStep, passwords, ...person }: RegistrationContext): RegistrationSummary =>
  hasOneStep ? oneStepSummary(person, passwords) : passwordSummary(passwords);

function foundByServer({ hasOneStep }: RegistrationContext, error: unknown): RegistrationSummary {
  const summary = serverErrorSummary(error);
  return hasOneStep ? withNameError(summary) : summary;
}

const withErrors = (summary: RegistrationSummary) => ({ summary, errors: summary.errors });

export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as EntryRejected | AccountCreated,
    input: {} as RegistrationInput,
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
    hasOneStep: ({ context }) => context.hasOneStep,
    canProceed: ({ context }) => context.isShown && !context.wantsInvoice,
    isAboutPhone: (_, { field }: ChangedField) => field === 'phone' || field === 'country',
    isAboutStep: ({ context }, { field }: ChangedField) => context.hasOneStep || isOrganisationField(field),
    isPersonalValid: ({ context }) => isPersonalValid(context),
    isPhoneUnknown: ({ context }) => context.phone.kind === 'unknown' && isFilled(context.fields.phone),
    isAccountDue: ({ context }, { step }: AddressStep) => step === 2 && isPersonalValid(context),
    isEntryValid: ({ context }) => isValid(null, foundAtSubmit(context)),
    isPersonalDue: (_, { step }: AddressStep) => step === 1,
    isPhoneInvalid: (_, { error }: Rejection) => error instanceof InvalidPhone,
    isOnlyPersonalRejected: (_, { error }: Rejection) => isOnlyAboutPersonal(serverErrorSummary(error)),
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
    setInvoiceWanted: assign((_, { isWanted }: { isWanted: boolean }) => ({ wantsInvoice: isWanted })),
    resetPhoneCheck: assign({ phone: { kind: 'unknown' } }),
    setPhoneCheck: assign((_, { output }: { output: string | null }) => ({ phone: phoneCheckOf(output) })),
    pressNext: raise({ type: 'registration.nextPressed' }),
    showPersonalErrors: assign(({ context }) => withErrors(foundAtNext(context))),
    showEntryErrors: assign(({ context }) => withErrors(foundAtSubmit(context))),
    showServerErrors: assign(({ context }, { error }: Rejection) =>
      withErrors(foundByServer(context, error)),
    ),
    showPhoneError: assign(withErrors(invalidPhoneSummary)),
    emitRejected: emit(({ context: { errors } }) => ({
      type: 'entryRejected' as const,
      field: firstInvalidField(errors, fieldOrder),
    })),
    emitCreated: emit({ type: 'accountCreated' }),
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
    proceed: () => {
      // Leads on when the account is created; provided by each flow.
    },
    persist: () => {
      // Saves the form for a reload; provided for the page.
    },
    clearPersisted: () => {
      // Deletes the saved form; provided for the page.
    },
  },
});

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
