import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../site.ts';
import { bookNow, selectSlots, expectHydrated, inDays, searchFor } from '../visitorActions.ts';

/* Where links lead, and how often. */

const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length);

/** The sections above the footer get their heights while the page scrolls, and the footer may move from under a pointer. */
async function scrollToFooter(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('Contact Us leads to the contact form from every page, each time it is followed', async ({ page }) => {
  const form = page.getByRole('group', { name: 'Message to us' });
  const expectContactForm = async (link: Locator) => {
    await link.click();
    await expect(page).toHaveURL(/\/about-us#contact$/);
    await expect(form).toBeInViewport();
  };
  await page.goto('/blog');
  await expectHydrated(page);
  const headerLink = page.getByRole('banner').getByRole('link', { name: 'Contact Us' });
  await expectContactForm(headerLink);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(form).not.toBeInViewport();
  await expectContactForm(headerLink);
  await page.goto('/');
  await expectHydrated(page);
  const footerLink = page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' });
  await scrollToFooter(page);
  await expectContactForm(footerLink);

  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/about-us']) {
    await page.goto(path);
    await expectHydrated(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectContactForm(menu.getByRole('link', { name: 'Contact Us' }));
    await expect(menu).toBeHidden();
    await expect(form).toBeInViewport();
  }
});

test('a double click on a link navigates once', async ({ page }) => {
  await page.goto('/');
  await expectHydrated(page);
  const before = await historyLength(page);
  await scrollToFooter(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).dblclick();
  await expect(page).toHaveTitle(/^About/);
  expect(await historyLength(page)).toBe(before + 1);

  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'The Blog' })).toBeVisible();
  expect(await historyLength(page)).toBe(before + 2);
  await page.goBack();
  await expect(page).toHaveTitle(/^About/);
});

test('a double click on Book now navigates once', async ({ page }) => {
  await searchFor(page, inDays(52));
  const card = await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']);
  const before = await historyLength(page);
  await card.getByRole('button', { name: /^Book now/ }).dblclick();
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  await expect(page.getByRole('heading', { name: 'Kolam Round' })).toBeVisible();
  expect(await historyLength(page)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(/\/meeting-room\?date=/);
  await bookNow(card);
});
