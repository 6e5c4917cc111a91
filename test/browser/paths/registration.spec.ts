import type { AnyEventObject } from 'xstate';
import { messages } from '../../../domain/text/messages.ts';
import type { PersistedRegistration } from '../../../machines/account/registration/form.ts';
import { registration } from '../../paths/models/registration.ts';
import { newestToast } from '../visitorActions.ts';
import { passThrough, CreatedResponse, failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';

/* The registration's paths: two steps at two addresses, and the rules of phone numbers, which are loaded late or fail to load. */

const PAGE = '/join-us';
const PASSWORD = 'a secret of many words';

/** Whether a number is valid is decided while it is typed; the path has the result before. */
const VALID = '98400 12399';
const INVALID = '98400 1';
const isPhone = (event: AnyEventObject | null): boolean =>
  event?.type === 'registration.changed' && event['field'] === 'phone';
function phoneNumberFor(later: StepInContext['later']): string {
  const nextChange = later.findIndex(({ event }) => isPhone(event));
  const phoneCheck = later
    .slice(0, nextChange < 0 ? later.length : nextChange)
    .find(({ event }) => /done\.actor\.(check|validate)Phone$/.test(event?.type ?? ''));
  return phoneCheck?.event?.['output'] === null ? INVALID : VALID;
}
const typedNumbers = new WeakMap<World, string>();
const hasPhoneRules = (events: readonly AnyEventObject[]): boolean =>
  events.some(({ type }) => /done\.actor\.(check|validate)Phone$/.test(type));

const labels: Readonly<Record<string, string>> = {
  firstName: 'First Name',
  email: 'Email Address',
  companyName: 'Company Name',
};

const field = ({ page }: World, name: string) => page.getByLabel(name, { exact: true });
const button = ({ page }: World, name: string) => page.getByRole('button', { name, exact: true });
const joinUs = ({ page }: World) => page.getByRole('banner').getByRole('link', { name: 'JOIN US' });

/** Leaves the page. The form is shown until the code of the home page is loaded. */
async function goHome({ page }: World): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('form', { name: 'Join us' })).toBeHidden();
}

/** By its address. */
const isSecondStep = (event: AnyEventObject | null | undefined, state: string | undefined): boolean =>
  event?.type === 'registration.shown' && event['step'] === 2 && state?.startsWith('account') === true;

async function expectStep(world: World, title: string, { state }: StepInContext): Promise<void> {
  const { page } = world;
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Join us' })).toHaveAttribute('data-state', state);
}

/** After `registration.left` the visitor is on another page. */
async function isOnOtherPage({ page }: World, { event }: StepInContext): Promise<boolean> {
  if (event?.type !== 'registration.left') return false;
  await expect(page).toHaveURL(/\/$/);
  return true;
}

/** Above the form. */
const expectSummary = ({ page }: World, title: string | RegExp) =>
  expect(page.getByRole('region', { name: title })).toBeVisible();

/** Names the wrong fields and has the errors that belong to no field. */
const CHECK_TITLE = /^(?:Check (?:this field|these fields)|\* Fields (?:are Required|cannot be empty))$/;

/** Missing fields have another error, which is shown first. */
async function phoneMessage(world: World, text: string): Promise<string> {
  const requiredValues = await Promise.all(
    ['First Name', 'Email Address'].map((name) => field(world, name).inputValue()),
  );
  return requiredValues.includes('') ? messages.registration.fieldsRequired : text;
}

testPaths({
  name: 'registration',
  flow: () => 'registration',
  model: registration,

  async start(world, path) {
    const { persisted } = path.input as { persisted: PersistedRegistration | null };
    await world.fillStorage({ tab: { registration: persisted } });
    const [first] = path.steps.slice(1);
    const isSecond = first?.event?.type === 'registration.shown' && first.event['step'] === 2;
    await world.page.goto(isSecond ? `${PAGE}?step=2` : PAGE);
  },

  // The address of the second step, kept from before, is an event as soon as the page is there.
  isTransientState: ({ event, next }) => event === null && isSecondStep(next?.event, next?.state),

  longPaths: {
    maxEvents: 15,
    historyKey: hasPhoneRules,
    canFollow: (earlier, event, _input, snapshot) => {
      const { type, step } = event;
      // Loaded rules answer at once.
      if (isPhone(event) && hasPhoneRules(earlier)) return false;
      const { isShown } = snapshot.context as { isShown: boolean };
      // A page that was left takes no input.
      const isPageLeft =
        earlier.length > 0 &&
        !isShown &&
        earlier.some((earlierEvent) => earlierEvent.type === 'registration.left');
      if (type === 'registration.left') return !isPageLeft;
      if (isPageLeft && type.startsWith('registration.') && type !== 'registration.shown') return false;
      if (type !== 'registration.shown') return true;
      // The second step has no link: its address is typed, or shown once more within its page.
      return step === 1 || earlier.length === 0 || snapshot.matches('account');
    },
  },

  events: {
    'registration.shown': async (world, event, { from, state }) => {
      const { step: shown } = event;
      if (isSecondStep(event, state) && from?.startsWith('personal')) return;
      if (shown === 1) return joinUs(world).click();
      // Shows the second step again without leaving its page.
      const skip = world.page.getByRole('link', { name: 'Skip to content' });
      await skip.focus();
      await skip.press('Enter');
    },
    'registration.left': goHome,
    'registration.changed': async (world, event, { later }) => {
      const name = event['field'] as string;
      if (name === 'phone') {
        const number = phoneNumberFor(later);
        const input = field(world, 'Phone Number');
        // The same number again is no change.
        if ((await input.inputValue()) === number) await input.fill('');
        typedNumbers.set(world, number);
        return input.fill(number);
      }
      const input = world.page.getByRole('textbox', {
        name: labels[name] ?? `the field ${name}`,
        exact: true,
      });
      return input.fill(event['value'] as string);
    },
    'registration.nextPressed': (world) => button(world, 'NEXT').click(),
    'registration.backPressed': (world) => button(world, 'BACK').click(),
    'registration.passwordsTyped': async (world) => {
      await field(world, 'Password').fill(PASSWORD);
      await field(world, 'Confirm Password').fill(PASSWORD);
    },
    'registration.submitted': (world) => button(world, 'SUBMIT').click(),
    'registration.restarted': async (world) => {
      await joinUs(world).click();
      await button(world, 'Register someone else').click();
    },

    'xstate.done.actor.checkPhone': (world) => world.gates.phoneRules.open(passThrough),
    'xstate.error.actor.checkPhone': (world, event) => world.gates.phoneRules.open(failureIn(event)),
    'xstate.done.actor.validatePhone': (world) => world.gates.phoneRules.open(passThrough),
    'xstate.error.actor.validatePhone': (world, event) => world.gates.phoneRules.open(failureIn(event)),
    'registration.sent': async (world, _event, { earlier }) => {
      // The model has no event for leaving the page before the response.
      const before = earlier.at(-1)?.context as { isShown: boolean } | undefined;
      if (before?.isShown === false) await goHome(world);
      await world.gates.register.open(new CreatedResponse({ data: {} }));
    },
    'registration.refused': (world, event) => world.gates.register.open(failureIn(event)),
  },

  states: {
    'personal.filling': async (world, step) => {
      const { event } = step;
      if (await isOnOtherPage(world, step)) return;
      await expectStep(world, messages.registration.personalDetails, step);
      await expect(button(world, 'NEXT')).toBeEnabled();
      if (event?.type === 'xstate.error.actor.validatePhone') {
        const title = await phoneMessage(world, 'We could not check the phone number');
        await expectSummary(world, title === messages.registration.fieldsRequired ? CHECK_TITLE : title);
      }
      if (event?.type === 'registration.refused') {
        await expect(field(world, 'Email Address')).toBeFocused();
        await expectSummary(world, messages.registration.failed);
      }
      if (event?.type === 'xstate.done.actor.validatePhone') {
        const title = await phoneMessage(world, messages.registration.invalidPhone);
        await expectSummary(world, CHECK_TITLE);
        await expect(world.page.getByText(title).first()).toBeVisible();
      }
    },
    'personal.checkingPhone': async (world, step) => {
      if (await isOnOtherPage(world, step)) return;
      await expectStep(world, messages.registration.personalDetails, step);
      await expect(field(world, 'Phone Number')).toHaveValue(typedNumbers.get(world) ?? '');
    },
    'personal.validating': async (world, step) => {
      if (await isOnOtherPage(world, step)) return;
      await expectStep(world, messages.registration.personalDetails, step);
      await expect(world.page.getByRole('form', { name: 'Join us' })).toHaveAttribute('aria-busy', 'true');
    },
    'account.filling': async (world, step) => {
      if (await isOnOtherPage(world, step)) return;
      await expectStep(world, messages.registration.organisationDetails, step);
      await expect(button(world, 'BACK')).toBeEnabled();
      await expect(button(world, 'SUBMIT')).toBeEnabled();
      if (step.event?.type === 'registration.submitted') await expectSummary(world, CHECK_TITLE);
      if (step.event?.type !== 'registration.refused') return;
      await expect(newestToast(world.page, messages.registration.failed)).toBeVisible();
      await expectSummary(world, messages.registration.failed);
      await expect(field(world, 'Password')).toHaveValue(PASSWORD);
    },
    'account.submitting': async (world, step) => {
      if (await isOnOtherPage(world, step)) return;
      await expectStep(world, messages.registration.organisationDetails, step);
      await expect(button(world, 'SUBMIT')).toBeDisabled();
      await expect(newestToast(world.page, 'Creating your account…')).toBeVisible();
    },
    registered: async (world, step) => {
      const { page } = world;
      const { event } = step;
      if (await isOnOtherPage(world, step)) return;
      if (event?.type === 'registration.shown') {
        await expect(
          page.getByRole('heading', { level: 1, name: 'Thank you for registering' }),
        ).toBeVisible();
        return;
      }
      await expect(newestToast(world.page, messages.registration.successful)).toBeVisible();
      await expect(page).toHaveURL((url) => url.pathname === '/');
    },
  },
});
