import type { Page, Route } from '@playwright/test';

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

const answerUnavailable = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    json: { error: { code: 'unavailable', message: 'Please wait a moment' } },
  });

/**
 * Lets the calls to an address fail until "Try again" is pressed, with 503 unless `fail` does it otherwise. The page also calls
 * again by itself, when a part of it that shows the same data comes later.
 */
export async function failUntilRetried(
  page: Page,
  address: string,
  fail: (route: Route) => Promise<void> = answerUnavailable,
): Promise<void> {
  const listen = () => {
    const note = ({ target }: MouseEvent) => {
      const pressed = target instanceof Element && target.closest('button');
      if (pressed && pressed.textContent.startsWith('Try again'))
        document.documentElement.dataset['retried'] = '';
    };
    document.addEventListener('click', note, true);
  };
  // In the page that is open, and in those that come.
  await page.addInitScript(listen);
  await page.evaluate(listen);
  await page.route(address, async (route) => {
    const isRetried = await page.evaluate(() => 'retried' in document.documentElement.dataset);
    await (isRetried ? route.continue() : fail(route));
  });
}
