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
