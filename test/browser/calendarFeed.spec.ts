import type { Page } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './site.ts';
import { guest, signIn, toast } from './visitorActions.ts';

const feed = (page: Page) => page.getByRole('region', { name: 'Your calendar' });
const button = (page: Page, name: string) => feed(page).getByRole('button', { name, exact: true });
const address = (page: Page) => feed(page).getByLabel('Calendar address');
const question = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a calendar address is made, copied, opened, replaced and stopped, where bookings are and on the profile', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/503 .*calendar-feed/);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, guest);
  await page.goto('/my-bookings');
  await button(page, 'Make a calendar address').press('Enter');
  await expect(address(page)).toHaveValue(/^http:\/\/[^/]+\/api\/calendar\/[\w-]{43}$/);
  await expect(feed(page).getByRole('heading')).toBeFocused();
  const first = await address(page).inputValue();
  await expect(feed(page).getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy address').click();
  await expect(toast(page, 'The calendar address has been copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  expect(await (await page.request.get(first)).text()).toMatch(/^BEGIN:VCALENDAR/);

  // The address is shown once; elsewhere and after a reload it can only be replaced.
  await page.goto('/profile');
  await expect(feed(page)).toContainText('You have had a calendar address since');
  await expect(address(page)).toHaveCount(0);
  const renew = button(page, 'Make a new address');
  await renew.press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(renew).toBeFocused();
  await page.keyboard.press('Enter');
  await question(page, 'Make a new calendar address?')
    .getByRole('button', { name: 'Make a new one' })
    .click();
  await expect(address(page)).toHaveValue(/\/api\/calendar\//);
  const second = await address(page).inputValue();
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(second)).status()).toBe(200);

  // A call that fails leaves unknown what there is: it is asked again.
  const refuse = `**${paths.revokeCalendarFeed}`;
  await page.route(refuse, (route) => route.fulfill({ status: 503, json: {} }));
  const stop = async () => {
    await button(page, 'Stop sharing').click();
    await question(page, 'Stop sharing your bookings?').getByRole('button', { name: 'Stop sharing' }).click();
  };
  await stop();
  await expect(feed(page)).toContainText('Something went wrong on our side');
  await page.unroute(refuse);
  await button(page, 'Try again').click();
  await stop();
  await expect(toast(page, 'The calendar address no longer works')).toBeVisible();
  await expect(button(page, 'Make a calendar address')).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
});

test('a tab that knows nothing of the address made in another one asks before it ends it', async ({
  page,
  context,
}) => {
  await signIn(page, guest);
  await page.goto('/profile');
  await expect(button(page, 'Make a calendar address')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/my-bookings');
  await button(other, 'Make a calendar address').click();
  const first = await address(other).inputValue();

  await button(page, 'Make a calendar address').click();
  const renewal = question(page, 'Make a new calendar address?');
  await expect(renewal).toContainText('You have had an address since');
  await renewal.getByRole('button', { name: 'Keep it' }).click();
  await expect(feed(page)).toContainText('You have had a calendar address since');
  await expect(feed(page).getByRole('heading')).toBeFocused();
  expect((await page.request.get(first)).status()).toBe(200);

  await button(page, 'Make a new address').click();
  await renewal.getByRole('button', { name: 'Make a new one' }).click();
  await expect(address(page)).not.toHaveValue(first);
  // The other tab does not go on offering an address that is dead.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(address(other)).toHaveCount(0);
  await expect(feed(other)).toContainText('You have had a calendar address since');
  await button(page, 'Stop sharing').click();
  await question(page, 'Stop sharing your bookings?').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(button(page, 'Make a calendar address')).toBeVisible();
});
