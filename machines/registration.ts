import { assertEvent, assign } from 'xstate';
import { emptyRegistration, noPasswords, registrationOf, verdictOf } from './registrationForm.ts';
import { registrationSetup } from './registrationSetup.ts';

/** The two steps of joining (spec 2, 4 and 5). Passwords pass through sealed, and are never kept (ruling 13). */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  context: ({ input: { remembered } }) => ({
    fields: remembered?.fields ?? emptyRegistration,
    phone: remembered?.number ? verdictOf(remembered.number) : { kind: 'unknown' },
    passwords: noPasswords,
    problems: {},
    summary: null,
    isShown: false,
  }),
  initial: 'personal',
  on: {
    'registration.shown': { actions: 'noteShown' },
    'registration.left': { actions: 'noteLeft' },
  },
  states: {
    personal: {
      initial: 'filling',
      on: {
        'registration.shown': [
          { guard: 'isOrganisationDue', target: 'organisation', actions: 'noteShown' },
          { actions: 'noteShown' },
        ],
        'registration.changed': [
          {
            guard: 'isAboutPhone',
            target: '.checkingPhone',
            actions: ['change', 'doubtPhone', 'remember'],
          },
          { actions: ['change', 'remember'] },
        ],
        'registration.nextPressed': [
          {
            guard: 'isPersonalRight',
            target: 'organisation',
            actions: ['forgetSummary', 'withdrawToast', 'moveOn'],
          },
          { guard: 'isPhoneUnknown', target: '.validating' },
          { actions: ['tellPersonal', 'sayProblem'] },
        ],
      },
      states: {
        filling: {},
        /** While the visitor goes on typing: the step's checkmark hangs on it. */
        checkingPhone: {
          invoke: {
            id: 'checkPhone',
            src: 'checkPhone',
            input: ({ context }) => context.fields,
            onDone: {
              target: 'filling',
              actions: [assign({ phone: ({ event }) => verdictOf(event.output) }), 'remember'],
            },
            onError: 'filling',
          },
        },
        /** NEXT was pressed before it was known whether the phone number is one. */
        validating: {
          tags: ['busy'],
          invoke: {
            id: 'validatePhone',
            src: 'checkPhone',
            input: ({ context }) => context.fields,
            onDone: {
              target: 'validated',
              actions: [assign({ phone: ({ event }) => verdictOf(event.output) }), 'remember'],
            },
            onError: [
              {
                guard: 'isOnlyPhoneUnknown',
                target: 'filling',
                actions: ['tellPhoneUncheckable', 'sayProblem'],
              },
              { target: 'filling', actions: ['tellPersonal', 'sayProblem'] },
            ],
          },
          on: { 'registration.nextPressed': {} },
        },
        validated: {
          always: [
            {
              guard: 'isPersonalRight',
              target: '#registration.organisation',
              actions: ['forgetSummary', 'withdrawToast', 'moveOn'],
            },
            { target: 'filling', actions: ['tellPersonal', 'sayProblem'] },
          ],
        },
      },
    },

    organisation: {
      initial: 'filling',
      states: {
        filling: {
          on: {
            'registration.shown': [
              { guard: 'isPersonalDue', target: '#registration.personal', actions: 'noteShown' },
              { actions: 'noteShown' },
            ],
            /** What a browser fills into the hidden first step by itself must not undo that it was found right. */
            'registration.changed': { guard: 'isAboutOrganisation', actions: ['change', 'remember'] },
            'registration.passwordsTyped': { actions: 'takePasswords' },
            'registration.backPressed': { target: '#registration.personal', actions: 'moveBack' },
            'registration.submitted': [
              { guard: 'arePasswordsRight', target: 'submitting' },
              { actions: ['tellPasswords', 'sayProblem'] },
            ],
          },
        },
        submitting: {
          tags: ['busy'],
          entry: ['forgetSummary', 'sayRegistering'],
          invoke: {
            id: 'register',
            src: 'register',
            input: ({ context, event }) => {
              assertEvent(event, 'registration.submitted');
              return { registration: registrationOf(context), password: event.password };
            },
            onDone: [
              { guard: 'isShown', target: '#registration.registered', actions: ['saySuccessful', 'goHome'] },
              /** Whoever has gone to another page meanwhile is left there. */
              { target: '#registration.registered', actions: 'saySuccessful' },
            ],
            onError: [
              {
                guard: 'isOnlyPersonalRefused',
                target: '#registration.personal',
                actions: ['takeRefusal', 'sayFailed', 'moveBack'],
              },
              { target: 'filling', actions: ['takeRefusal', 'sayFailed'] },
            ],
          },
        },
      },
    },

    registered: {
      entry: ['forgetForm', 'forgetRemembered'],
      on: { 'registration.startedAnew': { target: 'personal', actions: 'moveBack' } },
    },
  },
});
