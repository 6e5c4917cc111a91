import type { Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { guest, signIn, expectToast } from '../visitorActions.ts';

const feedSection = (page: Page) => page.getByRole('region', { name: 'Your calendar' });
const button = (page: Page, name: string) => feedSection(page).getByRole('button', { name, exact: true });
const addressField = (page: Page) => feedSection(page).getByLabel('Calendar link');
const confirmationDialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a calendar address is made, copied, opened, replaced and stopped, where bookings are and on the profile', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/503 .*calendar-feed/);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, guest);
  await page.goto('/my-bookings');
  await button(page, 'Create a calendar link').press('Enter');
  await expect(addressField(page)).toHaveValue(/^http:\/\/[^/]+\/api\/calendar\/[\w-]{43}$/);
  await expect(feedSection(page).getByRole('heading')).toBeFocused();
  const firstAddress = await addressField(page).inputValue();
  await expect(feedSection(page).getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute(
    'href',
    firstAddress.replace('http:', 'webcal:'),
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy link').click();
  await expectToast(page, 'The calendar link has been copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(firstAddress);
  expect(await (await page.request.get(firstAddress)).text()).toMatch(/^BEGIN:VCALENDAR/);

  // The address is shown once; elsewhere and after a reload it can only be replaced.
  await page.goto('/profile');
  await expect(feedSection(page)).toContainText('You have had a calendar link since');
  await expect(addressField(page)).toHaveCount(0);
  const renewButton = button(page, 'Create a new link');
  await renewButton.press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(renewButton).toBeFocused();
  await page.keyboard.press('Enter');
  await confirmationDialog(page, 'Create a new calendar link?')
    .getByRole('button', { name: 'Create a new one' })
    .click();
  await expect(addressField(page)).toHaveValue(/\/api\/calendar\//);
  const secondAddress = await addressField(page).inputValue();
  expect((await page.request.get(firstAddress)).status()).toBe(404);
  expect((await page.request.get(secondAddress)).status()).toBe(200);

  // After a failed call the feed is loaded again by itself, and by the button when that has failed too.
  const feedUrls = new RegExp(paths.calendarFeed);
  await page.route(feedUrls, (route) => route.fulfill({ status: 503, json: {} }));
  const stopSharing = async () => {
    await button(page, 'Stop sharing').click();
    await confirmationDialog(page, 'Stop sharing your bookings?')
      .getByRole('button', { name: 'Stop sharing' })
      .click();
  };
  await stopSharing();
  await expect(feedSection(page)).toContainText('Something went wrong on our side');
  await page.unroute(feedUrls);
  await button(page, 'Try again').click();
  await expect(feedSection(page)).not.toContainText('Something went wrong');
  await stopSharing();
  await expectToast(page, 'The calendar link no longer works');
  await expect(button(page, 'Create a calendar link')).toBeVisible();
  expect((await page.request.get(secondAddress)).status()).toBe(404);
});

test('a tab that does not know an address created in another tab asks for a confirmation before it replaces it', async ({
  page,
  context,
}) => {
  await signIn(page, guest);
  await page.goto('/profile');
  await expect(button(page, 'Create a calendar link')).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/my-bookings');
  await button(otherTab, 'Create a calendar link').click();
  const firstAddress = await addressField(otherTab).inputValue();

  await button(page, 'Create a calendar link').click();
  const renewDialog = confirmationDialog(page, 'Create a new calendar link?');
  await expect(renewDialog).toContainText('You have had a link since');
  await renewDialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(feedSection(page)).toContainText('You have had a calendar link since');
  await expect(feedSection(page).getByRole('heading')).toBeFocused();
  expect((await page.request.get(firstAddress)).status()).toBe(200);

  await button(page, 'Create a new link').click();
  await renewDialog.getByRole('button', { name: 'Create a new one' }).click();
  await expect(addressField(page)).not.toHaveValue(firstAddress);
  // The other tab no longer offers the revoked address.
  await otherTab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(addressField(otherTab)).toHaveCount(0);
  await expect(feedSection(otherTab)).toContainText('You have had a calendar link since');
  await button(page, 'Stop sharing').click();
  await confirmationDialog(page, 'Stop sharing your bookings?')
    .getByRole('button', { name: 'Stop sharing' })
    .click();
  await expect(button(page, 'Create a calendar link')).toBeVisible();
});
