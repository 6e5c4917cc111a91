import type { Page } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './site.ts';
import {
  bookNow,
  selectSlots,
  followFooterLink,
  expectHydrated,
  inDays,
  searchFor,
} from './visitorActions.ts';

/** The script of the blog's page. */
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
  await page.getByRole('button', { name: 'Try again' }).click();
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

test('a page that fails keeps its header and footer', async ({ page, expectError }) => {
  expectError(/./);
  const ROOMS_URL = `**${paths.rooms}**`;
  await page.route(ROOMS_URL, (route) => route.fulfill({ json: { data: [{ id: 1, room_capacity: 60 }] } }));
  await page.goto('/meeting-room');
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: 'This page could not be shown' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute(ROOMS_URL);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('article', { name: 'Kolam Round' })).toBeVisible();

  await page.route(ROOMS_URL, (route) => route.fulfill({ json: { data: [{ id: 1, room_capacity: 60 }] } }));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeVisible();
  await openBlog(page);
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

/** Makes the enquiry's flow throw at its start until the page is repaired. */
const injectError = (page: Page) =>
  page.route('**/assets/enquiry-*.js', async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const throwingEntry = 'entry:()=>{if(!window.isRepaired)throw new Error("injected")}';
    const changedCode = code.replace(/(createMachine\(\{id:)([`'"]enquiry[`'"]),/, `$1$2,${throwingEntry},`);
    expect(changedCode).not.toBe(code);
    await route.fulfill({ response, body: changedCode });
  });

test('a flow that throws at every start fails its section with a few log lines, and nothing else', async ({
  page,
  expectError,
}) => {
  expectError(/flow failed|injected/);
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('flow failed')) failures.push(message.text());
  });
  await injectError(page);
  await page.goto('/');
  await expectHydrated(page);
  await page.getByRole('heading', { name: "Let's Plan Your Event Together!" }).scrollIntoViewIfNeeded();
  const notice = page.getByRole('alert').filter({ hasText: 'This section has stopped working' });
  await expect(notice).toBeVisible();
  const enquiryFailures = () => failures.filter((text) => text.includes('enquiry flow'));
  await expect.poll(() => enquiryFailures().at(-1)).toContain('stays down');
  expect(enquiryFailures()).toHaveLength(4);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Meeting Rooms' }).click();
  await expect(page.getByRole('article', { name: 'Kolam Round' })).toBeVisible();
  await page.goBack();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => enquiryFailures().length).toBeGreaterThan(4);
  await expect(notice).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isRepaired: true }));
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: 'Event enquiry' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('an unknown address shows links to other pages', async ({ page, expectError }) => {
  expectError(/404/);
  for (const address of ['/nowhere', '/blog/1/2', '/about-us/nowhere']) {
    await page.goto(address);
    await expect(
      page.getByRole('heading', { level: 1, name: 'There is no room behind this door' }),
    ).toBeVisible();
    await expect(page).toHaveTitle(/^Page not found/);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('main').getByRole('link', { name: 'Find a meeting room' }).click();
  await expect(page).toHaveURL(/\/meeting-room$/);
});
