import type { Page } from '@playwright/test';

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
