import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { isMailable, normalEmail } from '../../../domain/account/email.ts';
import { messages } from '../../../domain/text/messages.ts';
import type { Redacted } from '../../../domain/text/redacted.ts';
import { DEFAULT_PHONE_COUNTRY, isFilled } from '../../../domain/text/validation.ts';
import {
  creatingToast,
  registeredToast,
  registrationFailedToast,
  dismissRegistrationToasts,
  newSessionEvent,
} from './accountCreation.ts';
import type { LiveSession } from '../session/events.ts';
import { failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { emptyRegistration, type Registration, serverErrorSummary } from './form.ts';
import { sendToFlow } from '../../engine/system.ts';

/** The form's fields except its password, all text. `name` is the full name. */
export interface NewAccountFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export type NewAccountField = keyof NewAccountFields | 'password';
export type NewAccountErrors = Partial<Record<NewAccountField, string>>;

interface NewAccountContext {
  fields: NewAccountFields;
  errors: NewAccountErrors;
  /** The server's reason, when it is about no field. */
  reason: string | null;
  /** The email address has an account, or an account that was never confirmed; see RegistrationSummary. */
  emailStatus: 'taken' | 'unconfirmed' | null;
  isShown: boolean;
  /** The visitor adds a company for the invoice first: then the payment does not start by itself. */
  wantsInvoice: boolean;
}

export type NewAccountEvent =
  | { type: 'newAccount.shown' }
  /** The dialog was closed, or shows the sign-in form again. */
  | { type: 'newAccount.left' }
  | { type: 'newAccount.changed'; field: keyof NewAccountFields; value: string }
  | { type: 'newAccount.invoiceWanted'; isWanted: boolean }
  /** The password itself stays in the input (ruling 13). */
  | { type: 'newAccount.passwordTyped' }
  | { type: 'newAccount.submitted'; password: Redacted<string>; isPasswordFilled: boolean };

type CreationResult =
  | { readonly kind: 'registered'; readonly session: LiveSession | null }
  | { readonly kind: 'invalidPhone' };

const emptyFields: NewAccountFields = { name: '', email: '', phone: '' };

/** The errors of the form by field (spec 5). The phone number is checked when the account is created. */
function errorsOf({ name, email, phone }: NewAccountFields, isPasswordFilled: boolean): NewAccountErrors {
  const errors: NewAccountErrors = {};
  if (!isFilled(name)) errors.name = 'Enter your name';
  if (!isFilled(email)) errors.email = 'Enter your email address';
  else if (!isMailable(normalEmail(email))) errors.email = messages.registration.invalidEmail;
  if (!isFilled(phone)) errors.phone = 'Enter your phone number';
  if (!isPasswordFilled) errors.password = 'Enter a password';
  return errors;
}

/** The fields to send (spec 3): the first word of the name is the first name, the rest is the last name. */
export function registrationOf({ name, email }: NewAccountFields, phone: string): Registration {
  const [firstName = '', ...otherNames] = name.trim().split(/\s+/);
  const { country: _country, ...empty } = emptyRegistration;
  return { ...empty, firstName, lastName: otherNames.join(' '), email, phone };
}

/**
 * A new account within the booking: four fields, and the booking continues with the new user. The other fields of a
 * registration are only on the two-step page.
 */
export const newAccountMachine = setup({
  types: {
    context: {} as NewAccountContext,
    events: {} as NewAccountEvent,
    /** The form was rejected, with the first field that has an error; or the account was created. */
    emitted: {} as { type: 'newAccountRejected'; field: NewAccountField } | { type: 'newAccountCreated' },
    tags: {} as 'busy',
  },
  actors: {
    /** The phone number may lack the country code: India's is then used. */
    create: fromPromise<CreationResult, { fields: NewAccountFields; password: Redacted<string> }>(() =>
      Promise.reject(new Error('create is not provided')),
    ),
  },
  guards: {
    isComplete: ({ context }, { isPasswordFilled }: { isPasswordFilled: boolean }) =>
      Object.keys(errorsOf(context.fields, isPasswordFilled)).length === 0,
    isPhoneInvalid: (_, { kind }: CreationResult) => kind === 'invalidPhone',
    isPayingNext: ({ context }) => context.isShown && !context.wantsInvoice,
  },
  actions: {
    recordShown: assign({ isShown: true }),
    recordLeft: assign({ isShown: false, errors: {}, reason: null, emailStatus: null }),
    change: assign(({ context }, { field, value }: { field: keyof NewAccountFields; value: string }) => {
      const { [field]: _corrected, ...errors } = context.errors;
      return { fields: { ...context.fields, [field]: value }, errors };
    }),
    setInvoiceWanted: assign((_, { isWanted }: { isWanted: boolean }) => ({ wantsInvoice: isWanted })),
    correctPassword: assign(({ context: { errors } }) => {
      const { password: _corrected, ...otherErrors } = errors;
      return { errors: otherErrors };
    }),
    showErrors: assign(({ context }, { isPasswordFilled }: { isPasswordFilled: boolean }) => ({
      errors: errorsOf(context.fields, isPasswordFilled),
      reason: null,
      emailStatus: null,
    })),
    showInvalidPhone: assign({ errors: { phone: messages.registration.invalidPhone } }),
    setServerErrors: assign((_, { error }: { error: unknown }) => {
      const { errors, reason, emailStatus } = serverErrorSummary(failureOf(error));
      const { firstName, lastName, email: emailError, phone, password } = errors;
      const name = firstName ?? lastName;
      return {
        reason,
        emailStatus: emailStatus ?? null,
        errors: {
          ...(name && { name }),
          ...(emailError && { email: emailError }),
          ...(phone && { phone }),
          ...(password && { password }),
        },
      };
    }),
    emitRejected: emit(({ context: { errors } }) => ({
      type: 'newAccountRejected' as const,
      field: (Object.keys(errors)[0] ?? 'name') as NewAccountField,
    })),
    emitCreated: emit({ type: 'newAccountCreated' }),
    clearErrors: assign({ errors: {}, reason: null, emailStatus: null }),
    clearForm: assign({ fields: emptyFields }),
    showCreatingToast: sendToFlow('notifier', creatingToast),
    showFailedToast: sendToFlow('notifier', registrationFailedToast),
    showSuccessfulToast: sendToFlow('notifier', registeredToast),
    dismissToast: sendToFlow('notifier', dismissRegistrationToasts),
    startSession: sendToFlow('session', (_, result: CreationResult) =>
      newSessionEvent(result.kind === 'registered' ? result.session : null),
    ),
    /** The button shows the price to pay, so no second confirmation is needed. */
    confirmBooking: sendToFlow('checkout', { type: 'checkout.confirmed' }),
  },
}).createMachine({
  id: 'newAccount',
  context: {
    fields: emptyFields,
    errors: {},
    reason: null,
    emailStatus: null,
    isShown: false,
    wantsInvoice: false,
  },
  initial: 'filling',
  on: {
    'newAccount.shown': { actions: 'recordShown' },
    'newAccount.left': { actions: 'recordLeft' },
  },
  states: {
    filling: {
      on: {
        'newAccount.changed': { actions: { type: 'change', params: ({ event }) => event } },
        'newAccount.invoiceWanted': { actions: { type: 'setInvoiceWanted', params: ({ event }) => event } },
        'newAccount.passwordTyped': { actions: 'correctPassword' },
        'newAccount.submitted': [
          { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'creating' },
          { actions: [{ type: 'showErrors', params: ({ event }) => event }, 'emitRejected'] },
        ],
      },
    },
    creating: {
      description:
        'A second press is ignored. If the visitor closes the dialog, the account is created but nothing is paid.',
      tags: ['busy'],
      entry: ['clearErrors', 'showCreatingToast'],
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context, event }) => {
          assertEvent(event, 'newAccount.submitted');
          return { fields: context.fields, password: event.password };
        },
        onDone: [
          {
            guard: { type: 'isPhoneInvalid', params: ({ event }) => event.output },
            target: 'filling',
            actions: ['showInvalidPhone', 'dismissToast', 'emitRejected'],
          },
          {
            description: 'A company for the invoice is added on the page, before CONFIRM pays',
            guard: 'isPayingNext',
            target: 'filling',
            actions: [
              'clearForm',
              'showSuccessfulToast',
              { type: 'startSession', params: ({ event }) => event.output },
              'emitCreated',
              'confirmBooking',
            ],
          },
          {
            target: 'filling',
            actions: [
              'clearForm',
              'showSuccessfulToast',
              { type: 'startSession', params: ({ event }) => event.output },
              'emitCreated',
            ],
          },
        ],
        onError: {
          target: 'filling',
          actions: [
            { type: 'setServerErrors', params: ({ event }) => event },
            'showFailedToast',
            'emitRejected',
          ],
        },
      },
    },
  },
});

interface Needs {
  readonly registration: {
    checkPhone(phone: string, country: string): Promise<string | null>;
    register(registration: Registration, password: string): Promise<LiveSession | null>;
  };
}

export const newAccountFlows = [
  defineFlow({
    id: 'newAccount',
    machine: newAccountMachine,
    whenSessionEnds: 'cleared',
    needs: ['registration'],
    provide: (machine, { registration }: Needs) =>
      machine.provide({
        actors: {
          create: fromPromise(async ({ input: { fields, password } }) => {
            const phone = await registration.checkPhone(fields.phone, DEFAULT_PHONE_COUNTRY);
            if (phone === null) return { kind: 'invalidPhone' };
            const session = await registration.register(registrationOf(fields, phone), password.reveal());
            return { kind: 'registered', session };
          }),
        },
      }),
  }),
] as const;
