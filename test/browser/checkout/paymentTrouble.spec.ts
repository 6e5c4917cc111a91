import type { Page } from '@playwright/test';
import { fullDate } from '../../../domain/time/calendar.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { controlSandbox } from '../sandbox.ts';
import { expect, test } from '../site.ts';
import {
  bookingCard,
  bookNow,
  cards,
  checkoutFrame,
  selectSlots,
  confirm,
  inDays,
  leaveCheckout,
  member,
  openCheckout,
  payByCard,
  searchFor,
  signIn,
  expectToast,
  toast,
} from '../visitorActions.ts';

const HALF_HOUR = '4:00 to 4:30 PM';
const RELEASE = '**/api/razorpay/booking/release/';
const SHEET = '**/sandbox/v1/checkout/public';

/** The page then offers to cancel a payment whose window has sent no message (src/checkout/effects/gateway.ts). */
const RESPONSE_TIMEOUT_MS = 8_000;

const overlay = (page: Page) => page.locator('.razorpay-container');
const bodyOverflow = (page: Page) => page.evaluate(() => document.body.style.overflow);

/** As before CONFIRM: without an overlay, scrollable. */
async function expectReadyToConfirm(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeEnabled();
  await expect(overlay(page)).toBeHidden();
  expect(await bodyOverflow(page)).toBe('');
}

/** Pays by UPI with an app that does not answer yet; returns the payment's id. */
async function startUpiPayment(page: Page): Promise<string> {
  const sheet = checkoutFrame(page);
  await sheet.getByRole('tab', { name: 'UPI' }).click();
  await sheet.getByLabel('UPI ID').fill('pending@razorpay');
  const payResponse = page.waitForResponse('**/sandbox/v1/checkout/pay');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
  const { payment_id } = (await (await payResponse).json()) as { payment_id: string };
  await expect(sheet.getByRole('status')).toContainText('Approve the payment in your UPI app');
  return payment_id;
}

test('a payment that arrives after the room was taken is shown as being refunded, on the screen and in My bookings, until it is', async ({
  page,
  context,
  browser,
  site,
  expectError,
}) => {
  expectError(/410 .*booking\/complete/);
  const room = 'Walnut Ten';
  const date = inDays(80);
  await openCheckout(page, room, date, HALF_HOUR);

  await test.step('another tab of the same person releases the slot', async () => {
    const secondTab = await context.newPage();
    await searchFor(secondTab, date);
    await bookNow(await selectSlots(secondTab, room, [HALF_HOUR]));
    await confirm(secondTab);
    await expect(checkoutFrame(secondTab).getByLabel('Card number')).toBeVisible();
    await leaveCheckout(secondTab);
    await expectToast(secondTab, 'Payment process was cancelled.');
    await secondTab.close();
  });
  await test.step('another visitor books it', async () => {
    const otherVisitor = await (await browser.newContext()).newPage();
    await signIn(otherVisitor, member);
    await searchFor(otherVisitor, date);
    await bookNow(await selectSlots(otherVisitor, room, [HALF_HOUR]));
    await confirm(otherVisitor);
    await expect(otherVisitor).toHaveURL(/\/my-bookings$/);
    await otherVisitor.context().close();
  });

  await payByCard(page, cards.success);
  await expect(page.getByRole('alert')).toContainText('Your payment arrived after the room was taken');
  await expect(page.getByRole('alert')).toContainText('refunding the full amount');
  await expectToast(page, 'Payment & Booking Failed!');
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'My bookings' }).click();
  const card = bookingCard(page, room, fullDate(date));
  await expect(card).toContainText('Not booked');
  await expect(card).toContainText('is being refunded to you');
  await expect(card.getByRole('img', { name: 'Booked' })).toHaveCount(0);
  await expectAccessible(page);

  // The provider processes a requested refund within a minute.
  await expect(async () => {
    await controlSandbox(site, 'clock', { advanceMs: 61_000 });
    await controlSandbox(site, 'webhooks/deliver');
    await page.reload();
    await expect(card).toContainText('was refunded to you', { timeout: 2_000 });
  }).toPass();
  await controlSandbox(site, 'reset');
});

test('a payment window that the browser blocks can be left from the page itself, which asks the server', async ({
  page,
  expectError,
}) => {
  expectError(/ERR_FAILED .*\/sandbox\/v1\/checkout\/public/);
  await page.clock.install();
  await page.route(SHEET, (route) => route.abort());
  await page.setViewportSize({ width: 320, height: 640 });
  await openCheckout(page, 'Kolam Round', inDays(81), HALF_HOUR, { isBlocked: true });
  await expect(overlay(page)).toBeVisible();
  await page.clock.fastForward(RESPONSE_TIMEOUT_MS);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The payment window is not responding');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const releaseRequest = page.waitForRequest(RELEASE);
  await alert.getByRole('button', { name: 'Cancel payment' }).click();
  await releaseRequest;
  await expectToast(page, 'Payment process was cancelled.');
  await expectReadyToConfirm(page);

  await page.unroute(SHEET);
  await page.reload();
  await confirm(page);
  await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();
});

test('a checkout that fails leaves a scrollable page, the selection, and a released hold', async ({
  page,
}) => {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  const failure = { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } };
  await page.route('**/sandbox/v1/checkout/order', (route) => route.fulfill({ json: failure }));
  const releaseResponse = page.waitForResponse(RELEASE);
  await openCheckout(page, 'Banyan Studio', inDays(83), HALF_HOUR, { isBlocked: true });
  await expectToast(page, 'Payment Gateway Failed!');
  expect(await (await releaseResponse).json()).toMatchObject({ data: { status: 'released' } });
  await expectReadyToConfirm(page);
  expect(alerts).toEqual([expect.stringContaining('Oops! Something went wrong.')]);

  await page.unroute('**/sandbox/v1/checkout/order');
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('a payment that waits in a UPI app is booked when it is approved there', async ({ page, site }) => {
  await openCheckout(page, 'Athangudi Lounge', inDays(85), HALF_HOUR);
  const payment = await startUpiPayment(page);
  await controlSandbox(site, `payments/${payment}/authorize`);
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('a payment that waits in a UPI app can be replaced by a card', async ({ page }) => {
  await openCheckout(page, 'Athangudi Lounge', inDays(86), HALF_HOUR);
  await startUpiPayment(page);
  await checkoutFrame(page).getByRole('button', { name: 'Choose another way to pay' }).click();
  await checkoutFrame(page).getByRole('tab', { name: 'Card' }).click();
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('a checkout left before the bank has answered is not shown as cancelled: the page waits, and books', async ({
  page,
  context,
  site,
}) => {
  const date = inDays(87);
  await openCheckout(page, 'Athangudi Lounge', date, HALF_HOUR);
  const payment = await startUpiPayment(page);
  await leaveCheckout(page, /If you approve it there, the payment goes through/);
  const waiting = page.getByRole('alert').filter({ hasText: 'Waiting for your payment' });
  await expect(waiting).toContainText(/₹[\d,.]+ has been with your bank since \d+:\d\d [AP]M/);
  await expect(waiting).toContainText(/held for you until \d+:\d\d [AP]M/);
  await expect(page.getByRole('button', { name: 'CONFIRM', exact: true })).toBeHidden();
  await expect(toast(page, 'Payment process was cancelled.')).toHaveCount(0);
  await expectAccessible(page);

  const secondTab = await context.newPage();
  await test.step('another tab lists it as waiting for its payment', async () => {
    await secondTab.goto('/my-bookings');
    await expect(bookingCard(secondTab, 'Athangudi Lounge', fullDate(date))).toContainText(
      /Waiting for your payment.*You started paying ₹[\d,.]+ at .* Approve the request in your UPI app.*Pay now.*Give up/,
    );
    await expectAccessible(secondTab);
  });
  await test.step('another room that is chosen during the wait is kept', async () => {
    await page.getByRole('link', { name: 'Back to meeting rooms' }).click();
    await bookNow(await selectSlots(page, 'Kolam Round', [HALF_HOUR]));
    await expect(waiting).toContainText('Your new selection is saved');
    await expect(waiting.getByRole('heading', { name: 'Kolam Round' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Athangudi Lounge' })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('a reload restores the wait and the kept selection', async () => {
    await page.reload();
    await expect(waiting.getByRole('heading', { name: 'Kolam Round' })).toBeVisible();
  });

  await controlSandbox(site, `payments/${payment}/authorize`);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(bookingCard(secondTab, 'Athangudi Lounge', fullDate(date))).not.toContainText('Waiting');
  await secondTab.close();
  await test.step('then the room that was kept can be confirmed', async () => {
    const reminder = page.getByRole('status').filter({ hasText: 'Not booked yet: Kolam Round' });
    await reminder.getByRole('link', { name: 'Continue to confirm' }).click();
    await expect(page).toHaveURL(/\/meeting-room\/booking$/);
    // My bookings, which may still be shown, lists other bookings of this room.
    await expectReadyToConfirm(page);
    await expect(page.getByRole('heading', { level: 2, name: 'Kolam Round' })).toBeVisible();
  });
});

test('an interrupted payment is paid in My bookings, or given up on the page of its booking', async ({
  page,
  expectError,
}) => {
  // The page of the booking is still shown when the booking ends.
  expectError(/404 .*meeting-room\/booking\/\?booking_id/);
  const interrupt = async (date: string) => {
    await page.goto('/my-bookings');
    const card = bookingCard(page, 'Athangudi Lounge', fullDate(date));
    await expect(card).toContainText('The payment was not finished. The room is held for you until');
    return card;
  };
  const [paidDate, givenUpDate] = [inDays(90), inDays(91)];
  await openCheckout(page, 'Athangudi Lounge', paidDate, HALF_HOUR);
  const card = await interrupt(paidDate);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole('button', { name: 'Pay now' }).click();
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(card.getByRole('img', { name: 'Booked' })).toBeVisible();

  await searchFor(page, givenUpDate);
  await bookNow(await selectSlots(page, 'Athangudi Lounge', [HALF_HOUR]));
  await confirm(page);
  await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();
  const otherCard = await interrupt(givenUpDate);
  await otherCard.getByRole('link', { name: 'Athangudi Lounge' }).click();
  await page.getByRole('button', { name: 'Give up' }).click();
  await expectToast(page, 'The room has been released. Nothing was charged.');
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(otherCard).toHaveCount(0);
});
