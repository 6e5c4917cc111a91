import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import {
  bookNow,
  selectSlots,
  followFooterLink,
  expectHydrated,
  inDays,
  searchFor,
} from '../visitorActions.ts';

const BLOG_SCRIPT = '**/assets/BlogPage-*.js';

async function openBlog(page: Page): Promise<void> {
  await expectHydrated(page);
  await followFooterLink(page, 'Blogs');
}
const loadErrorHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'This page could not be loaded' });
const blogHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'The Blog' });
const offlineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });

test('a page whose script cannot be loaded shows an error, and a retry loads it', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED|dynamically imported|could not be (shown|loaded)/);
  await page.route(BLOG_SCRIPT, (route) => route.abort());
  await page.goto('/about-us');
  await openBlog(page);
  await expect(loadErrorHeading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  const secondFailure = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/BlogPage-'),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await secondFailure;
  await expect(loadErrorHeading(page)).toBeVisible();

  await page.unroute(BLOG_SCRIPT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(blogHeading(page)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a page is hydrated although a persisted booking cannot be loaded', async ({ page, expectError }) => {
  expectError(/ERR_FAILED/);
  await searchFor(page, inDays(44));
  await bookNow(await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']));
  await page.route('**/assets/bookingFlows-*.js', (route) => route.abort());
  await page.goto('/about-us');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a visitor who leaves and returns does not see the old error', async ({ page, expectError }) => {
  expectError(/ERR_FAILED|dynamically imported|could not be (shown|loaded)/);
  await page.route(BLOG_SCRIPT, (route) => route.abort());
  await page.goto('/about-us');
  await openBlog(page);
  await expect(loadErrorHeading(page)).toBeVisible();
  await page.goBack();
  await expect(loadErrorHeading(page)).toHaveCount(0);
  await page.unroute(BLOG_SCRIPT);
  await openBlog(page);
  await expect(blogHeading(page)).toBeVisible();
});

test('without a network the page shows a notice until it is back, and nothing is lost', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/ERR_|dynamically imported|could not be (shown|loaded)/);
  await page.route(BLOG_SCRIPT, (route) => route.abort());
  await page.goto('/about-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Scripts that are still missing could not be loaded without a network.
  await expectHydrated(page);
  await expect(offlineNotice(page)).toHaveCount(0);

  await context.setOffline(true);
  await expect(offlineNotice(page)).toBeVisible();
  await openBlog(page);
  await expect(loadErrorHeading(page)).toBeVisible();
  // A reload would show the browser's own error page.
  await expect(page.getByRole('button', { name: 'Reload the page' })).toHaveCount(0);
  await expectAccessible(page);

  await context.setOffline(false);
  await page.unroute(BLOG_SCRIPT);
  await expect(offlineNotice(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(blogHeading(page)).toBeVisible();
});

test('a page whose elements an extension has moved is rendered afresh once', async ({
  page,
  expectError,
}) => {
  expectError(/NotFoundError|removeChild/);
  await page.goto('/meeting-room');
  await page.getByRole('button', { name: 'View Slots' }).click();
  const message = page.getByText('Choose a date', { exact: true });
  await message.evaluate((element) => {
    const wrapper = document.createElement('div');
    element.replaceWith(wrapper);
    wrapper.append(element);
  });
  const [error] = await Promise.all([
    page.waitForEvent('console', (entry) => /NotFoundError|removeChild/.test(entry.text())),
    page.getByRole('button', { name: 'Tomorrow' }).click(),
  ]);
  expect(error.type()).toBe('error');
  await expect(page.getByRole('button', { name: 'View Slots' })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('the page of an unknown address does not scroll sideways on a phone', async ({ page, expectError }) => {
  expectError(/404/);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
