import type { AnyEventObject } from 'xstate';
import { messages } from '../../../domain/text/messages.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { newRegistration } from '../../../machines/account/registration/setup.ts';
import { registration as model } from '../models/registration.ts';
import type { Step } from '../paths.ts';
import {
  causeOf,
  disabled,
  enabled,
  focused,
  heading,
  holds,
  meanwhile,
  press,
  text,
  type,
} from './phrases.ts';
import type { Act, PathWords, Sight, StepInContext } from './words.ts';

/* The registration: two steps at two addresses, and the rules of phone numbers, which are loaded late or fail to load. */

type RegistrationContext = ReturnType<typeof newRegistration>;

const FORM = 'Join us';
const PASSWORD = 'a secret of many words';
/** Whether a number is valid is decided while it is typed; the path has the result before. */
const VALID = '98400 12399';
const INVALID = '98400 1';

const contextOf = ({ context }: Pick<Step, 'context'>): RegistrationContext => context as RegistrationContext;
const isPhone = (event: AnyEventObject | null | undefined): boolean =>
  event?.type === 'registration.changed' && event['field'] === 'phone';
const isPhoneCheck = (event: AnyEventObject | null): boolean =>
  /done\.actor\.(check|validate)Phone$/.test(event?.type ?? '');
const hasPhoneRules = (events: readonly AnyEventObject[]): boolean => events.some(isPhoneCheck);

/** The number that was typed last, with the result that the path has for it. */
function typedNumber({ event, earlier, later, ...step }: StepInContext): string {
  const steps: readonly Pick<Step, 'event'>[] = [...earlier, { ...step, event }, ...later];
  const typedAt = steps.slice(0, earlier.length + 1).findLastIndex((each) => isPhone(each.event));
  if (typedAt < 0) return '';
  const others = steps.slice(typedAt + 1);
  const typedAgain = others.findIndex((each) => isPhone(each.event));
  const check = others
    .slice(0, typedAgain < 0 ? undefined : typedAgain)
    .find((each) => isPhoneCheck(each.event));
  return check?.event?.['output'] === null ? INVALID : VALID;
}

const labels: Readonly<Record<string, string>> = {
  firstName: 'First Name',
  email: 'Email Address',
  companyName: 'Company Name',
};

const joinUs: Act = {
  words: 'Press “JOIN US” at the top of the page.',
  run: ({ page }) => page.getByRole('banner').getByRole('link', { name: 'JOIN US' }).click(),
};
/** The form is shown until the code of the home page is loaded. */
const goHome: Act = {
  words: 'Press “Home” at the top of the page.',
  run: async (person) => {
    await person.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await person.doesNotSee(person.page.getByRole('form', { name: FORM }));
  },
};

/** By its address. */
const isSecondStep = (event: AnyEventObject | null | undefined, state: string | undefined): boolean =>
  event?.type === 'registration.shown' && event['step'] === 2 && state?.startsWith('account') === true;

const step = (
  title: string,
  { event, state }: StepInContext,
  ...sights: readonly Sight[]
): readonly Sight[] =>
  event?.type === 'registration.left'
    ? [{ words: 'You are on the home page.', check: (person) => person.seesPage('/') }]
    : [
        heading(title, 2),
        {
          words: '',
          check: ({ page }) => page.locator(`form[aria-label="${FORM}"][data-state="${state}"]`).waitFor(),
        },
        ...sights,
      ];

/** Above the form. */
const region = (title: string, names: string | RegExp = title): Sight => ({
  words: `Above the form it says “${title}”.`,
  check: (person) => person.sees(person.page.getByRole('region', { name: names })),
});
/** Names the wrong fields and has the errors that belong to no field. */
const checkFields = region(
  'Check these fields',
  /^(?:Check (?:this field|these fields)|\* Fields (?:are Required|cannot be empty))$/,
);
/** Missing fields have another error, which is shown first. */
const lacksFields = (of: StepInContext): boolean => {
  const { firstName, email } = contextOf(of).fields;
  return firstName === '' || email === '';
};

const rulesText = {
  done: 'The rules of phone numbers are loaded.',
  error: 'The rules of phone numbers cannot be loaded.',
};

export const registration: PathWords = {
  name: 'registration',
  model,
  about: ['Do not log in. Slow the network down to see the steps in which the page waits.'],
  start: ({ input, next }) => {
    const { persisted } = input as { persisted: object | null };
    const isSecond = next?.event?.type === 'registration.shown' && next.event['step'] === 2;
    return `Open ${isSecond ? 'the second step of ' : ''}“JOIN US”${persisted === null ? '' : ', load the page again after the first step was filled in'}.`;
  },
  // The address of the second step, kept from before, is an event as soon as the page is there.
  isTransientState: ({ event, next }) => event === null && isSecondStep(next?.event, next?.state),

  longPaths: {
    maxEvents: 15,
    historyKey: hasPhoneRules,
    canFollow: (earlier, event, _input, snapshot) => {
      // Loaded rules answer at once.
      if (isPhone(event) && hasPhoneRules(earlier)) return false;
      const { isShown } = snapshot.context as RegistrationContext;
      // A page that was left takes no input.
      const isPageLeft = !isShown && earlier.some((each) => each.type === 'registration.left');
      if (event.type === 'registration.left') return !isPageLeft;
      if (isPageLeft && event.type.startsWith('registration.') && event.type !== 'registration.shown')
        return false;
      if (event.type !== 'registration.shown') return true;
      // The second step has no link: its address is typed, or shown once more within its page.
      return event['step'] === 1 || earlier.length === 0 || snapshot.matches('account');
    },
  },

  events: {
    'registration.shown': ({ event, from, state }) => {
      if (isSecondStep(event, state) && from?.startsWith('personal')) return [meanwhile('')];
      if (event?.['step'] === 1) return [joinUs];
      return [
        {
          words: 'Press “Skip to content” by the keyboard.',
          run: ({ page }) => page.getByRole('link', { name: 'Skip to content' }).press('Enter'),
        },
      ];
    },
    'registration.left': () => [goHome],
    'registration.changed': (of) =>
      isPhone(of.event)
        ? [type(typedNumber(of), 'Phone Number')]
        : [type(String(of.event?.['value']), labels[String(of.event?.['field'])] ?? '')],
    'registration.nextPressed': () => [press('NEXT')],
    'registration.backPressed': () => [press('BACK')],
    'registration.passwordsTyped': () => [type(PASSWORD, 'Password'), type(PASSWORD, 'Confirm Password')],
    'registration.submitted': () => [press('SUBMIT')],
    'registration.restarted': () => [joinUs, press('Register someone else')],
    'xstate.done.actor.checkPhone': () => [meanwhile(rulesText.done)],
    'xstate.error.actor.checkPhone': () => [meanwhile(rulesText.error)],
    'xstate.done.actor.validatePhone': () => [meanwhile(rulesText.done)],
    'xstate.error.actor.validatePhone': () => [meanwhile(rulesText.error)],
    'registration.sent': ({ earlier }) => {
      // The model has no event for leaving the page before the response.
      const before = earlier.at(-1);
      const isLeft = before !== undefined && !contextOf(before).isShown;
      return [...(isLeft ? [goHome] : []), meanwhile('The server is asked to register: it does.')];
    },
    'registration.refused': ({ event }) => [
      meanwhile(`The server is asked to register: ${causeOf(event?.['error'] as Failure)}.`),
    ],
  },

  states: {
    'personal.filling': (of) => {
      const { event } = of;
      const isInvalid = event?.type === 'xstate.done.actor.validatePhone';
      return step(
        messages.registration.personalDetails,
        of,
        enabled('NEXT'),
        ...(event?.type === 'xstate.error.actor.validatePhone'
          ? [lacksFields(of) ? checkFields : region('We could not check the phone number')]
          : []),
        ...(event?.type === 'registration.refused'
          ? [focused('Email Address'), region(messages.registration.failed)]
          : []),
        ...(isInvalid
          ? [
              checkFields,
              text(
                lacksFields(of) ? messages.registration.fieldsRequired : messages.registration.invalidPhone,
              ),
            ]
          : []),
      );
    },
    'personal.checkingPhone': (of) =>
      step(messages.registration.personalDetails, of, holds('Phone Number', typedNumber(of))),
    'personal.validating': (of) =>
      step(messages.registration.personalDetails, of, {
        words: 'The form is busy.',
        check: ({ page }) => page.locator(`form[aria-label="${FORM}"][aria-busy="true"]`).waitFor(),
      }),
    'account.filling': (of) =>
      step(
        messages.registration.organisationDetails,
        of,
        enabled('BACK'),
        enabled('SUBMIT'),
        ...(of.event?.type === 'registration.submitted' ? [checkFields] : []),
        ...(of.event?.type === 'registration.refused'
          ? [region(messages.registration.failed), holds('Password', PASSWORD)]
          : []),
      ),
    'account.submitting': (of) => step(messages.registration.organisationDetails, of, disabled('SUBMIT')),
    registered: ({ event }) =>
      event?.type === 'registration.shown'
        ? [heading('Thank you for registering', 1)]
        : [{ words: 'You are on the home page.', check: (person) => person.seesPage('/') }],
  },
};
