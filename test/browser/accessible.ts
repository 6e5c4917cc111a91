import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { isFullRun } from '../fullRun.ts';
import { expect } from './site.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Into the page once for each document; half the size of the source that the package exports. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Leaves out what no rule or message needs: the selectors of the found elements, and a second reading of all style sheets. */
const whatIsNeeded: RunOptions = {
  resultTypes: ['violations'],
  selectors: false,
  preload: { assets: ['media'] },
};

const allRules: RunOptions = {
  ...whatIsNeeded,
  runOnly: { type: 'tag', values: standards },
};

/** Their result depends on the colour scheme; the other rules depend on the document and its layout. */
export const colourRules: RunOptions = {
  ...whatIsNeeded,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Not ours. */
const PAYMENT_WINDOW = '.razorpay-container';

/** As axe finds them; the provider's window is excluded. */
async function findViolations(page: Page, ruleSet: RunOptions): Promise<string[]> {
  // After all fades, whose intermediate colours have no meaningful contrast. A spinner is not a fade.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  const hasAxe = await page.evaluate(() => {
    delete document.documentElement.dataset['moved'];
    const markAnimation = () => (document.documentElement.dataset['moved'] = '');
    for (const kind of ['transitionrun', 'animationstart'])
      document.addEventListener(kind, markAnimation, { once: true });
    return 'axe' in window;
  });
  if (!hasAxe) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ excluded, rules }) => {
      // axe looks into this document alone.
      const frames = [...document.querySelectorAll('iframe')].filter((frame) => !frame.closest(excluded));
      if (frames.length > 0) return frames.map(({ outerHTML }) => `a frame is not checked: ${outerHTML}`);
      const { axe } = window as unknown as {
        axe: { run(context: object, options: object): Promise<AxeResults> };
      };
      const { violations } = await axe.run({ exclude: [[excluded]] }, rules);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
    },
    { excluded: PAYMENT_WINDOW, rules: ruleSet },
  );
}

/** Fails on any violation. The check is repeated when a fade, for example of a toast, began during it. */
export async function expectAccessible(page: Page, rules = allRules): Promise<void> {
  let violations = await findViolations(page, rules);
  while (violations.length > 0 && (await hasAnimated(page))) violations = await findViolations(page, rules);
  expect(violations).toEqual([]);
}

/** A screen on which a page is looked at. */
interface Screen {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** The narrowest one is first: the steps are taken there, where most can be in the way. */
const allScreens = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const satisfies readonly Screen[];

/** A short run checks the narrow light screen, a full one the others too. */
const screens: readonly [Screen, ...Screen[]] = isFullRun ? allScreens : [allScreens[0]];

/** The two that differ most, for pages whose parts other tests check on every screen. */
export const oppositeScreens: readonly [Screen, ...Screen[]] = isFullRun
  ? [allScreens[1], allScreens[2]]
  : [allScreens[1]];

async function applyScreen(page: Page, { width, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // A link that the header half covers at this moment is not too small.
  await page.evaluate(() => window.scrollTo(0, 0));
}

/**
 * Shows the page on the first screen, without motion. The returned function checks it on all screens and returns to the first: a
 * separate test for each would repeat the steps.
 */
export async function createScreenCheck(
  page: Page,
  [first, ...others]: readonly [Screen, ...Screen[]] = screens,
): Promise<() => Promise<void>> {
  await applyScreen(page, first);
  return async () => {
    const checkedWidths = new Set<number>();
    for (const screen of [...others, first]) {
      await applyScreen(page, screen);
      // The other colour scheme of a width has the same document and layout.
      await expectAccessible(page, checkedWidths.has(screen.width) ? colourRules : allRules);
      await expectNoSidewaysScroll(page);
      checkedWidths.add(screen.width);
    }
  };
}

/** Whether a fade began during the last check. */
const hasAnimated = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'moved' in document.documentElement.dataset);

/** A window that has just become narrow is laid out again first. */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
