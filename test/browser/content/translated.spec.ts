import { fullDate } from '../../../domain/time/calendar.ts';
import { expect, test } from '../site.ts';
import { translatePages } from '../translatedPages.ts';
import {
  bookingCard,
  bookNow,
  cards,
  confirm,
  expectHydrated,
  guest,
  inDays,
  payByCard,
  searchFor,
  selectSlots,
  signInInDialog,
} from '../visitorActions.ts';

/* What a Tamil or Hindi reader does whose browser translates the pages. A page that fails logs an error, which fails the test. */

test.beforeEach(async ({ context }) => {
  await translatePages(context);
});

test('a translated page takes a booking from the search to its cancellation, with the current price', async ({
  page,
  expectError,
}) => {
  expectError(/401 .*member\/login/);
  const date = inDays(150);
  await searchFor(page, date);
  const card = await selectSlots(page, 'Signal Room', ['10:00 to 10:30 AM']);
  const total = card.getByText(/with 18% GST$/);
  const firstTotal = await total.textContent();
  await selectSlots(page, 'Signal Room', ['10:30 to 11:00 AM']);
  await expect(total).not.toHaveText(firstTotal ?? '');
  await expect(total).toContainText('1 hour');
  await bookNow(card);

  await confirm(page);
  await signInInDialog(page, guest);
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(bookingCard(page, 'Signal Room', fullDate(date))).toBeVisible();
  await bookingCard(page, 'Signal Room', fullDate(date)).getByRole('link', { name: 'Signal Room' }).click();
  await page.getByRole('button', { name: 'Cancel this booking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});

test('translated forms show what is wrong, are sent, and show the result', async ({ page, expectError }) => {
  expectError(/401 .*member\/login/);
  await page.goto('/login');
  await expectHydrated(page);
  await page.getByLabel('Email Address').fill(guest.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('The email address or the password is incorrect.')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Email Address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await page.goto('/join-us');
  await expectHydrated(page);
  await page.getByLabel('First Name').fill('Asha');
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByRole('region', { name: '* Fields are Required' })).toBeVisible();
  await page.getByLabel('Email Address').fill(`translated-${Date.now()}@example.com`);
  await page.getByLabel('Phone Number', { exact: true }).fill('98400 12345');
  await page.getByRole('button', { name: 'NEXT' }).click();
  await page.locator('input[name="password"]').fill('A-new-one-2025!');
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByRole('region', { name: '* Fields cannot be empty' })).toBeVisible();
  await page.locator('input[name="confirmPass"]').fill('A-new-one-2025!');
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page).toHaveURL(/\/$/);
});
