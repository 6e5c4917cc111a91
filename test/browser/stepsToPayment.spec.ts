import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './site.ts';
import { checkoutFrame, inDays, expectHydrated, roomCard } from './visitorActions.ts';

// With motion, as most people have it.
test.use({ contextOptions: {} });

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

/** Chooses a time of Athangudi Lounge. */
type Choosing = (page: Page, click: (target: Locator) => Promise<void>, fill: Fill) => Promise<void>;
type Fill = ReturnType<typeof counting>['fill'];

const look = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};

/** In the results of the search on the home page. */
const bySearch: Choosing = async (page, click, fill) => {
  await page.goto('/');
  await expectHydrated(page);
  const hero = page.getByRole('form', { name: 'Find a room by time' });
  await fill(hero, { Date: inDays(5) });
  await click(hero.getByRole('button', { name: 'View Slots' }));
  await click(
    roomCard(page, 'Athangudi Lounge').locator('[role="gridcell"]:not([aria-disabled]):visible').nth(5),
  );
};

/** In the week of the room's page. */
const byWeek: Choosing = async (page, click) => {
  await page.goto('/meeting-room/athangudi-lounge');
  await expectHydrated(page);
  await click(page.getByRole('button', { name: /free$/ }).nth(2));
  await expect(page.getByRole('grid')).toBeVisible();
  await look(page);
  await click(page.locator('[role="gridcell"]:not([aria-disabled])').nth(3));
};

/** Pays in the provider's form, whose fields are not ours. */
type Paying = (sheet: FrameLocator, click: (target: Locator) => Promise<void>, fill: Fill) => Promise<void>;

const byUpi: Paying = async (sheet, click, fill) => {
  await click(sheet.getByRole('tab', { name: 'UPI' }));
  await fill(sheet, { 'UPI ID': 'success@razorpay' });
  await click(sheet.getByRole('button', { name: /^Pay/ }));
};

const byCard: Paying = async (sheet, click, fill) => {
  await fill(sheet, {
    'Card number': '4100 2800 0000 1007',
    Expiry: '12/40',
    CVV: '123',
    'Name on card': 'Asha Raman',
  });
  await click(sheet.getByRole('button', { name: /^Pay/ }));
  await fill(sheet, { 'One-time code': '1234' });
  await click(sheet.getByRole('button', { name: 'Confirm payment' }));
};

for (const { from, viewport, choose, pay, ours, all } of [
  {
    from: "a room's page, on a desktop, by card",
    viewport: { width: 1280, height: 800 },
    choose: byWeek,
    pay: byCard,
    ours: { clicks: 6, fields: 4 },
    // Five fields are of a card, wherever it is used.
    all: { clicks: 8, fields: 9 },
  },
  {
    from: 'the home page, on a small phone, by UPI',
    viewport: { width: 320, height: 640 },
    choose: bySearch,
    pay: byUpi,
    ours: { clicks: 6, fields: 5 },
    all: { clicks: 8, fields: 6 },
  },
]) {
  test(`a new visitor has paid after ${all.clicks} clicks and ${all.fields} fields, counted from ${from}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const { count, click, fill } = counting();
    await choose(page, click, fill);
    await click(page.getByRole('button', { name: 'Book now: Athangudi Lounge' }));
    await click(page.getByRole('button', { name: 'CONFIRM', exact: true }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'create One' }));
    await expect(dialog).toHaveAccessibleName('Your new account');
    await look(page);
    await fill(dialog, {
      Name: 'Asha Raman',
      'Email Address': `asha-${viewport.width}@example.com`,
      'Phone Number': '98400 12345',
      Password: 'Chosen-2025!',
    });
    await click(dialog.getByRole('button', { name: 'Create account and pay ₹442.50' }));
    expect(count).toEqual(ours);
    await pay(checkoutFrame(page), click, fill);
    await expect(page).toHaveURL(/\/my-bookings$/);
    await expect(page.getByRole('article', { name: 'Athangudi Lounge' })).toBeVisible();
    await look(page);
    expect(count).toEqual(all);
  });
}

test('the address of no room has the status 404 and suggests rooms', async ({ page, expectError }) => {
  expectError(/404 .*\/meeting-room\/kolam-rund/);
  expect((await page.goto('/meeting-room/kolam-rund'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such room' })).toBeVisible();
  // Without scripts as well.
  const plain = await (await page.request.get('/meeting-room/kolam-rund')).text();
  expect(plain).toContain('<h1>There is no such room</h1>');
  expect(plain).toContain('<li><a href="/meeting-room/kolam-round">Kolam Round</a></li>');
  // What the router does not read is no error of the API, also in the built server.
  expect((await page.request.get('/meeting-room/%E0%A4%A')).status()).toBe(404);
  // A name in place of an address, too.
  const named = await (await page.request.get('/meeting-room/Kolam%20Round')).text();
  expect(named).toContain('<h1>There is no such room</h1>');
  expect(named).toContain('<li><a href="/meeting-room/kolam-round">Kolam Round</a></li>');
  await page.getByRole('main').getByRole('link', { name: 'Kolam Round' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kolam Round' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Similar rooms' })).toBeVisible();
});
