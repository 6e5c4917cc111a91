import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe finds on the page; the provider's window is excluded. */
async function faultsOf(page: Page): Promise<string[]> {
  // After all fades, whose intermediate colours have no meaningful contrast. A spinner is not a fade.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  await page.evaluate(() => {
    delete document.documentElement.dataset['moved'];
    const note = () => (document.documentElement.dataset['moved'] = '');
    for (const kind of ['transitionrun', 'animationstart'])
      document.addEventListener(kind, note, { once: true });
  });
  const { violations } = await new AxeBuilder({ page })
    .withTags(standards)
    .exclude('.razorpay-container')
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/** Fails on any violation. The check is repeated when a fade, for example of a toast, began during it. */
export async function expectAccessible(page: Page): Promise<void> {
  let faults = await faultsOf(page);
  while (faults.length > 0 && (await hasMoved(page))) faults = await faultsOf(page);
  expect(faults).toEqual([]);
}

/** Whether a fade began during the last check. */
const hasMoved = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'moved' in document.documentElement.dataset);

export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
