import type { Page } from '@playwright/test';

/** Delays the calls to an address until the returned function is called. */
export async function delayRoute(page: Page, address: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}

/**
 * Answers the calls to an address with 503 until "Try again" is pressed. The page also calls again by itself, when a part
 * of it that shows the same data comes later.
 */
export async function failUntilRetried(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const note = ({ target }: MouseEvent) => {
      const pressed = target instanceof Element && target.closest('button');
      if (pressed && pressed.textContent.startsWith('Try again'))
        document.documentElement.dataset['retried'] = '';
    };
    document.addEventListener('click', note, true);
  });
  await page.route(address, async (route) => {
    const isRetried = await page.evaluate(() => 'retried' in document.documentElement.dataset);
    if (isRetried) await route.continue();
    else
      await route.fulfill({
        status: 503,
        json: { error: { code: 'unavailable', message: 'Please wait a moment' } },
      });
  });
}
