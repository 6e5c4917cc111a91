import type { AnyEventObject } from 'xstate';
import { toastDurations } from '../../../domain/messages.ts';
import { emptyRegistration } from '../../../machines/registrationForm.ts';
import { notifier } from '../../paths/models/notifier.ts';
import { toast } from '../walk.ts';
import { bookNow, isAt } from './choosing.ts';
import { expect } from './probed.ts';
import { type StepAhead, walkPaths } from './walkPath.ts';
import type { World } from './world.ts';

/* The toasts' paths: those of the registration, which it replaces and dismisses, and that of a room. */

/** All of step 1 but the first name. */
const persisted = {
  fields: { ...emptyRegistration, email: 'asha@example.com', phone: '98400 12345' },
  number: '+919840012345',
};

const SECRET = 'a secret of many words';

interface ShownToast {
  readonly id: number;
  readonly topic: string;
  readonly text: string;
  readonly isTimed: boolean;
}

/** The toasts that are shown after these events, the oldest in front. */
function shownAfter(events: readonly AnyEventObject[]): readonly ShownToast[] {
  let shown: readonly ShownToast[] = [];
  let lastId = 0;
  for (const { type, id, topic, text, tone } of events) {
    if (type === 'notifier.show') {
      lastId += 1;
      const added = { id: lastId, topic: String(topic), text: String(text), isTimed: tone !== 'loading' };
      shown = [...shown.filter((one) => one.topic !== topic), added];
    } else shown = shown.filter((one) => (id === undefined ? one.topic !== topic : one.id !== id));
  }
  return shown;
}
const eventsOf = (steps: StepAhead['earlier']): AnyEventObject[] => steps.flatMap(({ event }) => event ?? []);

const hasLeftStepOne = (events: readonly AnyEventObject[]): boolean =>
  events.some(({ type }) => type === 'notifier.dismissTopic');
const isSubmitted = (events: readonly AnyEventObject[]): boolean =>
  events.some(({ tone }) => tone === 'loading');

/** A toast that is shown for longer than these steps may expire during the next. */
const MOST_STEPS = 3;
const mayExpire = (events: readonly AnyEventObject[]): boolean => {
  const before = shownAfter(events.slice(0, -MOST_STEPS)).filter(({ isTimed }) => isTimed);
  return (
    events.length > MOST_STEPS && shownAfter(events).some(({ id }) => before.some((one) => one.id === id))
  );
};

const isPossible: Readonly<
  Record<string, (earlier: readonly AnyEventObject[], event: AnyEventObject) => boolean>
> = {
  'notifier.show': (earlier, { topic, tone }) => {
    if (tone === 'loading') return hasLeftStepOne(earlier) && !isSubmitted(earlier);
    return topic === 'slots' || !hasLeftStepOne(earlier);
  },
  'notifier.dismissTopic': (earlier, { topic }) => topic === 'registration' && !hasLeftStepOne(earlier),
  'notifier.dismiss': (earlier, { id }) => shownAfter(earlier).some((shown) => shown.id === id),
  // Time lets all expire that do not wait for something.
  'notifier.expired': (earlier, { id }) => {
    const timed = shownAfter(earlier).filter(({ isTimed }) => isTimed);
    return timed.length === 1 && timed[0]?.id === id;
  },
};

async function toRegistration({ page }: World): Promise<void> {
  if (!isAt(page, '/join-us')) await page.getByRole('banner').getByRole('link', { name: 'JOIN US' }).click();
}

const next = ({ page }: World): Promise<void> =>
  page.getByRole('button', { name: 'NEXT', exact: true }).click();

walkPaths({
  name: 'notifier',
  flow: () => 'notifier',
  model: notifier,
  async start(world) {
    await world.keep({ tab: { registration: persisted } });
    await world.page.goto('/join-us');
  },
  tours: {
    longest: 15,
    mayFollow: (earlier, event) => !mayExpire(earlier) && isPossible[event.type]?.(earlier, event) !== false,
    memory: hasLeftStepOne,
  },
  mostMs: 1_000,

  events: {
    'notifier.show': async (world, { topic, tone }) => {
      const { page } = world;
      if (topic === 'slots') {
        if (!isAt(page, '/meeting-room'))
          await page.getByRole('contentinfo').getByRole('link', { name: 'Meeting Rooms' }).click();
        return bookNow(page);
      }
      await toRegistration(world);
      if (tone !== 'loading') return next(world);
      await page.getByLabel('Password', { exact: true }).fill(SECRET);
      await page.getByLabel('Confirm Password', { exact: true }).fill(SECRET);
      await page.getByRole('button', { name: 'SUBMIT', exact: true }).click();
    },
    'notifier.dismiss': ({ page }, { id }, { earlier }) => {
      const shown = shownAfter(eventsOf(earlier)).find((one) => one.id === id);
      return page.getByRole('button', { name: `Close notification: ${shown?.text}` }).click();
    },
    'notifier.expired': (world) => world.pass(toastDurations.standard),
    'notifier.dismissTopic': async (world) => {
      await toRegistration(world);
      await world.page.getByLabel('First Name', { exact: true }).fill('Asha');
      await next(world);
    },
  },

  states: {
    empty: ({ page }) => expect(page.getByRole('button', { name: /^Close notification/ })).toHaveCount(0),
    showing: async (world, { event, earlier }) => {
      const { page } = world;
      const shown = shownAfter([...eventsOf(earlier), ...(event ? [event] : [])]);
      await expect(page.getByRole('button', { name: /^Close notification/ })).toHaveCount(shown.length);
      for (const { text } of shown) await expect(toast(page, text)).toBeVisible();
    },
  },
});
