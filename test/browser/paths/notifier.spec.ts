import type { Locator } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { toastDurations } from '../../../domain/text/messages.ts';
import { emptyRegistration } from '../../../machines/account/registration/form.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { notifier } from '../../paths/models/notifier.ts';
import { followFooterLink, toast } from '../visitorActions.ts';
import { bookNow, isAt } from './page/bookingActions.ts';
import { expect } from './page/probed.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';

/* The toasts' paths: those of the registration, which it replaces and dismisses, and that of a room. */

/** All of step 1. */
const persisted = {
  fields: { ...emptyRegistration, firstName: 'Asha', email: 'asha@example.com', phone: '98400 12345' },
  number: '+919840012345',
};

const PASSWORD = 'a secret of many words';

interface ShownToast {
  readonly id: number;
  readonly topic: string;
  readonly text: string;
  readonly isTimed: boolean;
}

/** The oldest in front. */
function toastsAfter(events: readonly AnyEventObject[]): readonly ShownToast[] {
  let shown: readonly ShownToast[] = [];
  let lastId = 0;
  for (const { type, id, topic, text, tone } of events) {
    if (type === 'notifier.show') {
      lastId += 1;
      const newToast = { id: lastId, topic: String(topic), text: String(text), isTimed: tone !== 'loading' };
      shown = [...shown.filter((existing) => existing.topic !== topic), newToast];
    } else
      shown = shown.filter((existing) => (id === undefined ? existing.topic !== topic : existing.id !== id));
  }
  return shown;
}
const eventsOf = (steps: StepInContext['earlier']): AnyEventObject[] =>
  steps.flatMap(({ event }) => event ?? []);

const isWaiting = (events: readonly AnyEventObject[]): boolean =>
  events.findLast(({ type, topic }) => type === 'notifier.show' && topic === 'registration')?.['tone'] ===
  'loading';

const isPossible: Readonly<
  Record<string, (earlier: readonly AnyEventObject[], event: AnyEventObject) => boolean>
> = {
  'notifier.show': (earlier, { tone }) => tone !== 'loading' || !isWaiting(earlier),
  'notifier.dismissTopic': (earlier, { topic }) => topic === 'registration' && !isWaiting(earlier),
  'notifier.dismiss': (earlier, { id }) => toastsAfter(earlier).some((shown) => shown.id === id),
  // Advancing the clock ends every toast but a loading one, so only one such toast may be shown.
  'notifier.expired': (earlier, { id }) => {
    const timedToasts = toastsAfter(earlier).filter(({ isTimed }) => isTimed);
    return timedToasts.length === 1 && timedToasts[0]?.id === id;
  },
};

const button = ({ page }: World, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Leaves the first step, whose number is checked before the second one is shown. */
async function goToSecondStep(world: World): Promise<void> {
  await button(world, 'NEXT').click();
  await expect(button(world, 'SUBMIT')).toBeVisible();
}

/** The link of the second step of the registration leads to the first. */
async function openSecondStep(world: World): Promise<void> {
  const { page } = world;
  if (isAt(page, '/join-us')) return;
  await page.getByRole('banner').getByRole('link', { name: 'JOIN US' }).click();
  await goToSecondStep(world);
}

async function submit(world: World): Promise<void> {
  const { page } = world;
  await openSecondStep(world);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await button(world, 'SUBMIT').click();
}

testPaths({
  name: 'notifier',
  flow: () => 'notifier',
  model: notifier,
  async start(world) {
    await world.fillStorage({ tab: { registration: persisted } });
    await world.page.goto('/join-us');
    await goToSecondStep(world);
  },
  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event) => isPossible[event.type]?.(earlier, event) !== false,
    historyKey: isWaiting,
  },

  events: {
    'notifier.show': async (world, { topic, tone }, { earlier }) => {
      const { page } = world;
      if (topic === 'slots') {
        if (!isAt(page, '/meeting-room')) await followFooterLink(page, 'Meeting Rooms');
        return bookNow(page);
      }
      if (!isWaiting(eventsOf(earlier))) await submit(world);
      if (tone === 'error') await world.gates.register.open(new Failure(500, 'internal'));
    },
    'notifier.dismiss': ({ page }, { id }, { earlier }) => {
      const shown = toastsAfter(eventsOf(earlier)).find((candidate) => candidate.id === id);
      return page.getByRole('button', { name: `Close notification: ${shown?.text}` }).click();
    },
    'notifier.expired': (world) => world.advanceClock(toastDurations.standard),
    'notifier.dismissTopic': async (world) => {
      if (!isAt(world.page, '/join-us')) return openSecondStep(world);
      await button(world, 'BACK').click();
      await goToSecondStep(world);
    },
  },

  states: {
    empty: ({ page }) => expect(page.getByRole('button', { name: /^Close notification/ })).toHaveCount(0),
    showing: async (world, { event, earlier }) => {
      const { page } = world;
      const shown = toastsAfter([...eventsOf(earlier), ...(event ? [event] : [])]);
      await expect(page.getByRole('button', { name: /^Close notification/ })).toHaveCount(shown.length);
      for (const { text } of shown) await expect(toast(page, text)).toBeVisible();
    },
  },
});
