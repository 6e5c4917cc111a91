import { fromPromise, spawnChild } from 'xstate';
import { defineFlow } from '../../engine/flow.ts';
import type { RegistrationEffects } from './creation.ts';
import { noRegistration, type PersistedRegistration } from './form.ts';
import { newRegistration, registrationForm, registrationSetup } from './setup.ts';

/**
 * Spec 2, 4 and 5. Passwords are redacted and never stored (ruling 13). The page's address follows the step, and an address that the
 * visitor opens is shown when its step can be.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  description:
    'The two steps of registration: the person, then the organisation and a password. One form has the errors of both and sends them.',
  context: ({ input }) => newRegistration(input),
  entry: spawnChild('form', { id: 'form', input: { isOpen: true } }),
  initial: 'personal',
  on: {
    'registration.shown': { actions: 'recordShown' },
    'registration.left': { actions: ['leaveForm', 'clearErrors'] },
  },
  states: {
    personal: {
      description: 'The first of two steps: name, address, phone number',
      initial: 'filling',
      on: {
        'registration.shown': {
          guard: { type: 'isAccountDue', params: ({ event }) => event },
          target: 'account',
          actions: 'recordShown',
        },
        'registration.changed': [
          {
            guard: { type: 'isAboutPhone', params: ({ event }) => event },
            target: '.checkingPhone',
            actions: [
              { type: 'change', params: ({ event }) => event },
              { type: 'clearError', params: ({ event }) => event },
              'resetPhoneCheck',
              'persist',
            ],
          },
          {
            actions: [
              { type: 'change', params: ({ event }) => event },
              { type: 'clearError', params: ({ event }) => event },
              'persist',
            ],
          },
        ],
        'registration.nextPressed': [
          {
            guard: 'isPersonalValid',
            target: 'account',
            actions: ['clearSummary', 'clearErrors', 'dismissToasts'],
          },
          { guard: 'isPhoneUnknown', target: '.validating' },
          { actions: ['summarisePersonal', 'showErrors'] },
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
              actions: [{ type: 'setPhoneCheck', params: ({ event }) => event }, 'persist'],
            },
            onError: 'filling',
          },
        },
        validating: {
          description: 'NEXT was pressed before the phone number was checked. A second press is ignored.',
          tags: ['busy'],
          invoke: {
            id: 'validatePhone',
            src: 'checkPhone',
            input: ({ context }) => context.fields,
            onDone: {
              target: 'filling',
              actions: [{ type: 'setPhoneCheck', params: ({ event }) => event }, 'persist', 'pressNext'],
            },
            onError: { target: 'filling', actions: ['summarisePersonal', 'showErrors'] },
          },
          on: { 'registration.nextPressed': {} },
        },
      },
    },

    account: {
      description: 'The second step: organisation and password',
      initial: 'filling',
      states: {
        filling: {
          on: {
            'registration.shown': {
              guard: { type: 'isPersonalDue', params: ({ event }) => event },
              target: '#registration.personal',
              actions: 'recordShown',
            },
            'registration.changed': {
              description: 'A browser may fill in the hidden first step, which is ignored',
              guard: { type: 'isAboutOrganisation', params: ({ event }) => event },
              actions: [
                { type: 'change', params: ({ event }) => event },
                { type: 'clearError', params: ({ event }) => event },
                'persist',
              ],
            },
            'registration.passwordsTyped': {
              actions: [
                { type: 'setPasswords', params: ({ event }) => event },
                'clearPasswordError',
                'clearConfirmationError',
              ],
            },
            'registration.backPressed': '#registration.personal',
            'registration.submitted': [
              {
                guard: 'arePasswordsValid',
                target: 'submitting',
                actions: ['clearSummary', { type: 'submit', params: ({ event }) => event }],
              },
              { actions: ['summarisePasswords', 'showErrors'] },
            ],
          },
        },
        submitting: {
          description: 'The form is sent: the server creates the account. A second press is ignored.',
          tags: ['busy'],
          entry: 'showCreatingToast',
          on: {
            'registration.sent': [
              {
                guard: 'isShown',
                target: '#registration.registered',
                actions: [
                  'showSuccessfulToast',
                  { type: 'startSession', params: ({ event }) => event },
                  'proceed',
                ],
              },
              {
                target: '#registration.registered',
                actions: ['showSuccessfulToast', { type: 'startSession', params: ({ event }) => event }],
              },
            ],
            'registration.refused': [
              {
                description: 'All rejected fields are in the first step, which is shown again',
                guard: { type: 'isOnlyPersonalRejected', params: ({ event }) => event },
                target: '#registration.personal',
                actions: [{ type: 'summariseRejection', params: ({ event }) => event }, 'showFailedToast'],
              },
              {
                target: 'filling',
                actions: [{ type: 'summariseRejection', params: ({ event }) => event }, 'showFailedToast'],
              },
            ],
          },
        },
      },
    },

    registered: {
      description: 'The account is created',
      entry: ['clearForm', 'clearPersisted'],
      on: { 'registration.restarted': 'personal' },
    },
  },
});

interface Needs extends RegistrationEffects {
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
          form: registrationForm.provide({
            actors: {
              send: fromPromise(async ({ input }) => {
                const { password = '', ...fields } = input.reveal();
                return { session: await registration.register({ ...noRegistration, ...fields }, password) };
              }),
            },
          }),
        },
        actions: {
          persist: ({ context: { fields, phone } }) =>
            storage.saveRegistration({ fields, number: phone.kind === 'valid' ? phone.number : null }),
          clearPersisted: () => storage.saveRegistration(null),
        },
      }),
    input: ({ persisted }) => ({ persisted: persisted.registration ?? null }),
  }),
] as const;
