import { fullDate } from '../../../domain/time/calendar.ts';
import { expect, test } from '../site.ts';
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
} from '../visitorActions.ts';

const HALF_HOUR = '4:00 to 4:30 PM';
const COMPLETE = '**/api/razorpay/booking/complete/';

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
