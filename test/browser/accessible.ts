import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails on anything that axe finds wrong with the page as it is now; the provider's window is the provider's. What it
 * finds must still be there when it looks again: a toast may have begun to fade while it looked.
 */
export const expectAccessible = (page: Page): Promise<void> =>
  expect(async () => {
    // Fades are over: half-way colours are nobody's contrast. What turns for as long as something is under way is no fade.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
        ),
    );
    const { violations } = await new AxeBuilder({ page })
      .withTags(standards)
      .exclude('.razorpay-container')
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual(
      [],
    );
  }).toPass({ timeout: 5_000, intervals: [1_000] });

export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
