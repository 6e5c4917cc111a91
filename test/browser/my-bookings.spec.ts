import type { Page } from '@playwright/test';
import type { Booking } from '../../contract/bookings/booking.ts';
import { paths } from '../../contract/paths.ts';
import { fullDate } from '../../domain/time/calendar.ts';
import { room } from '../fixtures/booking.ts';
import { expectAccessible } from './accessible.ts';
import { delayRoute, failUntilRetried } from './routes.ts';
import { expect, test } from './site.ts';
import {
  bookingCard,
  bookNow,
  selectSlots,
  confirm,
  enterDate,
  followFooterLink,
  guest,
  inDays,
  member,
  searchFor,
  signIn,
} from './visitorActions.ts';

const MY_BOOKINGS = `**${paths.myBookings}`;

/** One of many upcoming bookings. */
const manyBookings = (nth: number): Booking => ({
  id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  booking_date: inDays(2 + nth),
  start_time: '10:00:00',
  end_time: '10:00:00',
  status: 'confirmed',
  paid_with: 'points',
  amount: '0.5',
  meeting_room: {
    id: room.id,
    room_name: room.room_name,
    image: { image: '/images/room-01-huddle-4.jpg' },
    location: room.location,
  },
});

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

test('bookings that could not be refreshed stay in view with a notice', async ({ page, expectError }) => {
  expectError(/ERR_FAILED/);
  await signIn(page, member);
  // The list is not busy before its first request either.
  const loaded = page.waitForResponse(MY_BOOKINGS);
  await page.goto('/my-bookings');
  await loaded;
  await expect(page.getByRole('region', { name: 'Booked Meeting Rooms' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await followFooterLink(page, 'Meeting Rooms');
  await expect(page).toHaveURL(/\/meeting-room$/);
  await failUntilRetried(page, MY_BOOKINGS, (route) => route.abort());
  await enterDate(page, inDays(92));
  await page.getByRole('button', { name: 'View Slots' }).click();
  await bookNow(await selectSlots(page, 'Kolam Round', ['10:00 to 10:30 AM']));
  await confirm(page);
  const notice = page.getByRole('alert').filter({ hasText: 'could not be refreshed' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(bookingCard(page, 'Kolam Round', fullDate(inDays(92)))).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('of 500 bookings the first twenty are rendered, and more on demand, without losing the focus', async ({
  page,
}) => {
  const PAGE = 20;
  const all = Array.from({ length: 500 }, (_, nth) => manyBookings(nth));
  let total = 500;
  await page.route(`${MY_BOOKINGS}**`, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
    const end = from + PAGE;
    return route.fulfill({
      json: {
        data: all.slice(from, Math.min(end, total)),
        next: { upcoming: end < total ? String(end) : null, past: null },
      },
    });
  });
  await signIn(page, guest);
  await page.goto('/my-bookings');
  const cards = page.getByRole('region', { name: 'Booked Meeting Rooms' }).getByRole('article');
  await expect(cards).toHaveCount(PAGE);
  const more = page.getByRole('button', { name: 'Show more bookings' });
  await more.press('Enter');
  await expect(cards).toHaveCount(2 * PAGE);
  await expect(more).toBeFocused();
  await expectAccessible(page);
  total = 50;
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(total);
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Booked Meeting Rooms' })).toBeFocused();
});
