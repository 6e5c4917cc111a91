import { assertEvent, fromPromise } from 'xstate';
import { defineFlow } from '../../engine/flow.ts';
import { sendToFlow } from '../../engine/system.ts';
import { type PersistedRegistration, registrationOf } from './form.ts';
import { newRegistration, type RegistrationEffects, registrationSetup } from './setup.ts';

/**
 * Spec 2, 4 and 5. Passwords are redacted and never stored (ruling 13). The page's address follows the step, and an address that the
 * visitor opens is shown when its step can be.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  description:
    'The two steps of registration: the person, then the organisation and a password. Within a booking one step asks for all that is required.',
  context: ({ input }) => newRegistration(input),
  initial: 'personal',
  on: {
    'registration.shown': { actions: 'recordShown' },
    'registration.left': { actions: 'leaveForm' },
  },
  states: {
    personal: {
      description: 'The first of two steps: name, address, phone number',
      always: { guard: 'hasOneStep', target: 'account' },
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
            actions: [{ type: 'change', params: ({ event }) => event }, 'resetPhoneCheck', 'persist'],
          },
          { actions: [{ type: 'change', params: ({ event }) => event }, 'persist'] },
        ],
        'registration.nextPressed': [
          { guard: 'isPersonalValid', target: 'account', actions: ['clearErrors', 'dismissToasts'] },
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
            onError: { target: 'filling', actions: 'showPersonalErrors' },
          },
          on: { 'registration.nextPressed': {} },
        },
      },
    },

    account: {
      description: 'The last step: organisation and password, or all fields when it is the only step',
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
              guard: { type: 'isAboutStep', params: ({ event }) => event },
              actions: [{ type: 'change', params: ({ event }) => event }, 'persist'],
            },
            'registration.passwordsTyped': {
              actions: { type: 'setPasswords', params: ({ event }) => event },
            },
            'registration.invoiceWanted': {
              actions: { type: 'setInvoiceWanted', params: ({ event }) => event },
            },
            'registration.backPressed': '#registration.personal',
            'registration.submitted': [
              { guard: 'isEntryValid', target: 'submitting' },
              { actions: ['showEntryErrors', 'emitRejected'] },
            ],
          },
        },
        submitting: {
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
            onError: [
              {
                description: 'The only step has no check of the phone number before SUBMIT',
                guard: { type: 'isPhoneInvalid', params: ({ event }) => event },
                target: 'filling',
                actions: ['showPhoneError', 'dismissToasts', 'emitRejected'],
              },
              {
                description: 'All rejected fields are in the first step, which is shown again',
                guard: { type: 'isOnlyPersonalRejected', params: ({ event }) => event },
                target: '#registration.personal',
                actions: [
                  { type: 'showServerErrors', params: ({ event }) => event },
                  'showFailedToast',
                  'emitRejected',
                ],
              },
              {
                target: 'filling',
                actions: [
                  { type: 'showServerErrors', params: ({ event }) => event },
                  'showFailedToast',
                  'emitRejected',
                ],
              },
            ],
          },
        },
      },
    },

    registered: {
      description: 'The account is created. Within a booking, the form is empty when it is shown again.',
      entry: ['clearForm', 'clearPersisted', 'emitCreated'],
      on: {
        'registration.restarted': 'personal',
        'registration.shown': { guard: 'hasOneStep', target: 'personal', actions: 'recordShown' },
      },
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
          register: fromPromise(({ input: { person, password } }) =>
            registration.register(registrationOf(person), password.reveal()),
          ),
        },
        actions: {
          proceed: sendToFlow('navigation', { type: 'navigation.go', path: '/' }),
          persist: ({ context: { fields, phone } }) =>
            storage.saveRegistration({ fields, number: phone.kind === 'valid' ? phone.number : null }),
          clearPersisted: () => storage.saveRegistration(null),
        },
      }),
    input: ({ persisted }) => ({ hasOneStep: false, persisted: persisted.registration ?? null }),
  }),
] as const;
