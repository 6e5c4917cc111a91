import type { Locator } from '@playwright/test';
import { isFullRun } from '../../fullRun.ts';
import { colourRules, expectAccessible } from '../accessible.ts';
import { expect, test } from '../site.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

/** A purpose of 'Space To …', as it is shown. */
const PURPOSE = /^(Learn|Grow|Connect)$/;

/** Restarts the animations of the found elements and pauses them at a time, in seconds from their start. */
const pauseAnimationsAt = (animated: Locator, seconds: number): Promise<void> =>
  animated.evaluateAll((elements, time) => {
    for (const element of elements as HTMLElement[]) {
      element.style.animation = 'none';
      element.getAnimations();
      element.style.removeProperty('animation');
      for (const animation of element.getAnimations()) {
        animation.pause();
        animation.currentTime = time * 1000;
      }
    }
  }, seconds);

test('the headline is animated without a layout shift, and is read as a whole', async ({ page }) => {
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveAccessibleName('A room that is ready when your people are');
  const letters = headline.locator('.letter');
  const visibleLetters = () =>
    letters.evaluateAll(
      (elements) => elements.filter((letter) => getComputedStyle(letter).visibility === 'visible').length,
    );
  const letterCount = await letters.count();

  await pauseAnimationsAt(letters, 0.5);
  expect(await visibleLetters()).toBeGreaterThan(0);
  expect(await visibleLetters()).toBeLessThan(letterCount / 2);
  const boxHalfWay = await headline.boundingBox();
  await pauseAnimationsAt(letters, 2);
  expect(await visibleLetters()).toBe(letterCount);
  expect(await headline.boundingBox()).toEqual(boxHalfWay);
});

test('Space To Learn, Grow and Connect take turns every three seconds, until they are paused', async ({
  page,
}) => {
  await page.goto('/');
  const purposes = page
    .getByText('Space To Learn, Space To Grow, Space To Connect')
    .locator('..')
    .getByText(PURPOSE);
  await expect(purposes).toHaveCount(3);
  for (const [seconds, visiblePurpose] of [
    [1, 'Learn'],
    [4, 'Grow'],
    [7, 'Connect'],
    [10, 'Learn'],
  ] as const) {
    await pauseAnimationsAt(purposes, seconds);
    for (const purpose of ['Learn', 'Grow', 'Connect']) {
      await expect(purposes.filter({ hasText: purpose })).toHaveCSS(
        'opacity',
        purpose === visiblePurpose ? '1' : '0',
      );
    }
  }

  await page.reload();
  const pause = page.getByRole('button', { name: 'Pause the animation' });
  const states = () =>
    purposes.evaluateAll((elements) => [
      ...new Set(elements.flatMap((purpose) => purpose.getAnimations().map(({ playState }) => playState))),
    ]);
  await expect(pause).toBeVisible();
  expect(await states()).toEqual(['running']);
  await pause.press('Enter');
  await expect.poll(states).toEqual(['paused']);
  await page.getByRole('button', { name: 'Play the animation' }).click();
  await expect.poll(states).toEqual(['running']);
});

test('the moving line has full contrast while its text changes', async ({ page }) => {
  await page.goto('/');
  const headline = page.locator('h1 .letter');
  const purposes = page.getByText(PURPOSE);
  await pauseAnimationsAt(headline, 2);
  for (const seconds of [0.1, 3.1, 3.2, 3.3]) {
    await pauseAnimationsAt(purposes, seconds);
    await expectAccessible(page, colourRules);
  }
});

test('with reduced motion the headline follows the window size at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const letter = page.locator('h1 .letter').first();
  await expect(letter).toHaveCSS('font-size', '76px');
  // A transition of every letter, however short, would show the old size for some frames.
  await expect(letter).toHaveCSS('transition-duration', '0s');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(letter).toHaveCSS('font-size', '39.2px');
});

test('with reduced motion everything is shown at once and nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.locator('h1 .letter').last()).toBeVisible();
  for (const purpose of ['Learn', 'Grow', 'Connect']) {
    const shown = page.getByText(purpose, { exact: true });
    await expect(shown).toBeVisible();
    await expect(shown).toHaveCSS('opacity', '1');
  }
  await expect(page.getByRole('button', { name: 'Pause the animation' })).toBeHidden();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('nothing on the home page moves while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('h1 .letter').last()).toHaveCSS('visibility', 'visible');
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});

const firstScreens: readonly (readonly [number, number])[] = [
  [360, 740],
  [1280, 720],
  ...(isFullRun
    ? ([
        [768, 1024],
        [1440, 800],
      ] as const)
    : []),
];
for (const [width, height] of firstScreens) {
  test(`the search is complete on the first screen of ${width} by ${height} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const search = page.getByRole('form', { name: 'Find a room by time' });
    for (const label of ['Date', 'Headcount', 'Start time', 'Duration']) {
      await expect(search.getByLabel(label)).toBeInViewport({ ratio: 1 });
    }
    await expect(search.getByRole('button', { name: 'View Slots' })).toBeInViewport({ ratio: 1 });
  });
}

test('planning an event from the events page begins at the form', async ({ page }) => {
  await page.goto('/event-training');
  await page.getByRole('link', { name: 'Plan an event with us' }).click();
  await expect(page).toHaveURL(/\/#plan$/);
  await expect(page.getByRole('heading', { name: "Let's Plan Your Event Together!" })).toBeInViewport();
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('writing to us from the about page begins at the message form', async ({ page }) => {
  await page.goto('/about-us');
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page.getByRole('group', { name: 'Message to us' })).toBeInViewport();
});
