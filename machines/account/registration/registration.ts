import { assertEvent, assign, fromPromise } from 'xstate';
import {
  emptyRegistration,
  noPasswords,
  registrationOf,
  phoneCheckOf,
  type PersistedRegistration,
  type Registration,
} from './form.ts';
import { registrationSetup } from './setup.ts';
import type { LiveSession } from '../session/events.ts';
import { defineFlow } from '../../engine/flow.ts';

/** Spec 2, 4 and 5. Passwords are redacted and never stored (ruling 13). */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  description: 'The two steps of registration: the person, then the organisation and a password',
  context: ({ input: { persisted } }) => ({
    fields: persisted?.fields ?? emptyRegistration,
    phone: persisted?.number ? phoneCheckOf(persisted.number) : { kind: 'unknown' },
    passwords: noPasswords,
    errors: {},
    summary: null,
    isShown: false,
    followsStepOne: false,
    focus: null,
  }),
  initial: 'personal',
  on: {
    'registration.shown': { actions: { type: 'recordShown', params: ({ event }) => event } },
    'registration.left': { actions: 'recordLeft' },
  },
  states: {
    personal: {
      description: 'The first step: name, address, phone number',
      initial: 'filling',
      on: {
        'registration.fieldChosen': {
          guard: { type: 'isPersonalChosen', params: ({ event }) => event },
          actions: { type: 'emitFocus', params: ({ event }) => event },
        },
        'registration.shown': [
          {
            guard: { type: 'isOrganisationDue', params: ({ event }) => event },
            target: 'organisation',
            actions: { type: 'recordShown', params: ({ event }) => event },
          },
          {
            actions: [
              { type: 'recordShown', params: ({ event }) => event },
              { type: 'correctAddress', params: ({ event }) => ({ from: event.step, to: 1 }) },
            ],
          },
        ],
        'registration.changed': [
          {
            guard: { type: 'isAboutPhone', params: ({ event }) => event },
            target: '.checkingPhone',
            actions: [{ type: 'change', params: ({ event }) => event }, 'resetPhoneCheck', 'persist'],
          },
          { actions: [{ type: 'change', params: ({ event }) => event }, 'persist'] },
        ],
        'registration.nextPressed': [
          {
            guard: 'isPersonalValid',
            target: 'organisation',
            actions: ['clearSummary', 'dismissToast', 'moveOn'],
          },
          { guard: 'isPhoneUnknown', target: '.validating' },
          { actions: 'showPersonalErrors' },
        ],
      },
      states: {
        filling: {},
        checkingPhone: {
          description:
            'The phone number is checked while the visitor types, because the step’s checkmark depends on it',
          invoke: {
            id: 'checkPhone',
            src: 'checkPhone',
            input: ({ context }) => context.fields,
            onDone: {
              target: 'filling',
              actions: [assign({ phone: ({ event }) => phoneCheckOf(event.output) }), 'persist'],
            },
            onError: 'filling',
          },
        },
        validating: {
          description: 'NEXT was pressed before the phone number was checked',
          tags: ['busy'],
          invoke: {
            id: 'validatePhone',
            src: 'checkPhone',
            input: ({ context }) => context.fields,
            onDone: {
              target: 'validated',
              actions: [assign({ phone: ({ event }) => phoneCheckOf(event.output) }), 'persist'],
            },
            onError: [
              {
                guard: 'isOnlyPhoneUnknown',
                target: 'filling',
                actions: 'showPhoneUncheckable',
              },
              { target: 'filling', actions: 'showPersonalErrors' },
            ],
          },
          on: { 'registration.nextPressed': {} },
        },
        validated: {
          always: [
            {
              guard: 'isPersonalValid',
              target: '#registration.organisation',
              actions: ['clearSummary', 'dismissToast', 'moveOn'],
            },
            { target: 'filling', actions: 'showPersonalErrors' },
          ],
        },
      },
    },

    organisation: {
      description: 'The second step: organisation and password',
      initial: 'filling',
      entry: { type: 'focusFirstError', params: { step: 2 } },
      on: {
        'registration.shown': {
          actions: [
            { type: 'recordShown', params: ({ event }) => event },
            { type: 'correctAddress', params: ({ event }) => ({ from: event.step, to: 2 }) },
          ],
        },
      },
      states: {
        filling: {
          on: {
            'registration.shown': {
              guard: { type: 'isPersonalDue', params: ({ event }) => event },
              target: '#registration.personal',
              actions: [
                { type: 'recordShown', params: ({ event }) => event },
                { type: 'focusFirstError', params: { step: 1 } },
              ],
            },
            'registration.changed': {
              description: 'A browser may fill in the hidden first step, which is ignored',
              guard: { type: 'isAboutOrganisation', params: ({ event }) => event },
              actions: [{ type: 'change', params: ({ event }) => event }, 'persist'],
            },
            'registration.passwordsTyped': {
              actions: { type: 'setPasswords', params: ({ event }) => event },
            },
            'registration.backPressed': {
              target: '#registration.personal',
              actions: ['moveBack', { type: 'focusFirstError', params: { step: 1 } }],
            },
            'registration.fieldChosen': [
              {
                guard: { type: 'isOrganisationChosen', params: ({ event }) => event },
                actions: { type: 'emitFocus', params: ({ event }) => event },
              },
              {
                target: '#registration.personal',
                actions: ['moveBack', { type: 'setFocus', params: ({ event }) => event }],
              },
            ],
            'registration.submitted': [
              { guard: 'arePasswordsValid', target: 'submitting' },
              { actions: 'showPasswordErrors' },
            ],
          },
        },
        submitting: {
          description: 'The server creates the account',
          tags: ['busy'],
          entry: ['clearSummary', 'showRegisteringToast'],
          invoke: {
            id: 'register',
            src: 'register',
            input: ({ context, event }) => {
              assertEvent(event, 'registration.submitted');
              return { registration: registrationOf(context), password: event.password };
            },
            onDone: [
              {
                guard: 'isShown',
                target: '#registration.registered',
                actions: [
                  'showSuccessfulToast',
                  'goHome',
                  { type: 'startSession', params: ({ event }) => ({ session: event.output }) },
                ],
              },
              {
                description: 'A visitor on another page stays there',
                target: '#registration.registered',
                actions: [
                  'showSuccessfulToast',
                  { type: 'startSession', params: ({ event }) => ({ session: event.output }) },
                ],
              },
            ],
            onError: [
              {
                description: 'All rejected fields are in the first step, which is shown again',
                guard: { type: 'isOnlyPersonalRejected', params: ({ event }) => event },
                target: '#registration.personal',
                actions: [
                  { type: 'setServerErrors', params: ({ event }) => event },
                  'showFailedToast',
                  'moveBack',
                  { type: 'focusFirstError', params: { step: 1 } },
                ],
              },
              {
                target: 'filling',
                actions: [{ type: 'setServerErrors', params: ({ event }) => event }, 'showFailedToast'],
              },
            ],
          },
        },
      },
    },

    registered: {
      description: 'The account is created, and its user is signed in',
      entry: ['clearForm', 'clearPersisted'],
      on: {
        'registration.restarted': {
          target: 'personal',
          actions: ['moveBack', { type: 'focusFirstError', params: { step: 1 } }],
        },
      },
    },
  },
});

interface Needs {
  readonly registration: {
    /** The international form of a number that is valid for its country (two letters, ISO 3166), else null (spec 5). */
    checkPhone(phone: string, country: string): Promise<string | null>;
    /** Resolves only on status 201 (spec 4), with the new user's session unless the server sent none. */
    register(registration: Registration, password: string): Promise<LiveSession | null>;
  };
  readonly storage: { saveRegistration(registration: PersistedRegistration | null): void };
}

export const registrationFlows = [
  defineFlow({
    id: 'registration',
    machine: registrationMachine,
    whenSessionEnds: 'cleared',
    needs: ['registration', 'storage'],
    provide: (machine, { registration, storage }: Needs) =>
      machine.provide({
        actors: {
          checkPhone: fromPromise(({ input }) => registration.checkPhone(input.phone, input.country)),
          register: fromPromise(({ input }) =>
            registration.register(input.registration, input.password.reveal()),
          ),
        },
        actions: {
          persist: ({ context: { fields, phone } }) =>
            storage.saveRegistration({ fields, number: phone.kind === 'valid' ? phone.number : null }),
          clearPersisted: () => storage.saveRegistration(null),
        },
      }),
    input: ({ persisted }) => ({ persisted: persisted.registration }),
  }),
] as const;
