import { addDays, addMonths } from '../../../domain/time/calendar.ts';
import { formatDayFirst } from '../../../domain/time/typedDate.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { calendarDay, dateField, enterDate, expectDate, inDays, expectHydrated } from '../visitorActions.ts';

declare global {
  /** How often the date field had the focus. */
  var countFocus: () => void;
}

const CALENDAR = /\/assets\/Calendar-/;

/** Of the month after next: never today, and all in one month. */
const firstDay = `${addMonths(inDays(0), 2).slice(0, 7)}-01`;
const thirdDay = addDays(firstDay, 2);
const tenthDay = addDays(firstDay, 9);

test('a date is typed day first, and chosen in the calendar by keyboard', async ({ page }) => {
  let isCalendarRequested = false;
  page.on('request', (request) => (isCalendarRequested ||= CALENDAR.test(request.url())));
  await page.goto('/meeting-room');
  await expectHydrated(page);
  await page.getByLabel('Headcount').focus();
  expect(isCalendarRequested).toBe(false);

  const date = dateField(page);
  await date.focus();
  const [year, month] = firstDay.split('-').map(Number);
  await page.keyboard.type(`3-${month}-${year}`);
  await page.keyboard.press('Tab');
  await expectDate(page, thirdDay);
  await expect(page.getByRole('button', { name: 'Choose in a calendar' })).toBeFocused();

  await date.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(calendarDay(page, thirdDay)).toBeFocused();
  await expect(calendarDay(page, thirdDay)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectDate(page, tenthDay);
  await expect(date).toBeFocused();

  await page.keyboard.press('Alt+ArrowDown');
  await expect(calendarDay(page, tenthDay)).toBeFocused();
  // The month after it, and back to the one before it.
  await page.keyboard.press('PageDown');
  await expect(calendarDay(page, addMonths(tenthDay, 1))).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(calendarDay(page, tenthDay)).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(calendarDay(page, addMonths(tenthDay, -1))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendarDay(page, tenthDay)).toBeHidden();
  await expectDate(page, tenthDay);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a touch of the field opens the calendar, and not the keyboard', async ({ page }) => {
    await page.goto('/meeting-room');
    await expectHydrated(page);
    await enterDate(page, thirdDay);
    await dateField(page).blur();
    // Focus on an input opens the keyboard, also when it leaves at once.
    let focusCount = 0;
    await page.exposeFunction('countFocus', () => (focusCount += 1));
    await dateField(page).evaluate((input) => input.addEventListener('focus', () => globalThis.countFocus()));

    await dateField(page).tap();
    await expect(calendarDay(page, thirdDay)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(calendarDay(page, thirdDay)).toBeHidden();
    await expectDate(page, thirdDay);

    await dateField(page).tap();
    await calendarDay(page, tenthDay).tap();
    await expect(calendarDay(page, tenthDay)).toBeHidden();
    await expectDate(page, tenthDay);
    expect(focusCount).toBe(0);
  });
});

test('without the calendar the date is typed', async ({ page, expectError }) => {
  expectError(/ERR_FAILED/);
  await page.route(CALENDAR, (route) => route.abort());
  await page.goto('/meeting-room');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Choose in a calendar' }).click();
  await expect(dateField(page)).toHaveAccessibleDescription(
    'The calendar could not be loaded. Type the date instead',
  );
  await expect(dateField(page)).toBeFocused();
  await page.keyboard.type(formatDayFirst(tenthDay));
  await page.getByRole('button', { name: 'View Slots' }).click();
  await expect(page.getByRole('grid').first()).toBeVisible();

  await page.unroute(CALENDAR);
  await page.getByRole('button', { name: 'Choose in a calendar' }).click();
  await expect(calendarDay(page, tenthDay)).toBeFocused();
});
