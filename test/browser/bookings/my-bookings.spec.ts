import type { Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { expectAccessible } from '../accessible.ts';
import { delayRoute } from '../routes.ts';
import { expect, test } from '../site.ts';
import {
  bookingCard,
  bookNow,
  selectSlots,
  confirm,
  guest,
  inDays,
  member,
  searchFor,
  signIn,
} from '../visitorActions.ts';

const MY_BOOKINGS = `**${paths.myBookings}`;

const getScrollPosition = (page: Page): Promise<number> => page.evaluate(() => scrollY);

test('Back from My bookings leads to the rooms, not to an empty booking screen', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  const date = inDays(90);
  await signIn(page, member);
  await searchFor(page, date);
  const card = await selectSlots(page, 'Banyan Studio', ['10:00 to 10:30 AM']);
  const scrollPosition = await getScrollPosition(page);
  expect(scrollPosition).toBeGreaterThan(0);
  await bookNow(card);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your booking' })).toBeVisible();
  expect(await getScrollPosition(page)).toBe(0);
  await confirm(page);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(bookingCard(page, 'Banyan Studio', fullDate(date))).toBeVisible();
  expect(await getScrollPosition(page)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/meeting-room\?date=/);
  await expect(card).toBeInViewport();
  await page.goForward();
  await expect(bookingCard(page, 'Banyan Studio', fullDate(date))).toBeVisible();
});

test('bookings are printed black on white, without controls, and none is split over two pages', async ({
  page,
}) => {
  const date = inDays(91);
  await signIn(page, member);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Signal Room', ['10:00 to 10:30 AM']));
  await confirm(page);
  const card = bookingCard(page, 'Signal Room', fullDate(date));
  await expect(card).toBeVisible();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1, name: 'My bookings' })).toBeVisible();
  await expect(card).toContainText('10:00 AM');
  for (const selector of ['header', 'footer', '.kinds button', '[data-flow="notifier"]']) {
    await expect(page.locator(selector).first()).toBeHidden();
  }
  const styles = await card.evaluate((element) => {
    const { backgroundColor, color, boxShadow, breakInside } = getComputedStyle(element);
    const { backgroundColor: paper } = getComputedStyle(document.body);
    return { backgroundColor, color, boxShadow, breakInside, paper };
  });
  expect(styles).toEqual({
    backgroundColor: 'rgb(255, 255, 255)',
    color: 'rgb(0, 0, 0)',
    boxShadow: 'none',
    breakInside: 'avoid',
    paper: 'rgb(255, 255, 255)',
  });
  // Cards in a grid row would still be split.
  expect(await card.evaluate((element) => getComputedStyle(element.closest('ul') as Element).display)).toBe(
    'block',
  );
});

test('bookings that load slowly or not at all show it', async ({ page, expectError }) => {
  expectError(/503/);
  await signIn(page, guest);
  const letThrough = await delayRoute(page, MY_BOOKINGS);
  await page.goto('/my-bookings');
  await expect(page.getByRole('status').getByText('Loading your bookings')).toBeAttached();
  await expectAccessible(page);
  letThrough();
  await expect(page.getByRole('region', { name: 'Booked Meeting Rooms' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await page.unroute(MY_BOOKINGS);
  await page.route(MY_BOOKINGS, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Please wait a moment' } } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your bookings could not be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(MY_BOOKINGS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your bookings could not be loaded' })).toHaveCount(0);
});
