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
const BLOG_CODE = '**/assets/BlogPage-*.js';

async function toTheBlog(page: Page): Promise<void> {
  await expectHydrated(page);
  await followFooterLink(page, 'Blogs');
}
const notLoaded = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'This page could not be loaded' });
const theBlog = (page: Page) => page.getByRole('heading', { level: 1, name: 'The Blog' });
const offlineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });

test('a page whose script cannot be loaded shows an error, and a retry loads it', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED|dynamically imported|could not be (shown|fetched)/);
  await page.route(BLOG_CODE, (route) => route.abort());
  await page.goto('/about-us');
  await toTheBlog(page);
  await expect(notLoaded(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(notLoaded(page)).toBeVisible();

  await page.unroute(BLOG_CODE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(theBlog(page)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a page is hydrated although a persisted booking cannot be loaded', async ({ page, expectError }) => {
  expectError(/ERR_FAILED/);
  await searchFor(page, inDays(44));
  await bookNow(await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']));
  await page.route('**/assets/booking-*.js', (route) => route.abort());
  await page.goto('/about-us');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a visitor who leaves and returns does not see the old error', async ({ page, expectError }) => {
  expectError(/ERR_FAILED|dynamically imported|could not be (shown|fetched)/);
  await page.route(BLOG_CODE, (route) => route.abort());
  await page.goto('/about-us');
  await toTheBlog(page);
  await expect(notLoaded(page)).toBeVisible();
  await page.goBack();
  await expect(notLoaded(page)).toHaveCount(0);
  await page.unroute(BLOG_CODE);
  await toTheBlog(page);
  await expect(theBlog(page)).toBeVisible();
});

test('without a network the page shows a notice until it is back, and nothing is lost', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/ERR_|dynamically imported|could not be (shown|fetched)/);
  await page.route(BLOG_CODE, (route) => route.abort());
  await page.goto('/about-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offlineNotice(page)).toHaveCount(0);

  await context.setOffline(true);
  await expect(offlineNotice(page)).toBeVisible();
  await toTheBlog(page);
  await expect(notLoaded(page)).toBeVisible();
  // A reload would show the browser's own error page.
  await expect(page.getByRole('button', { name: 'Reload the page' })).toHaveCount(0);
  await expectAccessible(page);

  await context.setOffline(false);
  await page.unroute(BLOG_CODE);
  await expect(offlineNotice(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(theBlog(page)).toBeVisible();
});

test('a page that fails keeps its header and footer', async ({ page, expectError }) => {
  expectError(/./);
  const BROKEN = `**${paths.rooms}**`;
  await page.route(BROKEN, (route) => route.fulfill({ json: { data: [{ id: 1, room_capacity: 60 }] } }));
  await page.goto('/meeting-room');
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: 'This page could not be shown' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute(BROKEN);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('article', { name: 'Kolam Round' })).toBeVisible();

  await page.route(BROKEN, (route) => route.fulfill({ json: { data: [{ id: 1, room_capacity: 60 }] } }));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeVisible();
  await toTheBlog(page);
  await expect(theBlog(page)).toBeVisible();
});

/** Makes the enquiry's flow throw at its start until the page is repaired. */
const plantBug = (page: Page) =>
  page.route('**/assets/EnquiryForm-*.js', async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    const bug = 'entry:()=>{if(!window.isMended)throw new Error("planted")}';
    const planted = code.replace(/(createMachine\(\{id:)([`'"]enquiry[`'"]),/, `$1$2,${bug},`);
    expect(planted).not.toBe(code);
    await route.fulfill({ response, body: planted });
  });

test('a flow that throws at every start fails its section with a few log lines, and nothing else', async ({
  page,
  expectError,
}) => {
  expectError(/flow failed|planted/);
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('flow failed')) failures.push(message.text());
  });
  await plantBug(page);
  await page.goto('/');
  await expectHydrated(page);
  await page.getByRole('heading', { name: "Let's Plan Your Event Together!" }).scrollIntoViewIfNeeded();
  const notice = page.getByRole('alert').filter({ hasText: 'This section has stopped working' });
  await expect(notice).toBeVisible();
  const ofEnquiry = () => failures.filter((text) => text.includes('enquiry flow'));
  await expect.poll(() => ofEnquiry().at(-1)).toContain('stays down');
  expect(ofEnquiry()).toHaveLength(4);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Meeting Rooms' }).click();
  await expect(page.getByRole('article', { name: 'Kolam Round' })).toBeVisible();
  await page.goBack();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => ofEnquiry().length).toBeGreaterThan(4);
  await expect(notice).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isMended: true }));
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
