import { assign, fromPromise, raise } from 'xstate';
import { isFilled } from '../../../domain/text/validation.ts';
import { defineFlow } from '../../engine/flow.ts';
import { isValid } from '../../engine/form/formErrors.ts';
import {
  accountStep,
  type ChangedField,
  newRegistration,
  type RegistrationContext,
  type RegistrationEffects,
  registrationSetup,
} from './accountStep.ts';
import {
  isOnlyAboutPersonal,
  isOrganisationField,
  isPersonalValid,
  passwordSummary,
  type PersistedRegistration,
  personalSummary,
  phoneCheckOf,
  phoneUncheckable,
  registrationOf,
  type RegistrationStep,
  type RegistrationSummary,
  serverErrorSummary,
} from './form.ts';

const { filling, submitting } = accountStep({
  validate: ({ passwords }) => passwordSummary(passwords),
  summaryOf: serverErrorSummary,
  created: '#registration.registered',
  proceed: 'goHome',
});

interface AddressStep {
  readonly step?: RegistrationStep;
}

function foundInPerson({ context }: { context: RegistrationContext }): RegistrationSummary {
  const summary = personalSummary(context);
  return isValid(null, summary) ? phoneUncheckable : summary;
}

/**
 * Spec 2, 4 and 5. Passwords are redacted and never stored (ruling 13). The page's address follows the step, and an address that the
 * visitor opens is shown when its step can be.
 */
export const registrationMachine = registrationSetup
  .extend({
    guards: {
      isAboutPhone: (_, { field }: ChangedField) => field === 'phone' || field === 'country',
      isAboutOrganisation: (_, { field }: ChangedField) => isOrganisationField(field),
      isPersonalValid: ({ context }) => isPersonalValid(context),
      isPhoneUnknown: ({ context }) => context.phone.kind === 'unknown' && isFilled(context.fields.phone),
      isOrganisationDue: ({ context }, { step }: AddressStep) => step === 2 && isPersonalValid(context),
      isPersonalDue: (_, { step }: AddressStep) => step === 1,
      isOnlyPersonalRejected: (_, { error }: { error: unknown }) =>
        isOnlyAboutPersonal(serverErrorSummary(error)),
    },
    actions: {
      resetPhoneCheck: assign({ phone: { kind: 'unknown' } }),
      setPhoneCheck: assign((_, { output }: { output: string | null }) => ({ phone: phoneCheckOf(output) })),
      pressNext: raise({ type: 'registration.nextPressed' }),
      persist: () => {
        // Saves the form; provided by the composition root.
      },
      clearPersisted: () => {
        // Deletes the saved form; provided by the composition root.
      },
    },
  })
  .createMachine({
    id: 'registration',
    description: 'The two steps of registration: the person, then the organisation and a password',
    context: ({ input }) => newRegistration(input.persisted),
    initial: 'personal',
    on: {
      'registration.shown': { actions: 'recordShown' },
      'registration.left': { actions: 'leaveForm' },
    },
    states: {
      personal: {
        description: 'The first step: name, address, phone number',
        initial: 'filling',
        on: {
          'registration.shown': {
            guard: { type: 'isOrganisationDue', params: ({ event }) => event },
            target: 'organisation',
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
            { guard: 'isPersonalValid', target: 'organisation', actions: ['clearErrors', 'dismissToasts'] },
            { guard: 'isPhoneUnknown', target: '.validating' },
            { actions: { type: 'showErrors', params: foundInPerson } },
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
              onError: { target: 'filling', actions: { type: 'showErrors', params: foundInPerson } },
            },
            on: { 'registration.nextPressed': {} },
          },
        },
      },

      organisation: {
        description: 'The second step: organisation and password',
        initial: 'filling',
        states: {
          filling: {
            on: {
              'registration.passwordsTyped': filling.on['registration.passwordsTyped'],
              'registration.submitted': filling.on['registration.submitted'],
              'registration.shown': {
                guard: { type: 'isPersonalDue', params: ({ event }) => event },
                target: '#registration.personal',
                actions: 'recordShown',
              },
              'registration.changed': {
                description: 'A browser may fill in the hidden first step, which is ignored',
                guard: { type: 'isAboutOrganisation', params: ({ event }) => event },
                actions: [{ type: 'change', params: ({ event }) => event }, 'persist'],
              },
              'registration.backPressed': '#registration.personal',
            },
          },
          submitting: {
            ...submitting,
            invoke: {
              ...submitting.invoke,
              onError: [
                {
                  description: 'All rejected fields are in the first step, which is shown again',
                  guard: { type: 'isOnlyPersonalRejected', params: ({ event }) => event },
                  target: '#registration.personal',
                  actions: submitting.invoke.onError.actions,
                },
                submitting.invoke.onError,
              ],
            },
          },
        },
      },

      registered: {
        description: 'The account is created, and its user is signed in',
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
          register: fromPromise(({ input: { person, password } }) =>
            registration.register(registrationOf(person), password.reveal()),
          ),
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
