import type { Page } from '@playwright/test';
import { fullDate } from '../../../domain/time/calendar.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { formatDayFirst } from '../../../domain/time/typedDate.ts';
import { clockTime, slotTime } from '../../../domain/time/slots.ts';
import { demoRanges } from '../../../server/seed/demoBookings.ts';
import { isFullRun } from '../../fullRun.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { chooseOption, inDays, roomCard, slot } from '../visitorActions.ts';

/* The search by time, from the home page to a chosen room. */

const date = inDays(3);
/** Two hours from the start of a demo booking of Marina Huddle, which no other room has. */
const [bookedRange = { start: 20, end: 22 }] = demoRanges(date);
const requestedRange = { start: bookedRange.start, end: bookedRange.start + 4 };
const SEARCH_QUERY = `?date=${date}&headcount=2&start=${encodeURIComponent(slotTime(requestedRange.start).slice(0, 5))}&duration=120`;

const resultsStatus = (page: Page) => page.getByRole('status').filter({ hasText: 'rooms for' });
const roomGroup = (page: Page, name: string) => page.getByRole('list', { name });

test('a room is found by time from the home page, shared, changed, and found again by going back', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.getByRole('form', { name: 'Find a room by time' });
  await hero.getByLabel('Date', { exact: true }).fill(formatDayFirst(date));
  await hero.getByLabel('Headcount').fill('2');
  await hero.getByLabel('Start time').selectOption({ label: clockTime(requestedRange.start) });
  await hero.getByLabel('Duration').selectOption({ label: '2 hours' });
  await hero.getByRole('button', { name: 'View Slots' }).click();

  // The rooms come in the order of what they have.
  await expect(page).toHaveURL((url) => url.pathname === '/meeting-room' && url.search === SEARCH_QUERY);
  await expect(resultsStatus(page)).toContainText(
    `9 rooms for 2 peopleTimes on ${fullDate(date)}: 8 free ${rangeText(requestedRange)}, 1 at another time`,
  );
  const freeGroup = roomGroup(page, `Free ${rangeText(requestedRange)}`);
  await expect(freeGroup.getByRole('article')).toHaveCount(8);
  const otherTimeGroup = roomGroup(page, 'Free at another time that day');
  await expect(otherTimeGroup.getByRole('article', { name: 'Marina Huddle' })).toBeVisible();

  // The time is chosen and priced where it is free; elsewhere the nearest one is a key press away.
  await expect(roomCard(page, 'Kolam Round')).toContainText('2 hours · ₹1,180 with 18% GST');
  const huddle = roomCard(page, 'Marina Huddle');
  await expect(huddle).toContainText('No time chosen yet');
  const nearest = huddle
    .getByRole('group', { name: /is not free/ })
    .getByRole('button')
    .first();
  await nearest.focus();
  await page.keyboard.press('Enter');
  await expect(nearest).toHaveAttribute('aria-pressed', 'true');
  await expect(huddle).toContainText('2 hours · ₹826 with 18% GST');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  // A phone leaves out the part of the day in which the room is closed.
  await expect(slot(huddle, '5:00 to 5:30 AM')).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(slot(huddle, '5:00 to 5:30 AM')).toHaveAccessibleName(/, closed$/);

  // Filters and order take effect at once, are described in words, and are in the address.
  await page.getByRole('button', { name: 'Projector' }).click();
  await expect(page.getByRole('heading', { name: '3 rooms for 2 people with Projector' })).toBeVisible();
  await chooseOption(page.getByRole('combobox', { name: 'Sort by' }), 'Price, lowest first');
  await expect(page).toHaveURL(/&amenities=projector&sort=price$/);
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Banyan Studio');
  await page.reload();
  await expect(page.getByRole('heading', { name: '3 rooms for 2 people with Projector' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveText('2 hours');
  await page.getByRole('button', { name: 'Projector' }).click();

  // Another search is a step in the history; Back returns to the one before.
  await chooseOption(page.getByRole('combobox', { name: 'Duration' }), 'Any');
  await expect(page.getByText('You have changed the search')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'View Slots' }).click();
  await expect(page).toHaveURL((url) => !url.search.includes('duration'));
  await expect(freeGroup).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveText('2 hours');
  await expect(freeGroup.getByRole('article')).toHaveCount(8);
});

const phones: readonly (readonly [number, number])[] = isFullRun
  ? [
      [360, 640],
      [360, 800],
    ]
  : [[360, 640]];
for (const [width, height] of phones) {
  test(`on a phone of ${width} by ${height} pixels the search is one line, and the first Book now is on the first screen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/meeting-room${SEARCH_QUERY}`);
    const form = page.getByRole('form', { name: 'Find a meeting room' });
    const line = page.getByRole('button', { name: /^Change the search: .* 2 people$/ });
    await expect(line).toBeVisible();
    await expect(form).toBeHidden();
    const bookNow = page.getByRole('button', { name: /^Book now/ }).first();
    await expect(bookNow).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await line.press('Enter');
    await expect(form).toBeFocused();
    await chooseOption(form.getByRole('combobox', { name: 'Duration' }), 'Any');
    await form.getByRole('button', { name: 'View Slots' }).click();
    await expect(line).toBeFocused();
    await expect(line).toHaveText(new RegExp(`, from ${clockTime(requestedRange.start)}, 2 people$`));
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Filter and sort' }).click();
    await page.getByRole('button', { name: 'Projector' }).click();
    await expect(page.getByRole('heading', { name: '3 rooms for 2 people with Projector' })).toBeVisible();
  });
}

/** Presses a button and goes back as soon as the address has changed, before the page shows where it led. */
const pressAndGoBackAtOnce = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate(async (button: HTMLElement) => {
    const before = location.href;
    button.click();
    while (location.href === before) await new Promise((resolve) => setTimeout(resolve));
    history.back();
  });

test('the Back button leads to the previous search, even before the next search is shown', async ({
  page,
}) => {
  await page.goto(`/meeting-room${SEARCH_QUERY}`);
  const duration = page.getByRole('combobox', { name: 'Duration' });
  await expect(duration).toHaveText('2 hours');
  await chooseOption(duration, 'Any');
  await expect(page.getByText('You have changed the search')).toBeVisible();
  await pressAndGoBackAtOnce(page, 'View Slots');
  await expect(duration).toHaveText('2 hours');
  await expect(page).toHaveURL((url) => url.search === SEARCH_QUERY);
  await expect(roomGroup(page, `Free ${rangeText(requestedRange)}`).getByRole('article')).toHaveCount(8);
});

test('a button whose page was left before it was shown leads there again', async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('form', { name: 'Find a room by time' });
  await hero.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(hero.getByLabel('Date', { exact: true })).toHaveValue(formatDayFirst(inDays(1)));
  await pressAndGoBackAtOnce(page, 'View Slots');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await hero.getByRole('button', { name: 'Tomorrow' }).click();
  await hero.getByRole('button', { name: 'View Slots' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/meeting-room');
});
