import type { Page } from '@playwright/test';
import { fullDate } from '../../domain/time/calendar.ts';
import { expect, test } from './site.ts';
import {
  bookingCard,
  bookNow,
  cards,
  checkoutFrame,
  selectSlots,
  confirm,
  inDays,
  openCheckout,
  payByCard,
  roomCard,
  searchFor,
  slot,
  expectToast,
  toast,
} from './visitorActions.ts';

const HALF_HOUR = '4:00 to 4:30 PM';
const COMPLETE = '**/api/razorpay/booking/complete/';
const RELEASE = '**/api/razorpay/booking/release/';

/** The pause before the last repetition of a call (machines/engine/retry.ts). */
const LONGEST_RETRY_PAUSE_MS = 8_000;

/** Advances the page's clock after each failed confirmation, so that it is repeated at once. */
async function skipRetryPauses(page: Page): Promise<void> {
  await page.clock.install();
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/booking/complete/'))
      void page.clock.fastForward(LONGEST_RETRY_PAUSE_MS).catch(() => undefined);
  });
}

test('a tab closed right after paying is booked by the provider’s webhook', async ({ page, context }) => {
  const date = inDays(70);
  await openCheckout(page, 'Walnut Ten', date, HALF_HOUR);
  await page.route(COMPLETE, () => new Promise(() => undefined));
  const completeRequest = page.waitForRequest(COMPLETE);
  await payByCard(page, cards.success);
  await completeRequest;
  await page.close();

  const newTab = await context.newPage();
  await expect(async () => {
    await newTab.goto('/my-bookings');
    await expect(bookingCard(newTab, 'Walnut Ten', fullDate(date))).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a reload in front of the checkout keeps the hold, and the same order is paid', async ({
  page,
  browser,
}) => {
  const date = inDays(71);
  const orders = new Set<string>();
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/razorpay/booking/create/')) return;
    orders.add(((await response.json()) as { data: { id: string } }).data.id);
  });
  await openCheckout(page, 'Banyan Studio', date, HALF_HOUR);
  await page.reload();
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeEnabled();

  const visitor = await (await browser.newContext()).newPage();
  await searchFor(visitor, date);
  await expect(slot(roomCard(visitor, 'Banyan Studio'), HALF_HOUR)).toHaveAccessibleName(/taken/);
  await visitor.context().close();

  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  expect(orders.size).toBe(1);
});

test('a network lost while the payment is confirmed delays the confirmation', async ({
  page,
  expectError,
}) => {
  expectError(/booking\/complete/);
  await skipRetryPauses(page);
  await openCheckout(page, 'Signal Room', inDays(72), HALF_HOUR);
  let calls = 0;
  await page.route(COMPLETE, (route) => {
    calls += 1;
    return calls <= 2 ? route.abort() : route.continue();
  });
  await payByCard(page, cards.success);
  await expectToast(page, 'Payment & Booking Confirmed!');
  expect(calls).toBe(3);
});

test('a payment that cannot be confirmed is never shown as failed, and a retry finds it booked', async ({
  page,
  expectError,
}) => {
  expectError(/booking\/complete/);
  await skipRetryPauses(page);
  await openCheckout(page, 'Kolam Round', inDays(73), HALF_HOUR);
  await page.route(COMPLETE, (route) => route.abort());
  await payByCard(page, cards.success);
  await expect(page.getByRole('heading', { name: 'Your payment is not confirmed yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('a dismissal is not shown as cancelled before the server has confirmed it', async ({
  page,
  expectError,
}) => {
  expectError(/booking\/release/);
  await page.clock.install();
  await openCheckout(page, 'Signal Room', inDays(74), HALF_HOUR);
  let releaseRequests = 0;
  await page.route(RELEASE, (route) => {
    releaseRequests += 1;
    return releaseRequests === 1 ? route.abort() : route.continue();
  });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/booking/release/'));
  await checkoutFrame(page).getByRole('button', { name: 'Close payment' }).click();
  await checkoutFrame(page).getByRole('button', { name: 'Leave' }).click();
  await failed;
  expect(releaseRequests).toBe(1);
  await expect(toast(page, 'Payment process was cancelled.')).toHaveCount(0);
  await page.clock.fastForward(LONGEST_RETRY_PAUSE_MS);
  await expectToast(page, 'Payment process was cancelled.');
  expect(releaseRequests).toBe(2);
});

test('the back button closes the checkout, asks the server, and keeps the selection', async ({ page }) => {
  await openCheckout(page, 'Skyline Sixteen', inDays(75), HALF_HOUR);
  await page.goBack();
  await expect(page).toHaveURL(/\/meeting-room(\?|$)/);
  await expect(page.locator('.razorpay-container')).toBeHidden();
  await expectToast(page, 'Payment process was cancelled.');
  const card = roomCard(page, 'Skyline Sixteen');
  await expect(slot(card, HALF_HOUR)).toHaveAttribute('aria-selected', 'true');
});

test('two tabs open the same order, and it is paid once', async ({ page, context, expectError }) => {
  expectError(/400 .*\/sandbox\/v1\/checkout\//);
  const date = inDays(76);
  await openCheckout(page, 'Athangudi Lounge', date, HALF_HOUR);
  const secondTab = await context.newPage();
  await searchFor(secondTab, date);
  await bookNow(await selectSlots(secondTab, 'Athangudi Lounge', [HALF_HOUR]));
  await confirm(secondTab);
  await expect(checkoutFrame(secondTab).getByLabel('Card number')).toBeVisible();

  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await checkoutFrame(secondTab).getByRole('button', { name: 'Close payment' }).click();
  await checkoutFrame(secondTab).getByRole('button', { name: 'Leave' }).click();
  await expect(secondTab).toHaveURL(/\/my-bookings$/);
  await expect(bookingCard(secondTab, 'Athangudi Lounge', fullDate(date))).toHaveCount(1);
});

test('the time to pay is counted down, announced at five minutes and at one, and its end is shown', async ({
  page,
}) => {
  await page.clock.install();
  await openCheckout(page, 'Roundtana Classroom', inDays(77), HALF_HOUR);
  await expect(page.getByText(/^(10:00|9:5\d)$/)).toBeVisible();
  await page.clock.runFor(301_000);
  const announcement = page.getByRole('status').filter({ hasText: /left to pay$/ });
  await expect(announcement).toHaveText('5 minutes left to pay');
  await page.clock.runFor(240_000);
  await expect(announcement).toHaveText('1 minute left to pay');
  await page.clock.runFor(61_000);
  await expect(page.getByRole('alert')).toContainText('The time to pay has run out');
  await expect(announcement).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeEnabled();
});
