import { assign, emit, fromPromise, sendTo, setup } from 'xstate';
import { messages, toastDurations } from '../domain/messages.ts';
import type { Sealed } from '../domain/sealed.ts';
import { isFilled } from '../domain/validation.ts';
import { failureOf } from './failure.ts';
import {
  emptyRegistration,
  isOnlyAboutPersonal,
  isOrganisationField,
  isPersonalRight,
  noPasswords,
  type Passwords,
  passwordSummary,
  personalSummary,
  phoneUncheckable,
  refusalSummary,
  type PhoneVerdict,
  type Registration,
  type RegistrationFields,
  type RegistrationProblems,
  type RegistrationSummary,
  type RememberedRegistration,
} from './registrationForm.ts';
import { to, toast } from './system.ts';

/** 1: personal details, 2: organisation details (spec 2). */
export type RegistrationStep = 1 | 2;

export type RegistrationEvent =
  /** The page is shown at the address of a step: on arrival and after the browser's Back or Forward. */
  | { type: 'registration.shown'; step: RegistrationStep }
  | { type: 'registration.left' }
  | { type: 'registration.changed'; field: keyof RegistrationFields; value: string }
  | { type: 'registration.passwordsTyped'; passwords: Passwords }
  | { type: 'registration.nextPressed' }
  | { type: 'registration.backPressed' }
  | { type: 'registration.submitted'; password: Sealed<string> }
  | { type: 'registration.startedAnew' };

export interface RegistrationContext {
  fields: RegistrationFields;
  phone: PhoneVerdict;
  passwords: Passwords;
  /** What is wrong now, by field: a changed field is given the benefit of the doubt. */
  problems: RegistrationProblems;
  summary: RegistrationSummary | null;
  isShown: boolean;
}

/** All toasts of a registration share one topic: what happens next replaces what was said last. */
const TOPIC = 'registration';
const say = (tone: 'loading' | 'success' | 'error', text: string, duration?: number) =>
  toast(tone, text, { topic: TOPIC, ...(duration === undefined ? {} : { duration }) });

/** What is wrong, above the form and beside its fields. */
const told = (summary: RegistrationSummary | null): Pick<RegistrationContext, 'summary' | 'problems'> => ({
  summary,
  problems: summary?.problems ?? {},
});

/** Types, effects, questions and orders of the registration; its states are in registration.ts. */
export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as { type: 'stepped'; step: RegistrationStep },
    input: {} as { remembered: RememberedRegistration | null },
    tags: {} as 'busy',
  },
  actors: {
    /** The international form of a number that is valid for its country, else null. */
    checkPhone: fromPromise<string | null, { phone: string; country: string }>(() =>
      Promise.reject(new Error('checkPhone is not provided')),
    ),
    register: fromPromise<void, { registration: Registration; password: Sealed<string> }>(() =>
      Promise.reject(new Error('register is not provided')),
    ),
  },
  guards: {
    isAboutPhone: ({ event }) =>
      event.type === 'registration.changed' && (event.field === 'phone' || event.field === 'country'),
    isAboutOrganisation: ({ event }) =>
      event.type === 'registration.changed' && isOrganisationField(event.field),
    isPersonalRight: ({ context }) => isPersonalRight(context),
    isPhoneUnknown: ({ context }) => context.phone.kind === 'unknown' && isFilled(context.fields.phone),
    isOnlyPhoneUnknown: ({ context }) =>
      context.phone.kind === 'unknown' && personalSummary(context.fields, context.phone) === null,
    isOrganisationDue: ({ context, event }) =>
      event.type === 'registration.shown' && event.step === 2 && isPersonalRight(context),
    isShown: ({ context }) => context.isShown,
    isPersonalDue: ({ event }) => event.type === 'registration.shown' && event.step === 1,
    isOnlyPersonalRefused: ({ event }) =>
      'error' in event && isOnlyAboutPersonal(refusalSummary(failureOf(event.error))),
    arePasswordsRight: ({ context }) => passwordSummary(context.passwords) === null,
  },
  actions: {
    noteShown: assign({ isShown: true }),
    noteLeft: assign({ isShown: false, passwords: noPasswords, problems: {}, summary: null }),
    change: assign(({ context, event }) => {
      if (event.type !== 'registration.changed') return {};
      const { [event.field === 'country' ? 'phone' : event.field]: _mended, ...problems } = context.problems;
      return { fields: { ...context.fields, [event.field]: event.value }, problems };
    }),
    doubtPhone: assign({ phone: { kind: 'unknown' } }),
    takePasswords: assign(({ context, event }) => {
      if (event.type !== 'registration.passwordsTyped') return {};
      const { password: _password, confirmPass: _confirmPass, ...problems } = context.problems;
      return { passwords: event.passwords, problems };
    }),
    forgetSummary: assign({ summary: null, problems: {} }),
    forgetForm: assign({
      fields: emptyRegistration,
      phone: { kind: 'unknown' },
      passwords: noPasswords,
      problems: {},
      summary: null,
    }),
    takeRefusal: assign(({ event }) =>
      'error' in event ? told(refusalSummary(failureOf(event.error))) : {},
    ),
    tellPersonal: assign(({ context }) => told(personalSummary(context.fields, context.phone))),
    tellPasswords: assign(({ context }) => told(passwordSummary(context.passwords))),
    tellPhoneUncheckable: assign(told(phoneUncheckable)),
    sayProblem: sendTo(to('notifier'), ({ context }) => say('error', context.summary?.title ?? '')),
    moveOn: emit({ type: 'stepped', step: 2 }),
    moveBack: emit({ type: 'stepped', step: 1 }),
    withdrawToast: sendTo(to('notifier'), { type: 'notifier.withdraw', topic: TOPIC }),
    sayRegistering: sendTo(to('notifier'), say('loading', 'Creating your account…')),
    sayFailed: sendTo(
      to('notifier'),
      say('error', messages.registration.failed, toastDurations.registration),
    ),
    saySuccessful: sendTo(
      to('notifier'),
      say('success', messages.registration.successful, toastDurations.registration),
    ),
    goHome: sendTo(to('navigation'), { type: 'navigation.go', path: '/' }),
    remember: () => {
      // Keeps the form over a reload; provided by the composition root.
    },
    forgetRemembered: () => {
      // As above.
    },
  },
});
