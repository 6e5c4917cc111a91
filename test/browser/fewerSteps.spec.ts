import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './site.ts';
import { checkout, isHydrated } from './walk.ts';

/** A visitor who counts: each click, and each field that is filled in. */
function counting() {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    async click(target: Locator): Promise<void> {
      count.clicks += 1;
      await target.click();
    },
    async fill(
      where: Page | Locator | FrameLocator,
      values: Readonly<Record<string, string>>,
    ): Promise<void> {
      for (const [label, value] of Object.entries(values)) {
        count.fields += 1;
        await where.getByLabel(label, { exact: true }).fill(value);
      }
    },
  };
}

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a small phone', { width: 320, height: 640 }],
] as const) {
  test(`a new visitor of a room's page has paid after 8 clicks and 5 fields, on ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const look = async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    const { count, click, fill } = counting();
    await page.goto('/meeting-room/athangudi-lounge');
    await isHydrated(page);
    await click(page.getByRole('button', { name: /free$/ }).nth(2));
    await expect(page.getByRole('grid')).toBeVisible();
    await look();
    await click(page.locator('[role="gridcell"]:not([aria-disabled])').nth(viewport.width === 320 ? 5 : 3));
    await click(page.getByRole('button', { name: 'Book now: Athangudi Lounge' }));
    await click(page.getByRole('button', { name: 'CONFIRM', exact: true }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'create One' }));
    await expect(dialog).toHaveAccessibleName('Your new account');
    await look();
    await fill(dialog, {
      Name: 'Asha Raman',
      'Email Address': `asha-${viewport.width}@example.com`,
      'Phone Number': '98400 12345',
      Password: 'Chosen-2025!',
    });
    await click(dialog.getByRole('button', { name: 'Create account and pay ₹442.50' }));
    const sheet = checkout(page);
    await click(sheet.getByRole('tab', { name: 'UPI' }));
    await fill(sheet, { 'UPI ID': 'success@razorpay' });
    await click(sheet.getByRole('button', { name: /^Pay/ }));
    await expect(page).toHaveURL(/\/my-bookings$/);
    await expect(page.getByRole('article', { name: 'Athangudi Lounge' })).toBeVisible();
    await look();
    expect(count).toEqual({ clicks: 8, fields: 5 });
  });
}

test('the address of no room has the status 404 and suggests rooms', async ({ page, expectError }) => {
  expectError(/404 .*\/meeting-room\/kolam-rund/);
  expect((await page.goto('/meeting-room/kolam-rund'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such room' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Kolam Round' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kolam Round' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Similar rooms' })).toBeVisible();
});
