import type { Locator, Page } from '@playwright/test';
import { createScreenCheck } from '../accessible.ts';
import { expect, test } from '../site.ts';
import {
  bookNow,
  selectSlots,
  confirm,
  guest,
  inDays,
  member,
  searchByForm,
  searchFor,
  signIn,
  signInInDialog,
} from '../visitorActions.ts';

test('every screen of the booking is accessible', async ({ page, expectError }) => {
  const checkScreens = await createScreenCheck(page);

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await checkScreens();

  await searchByForm(page, inDays(60));
  const card = await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']);
  await checkScreens();
  await page.getByRole('button', { name: /menu/i }).first().click();
  await checkScreens();
  await page.keyboard.press('Escape');

  await bookNow(card);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your booking' })).toBeVisible();
  await checkScreens();
  await confirm(page);
  await checkScreens();
  await signInInDialog(page, guest);
  await checkScreens();

  await page.goto('/my-bookings');
  // A tab, if another test has cancelled a booking of the same account.
  const upcoming = page
    .getByRole('heading', { name: 'Upcoming', exact: true })
    .or(page.getByRole('tab', { name: 'Upcoming', exact: true }));
  await expect(upcoming).toBeVisible();
  await checkScreens();
  expectError(/404 .*\/nowhere/);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkScreens();
});

test('the booking works by keyboard alone', async ({ page }) => {
  await signIn(page, guest);
  await searchFor(page, inDays(61));
  const card = page.getByRole('article', { name: 'Kolam Round' });
  await card.getByRole('gridcell', { name: /^10:00 to 10:30 AM/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  for (
    let i = 0;
    i < 5 &&
    !(await card.getByRole('button', { name: /^Book now/ }).evaluate((b) => b === document.activeElement));
    i += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/meeting-room\/booking$/);
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'CONFIRM', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.frameLocator('iframe.razorpay-checkout-frame').getByLabel('Card number')).toBeVisible();
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('a member signs in, finds a room, books it with points and signs out without a mouse', async ({
  page,
}) => {
  const press = async (target: Locator): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await page.goto('/');
  await press(page.getByRole('banner').getByRole('link', { name: 'SIGN IN' }));
  await tabTo(page, page.getByLabel('Email Address'));
  await page.keyboard.type(member.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');

  const logOut = page.getByRole('banner').getByRole('button', { name: 'LOG OUT' });
  await expect(logOut).toBeVisible();
  await press(page.getByRole('button', { name: 'Open menu' }));
  await press(page.getByRole('dialog').getByRole('link', { name: 'Meeting Rooms' }));
  await press(page.getByRole('button', { name: 'Tomorrow' }));
  await press(page.getByRole('button', { name: 'View Slots' }));

  const card = page.getByRole('article', { name: 'Kolam Round' });
  await tabTo(page, card.locator('[role="gridcell"][tabindex="0"]'));
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(card.getByRole('gridcell', { selected: true })).toHaveCount(2);
  await press(card.getByRole('button', { name: /^Book now/ }));
  await press(page.getByRole('button', { name: 'CONFIRM', exact: true }));

  await expect(page).toHaveURL(/\/my-bookings$/);
  const booked = page.getByRole('article', { name: 'Kolam Round' }).filter({ hasText: '11:00 PM' });
  await expect(booked).toBeVisible();
  await press(logOut);
  await expect(page.getByRole('banner').getByRole('link', { name: 'SIGN IN' })).toBeVisible();
});

test('at 400% zoom the navigation bar scrolls away and leaves the screen to the text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/about-us');
  await page.evaluate(() => scrollTo(0, 400));
  await expect(page.getByRole('banner')).not.toBeInViewport();
});
