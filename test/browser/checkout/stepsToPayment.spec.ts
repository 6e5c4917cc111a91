import type { FrameLocator, Locator, Page } from '@playwright/test';
import { formatDayFirst } from '../../../domain/time/typedDate.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { checkoutFrame, inDays, expectHydrated, roomCard } from '../visitorActions.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

/** A visitor who counts: each click, and each field that is filled in. */
function countInteractions() {
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

/** Chooses a time of Athangudi Lounge. */
type ChooseTime = (page: Page, click: (target: Locator) => Promise<void>, fill: Fill) => Promise<void>;
type Fill = ReturnType<typeof countInteractions>['fill'];

const expectAccessibleLayout = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};

/** In the results of the search on the home page. */
const chooseBySearch: ChooseTime = async (page, click, fill) => {
  await page.goto('/');
  await expectHydrated(page);
  const hero = page.getByRole('form', { name: 'Find a room by time' });
  await fill(hero, { Date: formatDayFirst(inDays(5)) });
  await click(hero.getByRole('button', { name: 'View Slots' }));
  await click(
    roomCard(page, 'Athangudi Lounge').locator('[role="gridcell"]:not([aria-disabled]):visible').nth(5),
  );
};

/** In the week of the room's page. */
const chooseByWeek: ChooseTime = async (page, click) => {
  await page.goto('/meeting-room/athangudi-lounge');
  await expectHydrated(page);
  await click(page.getByRole('button', { name: /free$/ }).nth(2));
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessibleLayout(page);
  await click(page.locator('[role="gridcell"]:not([aria-disabled])').nth(3));
};

/** Pays in the provider's form, whose fields are not ours. */
type Pay = (sheet: FrameLocator, click: (target: Locator) => Promise<void>, fill: Fill) => Promise<void>;

const payByUpi: Pay = async (sheet, click, fill) => {
  await click(sheet.getByRole('tab', { name: 'UPI' }));
  await fill(sheet, { 'UPI ID': 'success@razorpay' });
  await click(sheet.getByRole('button', { name: /^Pay/ }));
};

const payByCard: Pay = async (sheet, click, fill) => {
  await fill(sheet, {
    'Card number': '4100 2800 0000 1007',
    Expiry: '12/40',
    CVV: '123',
  });
  // The provider fills in the name of the account, which the site sends.
  await expect(sheet.getByLabel('Name on card')).toHaveValue('Asha Raman');
  await click(sheet.getByRole('button', { name: /^Pay/ }));
  // For every payment by card in India the bank asks for its code on a separate page: it is no field of the site or of the provider.
  await sheet.getByLabel('One-time code').fill('1234');
  await click(sheet.getByRole('button', { name: 'Confirm payment' }));
};

for (const { startingPoint, viewport, choose, pay, beforePayment, total } of [
  {
    startingPoint: "a room's page, on a desktop, by card",
    viewport: { width: 1280, height: 800 },
    choose: chooseByWeek,
    pay: payByCard,
    beforePayment: { clicks: 6, fields: 4 },
    // Three fields are of the card, wherever it is used.
    total: { clicks: 8, fields: 7 },
  },
  {
    startingPoint: 'the home page, on a small phone, by UPI',
    viewport: { width: 320, height: 640 },
    choose: chooseBySearch,
    pay: payByUpi,
    beforePayment: { clicks: 6, fields: 5 },
    total: { clicks: 8, fields: 6 },
  },
]) {
  test(`a new visitor has paid after ${total.clicks} clicks and ${total.fields} fields, counted from ${startingPoint}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const { count, click, fill } = countInteractions();
    await choose(page, click, fill);
    await click(page.getByRole('button', { name: 'Book now: Athangudi Lounge' }));
    await click(page.getByRole('button', { name: 'CONFIRM', exact: true }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'create One' }));
    await expect(dialog).toHaveAccessibleName('Your new account');
    await expectAccessibleLayout(page);
    await fill(dialog, {
      Name: 'Asha Raman',
      'Email Address': `asha-${viewport.width}@example.com`,
      'Phone Number': '98400 12345',
      Password: 'Chosen-2025!',
    });
    await click(dialog.getByRole('button', { name: 'Create account and pay ₹442.50' }));
    expect(count).toEqual(beforePayment);
    await pay(checkoutFrame(page), click, fill);
    await expect(page).toHaveURL(/\/my-bookings$/);
    await expect(page.getByRole('article', { name: 'Athangudi Lounge' })).toBeVisible();
    await expectAccessibleLayout(page);
    expect(count).toEqual(total);
  });
}

test('the address of no room has the status 404 and suggests rooms', async ({ page, expectError }) => {
  expectError(/404 .*\/meeting-room\/kolam-rund/);
  expect((await page.goto('/meeting-room/kolam-rund'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such room' })).toBeVisible();
  // Without scripts as well.
  const html = await (await page.request.get('/meeting-room/kolam-rund')).text();
  expect(html).toContain('<h1>There is no such room</h1>');
  expect(html).toContain('<li><a href="/meeting-room/kolam-round">Kolam Round</a></li>');
  // What the router does not read is no error of the API, also in the built server.
  expect((await page.request.get('/meeting-room/%E0%A4%A')).status()).toBe(404);
  // A name instead of an address, too.
  const htmlOfRoomName = await (await page.request.get('/meeting-room/Kolam%20Round')).text();
  expect(htmlOfRoomName).toContain('<h1>There is no such room</h1>');
  expect(htmlOfRoomName).toContain('<li><a href="/meeting-room/kolam-round">Kolam Round</a></li>');
  await page.getByRole('main').getByRole('link', { name: 'Kolam Round' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kolam Round' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Similar rooms' })).toBeVisible();
});
