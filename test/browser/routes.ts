import type { Page, Route } from '@playwright/test';

/** Delays the calls to an address until the returned function is called. */
export async function delayRoute(page: Page, url: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return letThrough;
}

const respondUnavailable = (route: Route): Promise<void> =>
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
  url: string,
  respondWithFailure: (route: Route) => Promise<void> = respondUnavailable,
): Promise<void> {
  const listenForRetry = () => {
    const recordRetry = ({ target }: MouseEvent) => {
      const pressed = target instanceof Element && target.closest('button');
      if (pressed && pressed.textContent.startsWith('Try again'))
        document.documentElement.dataset['retried'] = '';
    };
    document.addEventListener('click', recordRetry, true);
  };
  // In the page that is open, and in those that come.
  await page.addInitScript(listenForRetry);
  await page.evaluate(listenForRetry);
  await page.route(url, async (route) => {
    const isRetried = await page.evaluate(() => 'retried' in document.documentElement.dataset);
    await (isRetried ? route.continue() : respondWithFailure(route));
  });
}
