import type { Page } from '@playwright/test';
import { fullDate } from '../../domain/calendar.ts';
import { expect, test } from './site.ts';
import {
  blockedAccount,
  bookingCard,
  bookNow,
  cards,
  checkoutFrame,
  selectSlots,
  confirm,
  expectDate,
  guest,
  inDays,
  leaveCheckout,
  member,
  payByCard,
  roomCard,
  searchByForm,
  searchFor,
  signIn,
  signInInDialog,
  slot,
  toast,
} from './visitorActions.ts';

const MORNING = ['10:00 to 10:30 AM', '10:30 to 11:00 AM', '11:00 to 11:30 AM'];

/** The points shown on the booking screen. */
const balance = async (page: Page): Promise<number> =>
  Number(await page.getByRole('term').filter({ hasText: 'Balance Lit Points' }).locator('+ dd').innerText());

test('a member books an hour and a half with Lit points and signs in during the booking', async ({
  page,
  browser,
}) => {
  const date = inDays(30);
  await searchByForm(page, date);
  await bookNow(await selectSlots(page, 'Walnut Ten', MORNING));
  await expect(page.getByText('10:00 AM', { exact: true })).toBeVisible();
  await expect(page.getByText('11:30 AM', { exact: true })).toBeVisible();

  await confirm(page);
  await expect(toast(page, 'Login to Confirm Booking!')).toBeVisible();
  await signInInDialog(page, member);
  await expect(toast(page, 'Welcome back!')).toBeVisible();

  const balanceBefore = await balance(page);
  await expect(page.locator('s')).toHaveText(/^₹/);
  await confirm(page);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(toast(page, 'Your Booking Confirmed!')).toBeVisible();
  const card = bookingCard(page, 'Walnut Ten', fullDate(date));
  await expect(card).toContainText('10:00 AM');
  await expect(card).toContainText('11:30 AM');
  await expect(card.getByAltText('Booked')).toBeVisible();

  await searchFor(page, inDays(31));
  await bookNow(await selectSlots(page, 'Walnut Ten', ['3:00 to 3:30 PM']));
  await expect.poll(() => balance(page)).toBe(balanceBefore - 1.5);

  const otherVisitor = await (await browser.newContext()).newPage();
  await searchFor(otherVisitor, date);
  for (const range of MORNING) {
    await expect(slot(roomCard(otherVisitor, 'Walnut Ten'), range)).toHaveAccessibleName(`${range}, taken`);
  }
  await expect(slot(roomCard(otherVisitor, 'Walnut Ten'), '11:30 AM to 12:00 PM')).toHaveAccessibleName(
    /free/,
  );
  await otherVisitor.context().close();
});

test('a guest books by card and sees the booking; the slots are taken for the next visitor', async ({
  page,
  browser,
}) => {
  const date = inDays(32);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Banyan Studio', MORNING.slice(0, 2)));
  await confirm(page);
  await signInInDialog(page, guest);
  await expect(page.getByText('Balance Lit Points')).toHaveCount(0);
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(toast(page, 'Payment & Booking Confirmed!')).toBeVisible();
  await expect(bookingCard(page, 'Banyan Studio', fullDate(date))).toContainText('11:00 AM');

  const otherVisitor = await (await browser.newContext()).newPage();
  await searchFor(otherVisitor, date);
  await expect(slot(roomCard(otherVisitor, 'Banyan Studio'), '10:30 to 11:00 AM')).toHaveAccessibleName(
    /taken/,
  );
  await otherVisitor.context().close();
});

test('a declined card leaves the checkout open, and another card pays in it', async ({
  page,
  expectError,
}) => {
  expectError(/400 .*\/sandbox\/v1\/checkout\/authenticate/);
  const date = inDays(33);
  await signIn(page, guest);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Signal Room', ['2:00 to 2:30 PM']));
  await confirm(page);
  await payByCard(page, cards.declined);
  await expect(toast(page, 'Failed to process payment')).toBeVisible();
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(bookingCard(page, 'Signal Room', fullDate(date))).toBeVisible();
});

test('a dismissed checkout is cancelled, releases the slots, and can be started again', async ({
  page,
  browser,
}) => {
  const date = inDays(34);
  await signIn(page, guest);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Kolam Round', ['4:00 to 4:30 PM']));
  const confirmButton = page.getByRole('button', { name: 'CONFIRM', exact: true });
  await confirmButton.press('Enter');
  await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();

  const otherVisitor = await (await browser.newContext()).newPage();
  await searchFor(otherVisitor, date);
  await expect(slot(roomCard(otherVisitor, 'Kolam Round'), '4:00 to 4:30 PM')).toHaveAccessibleName(/taken/);

  await leaveCheckout(page);
  await expect(toast(page, 'Payment process was cancelled.')).toBeVisible();
  await expect(confirmButton).toBeEnabled();
  await expect(confirmButton).toBeFocused();

  await searchFor(otherVisitor, date);
  await expect(slot(roomCard(otherVisitor, 'Kolam Round'), '4:00 to 4:30 PM')).toHaveAccessibleName(/free/);
  await otherVisitor.context().close();

  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('slots taken between choosing and confirming lead back to updated ones', async ({
  page,
  browser,
  expectError,
}) => {
  expectError(/409 .*\/api\/member\/meeting-room\/book\//);
  const date = inDays(35);
  await signIn(page, member);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Skyline Sixteen', ['9:00 to 9:30 AM']));

  const fasterVisitor = await (await browser.newContext()).newPage();
  await signIn(fasterVisitor, guest);
  await searchFor(fasterVisitor, date);
  await bookNow(await selectSlots(fasterVisitor, 'Skyline Sixteen', ['9:00 to 9:30 AM']));
  await confirm(fasterVisitor);
  await payByCard(fasterVisitor, cards.success);
  await expect(fasterVisitor).toHaveURL(/\/my-bookings$/);
  await fasterVisitor.context().close();

  await confirm(page);
  await expect(toast(page, 'Booking Failed!')).toBeVisible();
  await page.getByRole('link', { name: 'Choose other times' }).click();
  const card = roomCard(page, 'Skyline Sixteen');
  await expect(slot(card, '9:00 to 9:30 AM')).toHaveAccessibleName(/taken/);
  await expectDate(page, date);
});

test('a blocked account sees a message, and nothing is booked', async ({ page, expectError }) => {
  expectError(/403 .*\/api\/member\/meeting-room\/book\//);
  const date = inDays(36);
  await signIn(page, blockedAccount);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Signal Room', ['9:00 to 9:30 AM']));
  await confirm(page);
  await expect(toast(page, 'Some thing Went Wrong!')).toBeVisible();
  await page.goto('/my-bookings');
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
});

test('a double press of CONFIRM books once', async ({ page }) => {
  await signIn(page, member);
  await searchFor(page, inDays(37));
  await bookNow(await selectSlots(page, 'Athangudi Lounge', ['9:00 to 9:30 AM']));
  let bookings = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/member/meeting-room/book/')) bookings += 1;
  });
  await page.getByRole('button', { name: 'CONFIRM', exact: true }).dblclick();
  await expect(page).toHaveURL(/\/my-bookings$/);
  expect(bookings).toBe(1);
});

test('a script that does not load is a failed gateway, and the selection stays', async ({
  page,
  expectError,
}) => {
  expectError(/checkout\.js/);
  await signIn(page, guest);
  await page.route('**/checkout.js', (route) => route.abort());
  await searchFor(page, inDays(38));
  await bookNow(await selectSlots(page, 'Signal Room', ['9:00 to 9:30 AM']));
  await confirm(page);
  await expect(toast(page, 'Payment Gateway Failed!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeEnabled();
  await page.unroute('**/checkout.js');
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
});
