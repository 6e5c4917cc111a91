import type { Locator, Request } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { expect, test } from '../site.ts';
import {
  bookAsMember,
  bookNow,
  selectSlots,
  dateField,
  enterDate,
  expectBookingWindow,
  expectDate,
  followFooterLink,
  expectHydrated,
  inDays,
  roomCard,
  searchFor,
  slot,
  chooseOption,
} from '../visitorActions.ts';

/** Scrolled part of a card, around its slots. */
const strip = (card: Locator) => card.getByRole('grid').locator('..');

test('each room shows its day from the requested time', async ({ page }) => {
  await page.goto('/meeting-room');
  await expectHydrated(page);
  await enterDate(page, inDays(3));
  await chooseOption(page.getByRole('combobox', { name: 'Start time' }), '2:00 PM');
  await page.getByRole('button', { name: 'View Slots' }).click();
  const days = page.getByRole('grid', { name: /^Times of / });
  await expect(days.first()).toBeVisible();
  const rooms = await page.getByRole('article').all();
  expect(rooms.length).toBeGreaterThan(6);
  for (const room of rooms) {
    await room.scrollIntoViewIfNeeded();
    const requestedSlot = slot(room, '2:00 to 2:30 PM');
    await expect(requestedSlot).toBeInViewport({ ratio: 1 });
    await expect(slot(room, '1:30 to 2:00 PM')).not.toBeInViewport();
  }
});

test('today is the server’s on a computer whose clock is days ahead', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 2 * 86_400_000 });
  await page.goto('/meeting-room');
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'View Slots' }).click();
  await expectDate(page, inDays(0));
  await expectBookingWindow(page, inDays(0));
  await expect(page.getByRole('grid').first()).toHaveAccessibleName(new RegExp(fullDate(inDays(0))));
  await enterDate(page, inDays(-1));
  await page.getByRole('button', { name: 'View Slots' }).click();
  await expect(dateField(page)).toHaveAccessibleDescription(/Choose today or a later date/);
  await expect(dateField(page)).toBeFocused();
});

test('search, choice and booking screen survive a reload', async ({ page }) => {
  const date = inDays(41);
  await searchFor(page, date);
  const card = await selectSlots(page, 'Signal Room', ['10:00 to 10:30 AM', '10:30 to 11:00 AM']);
  await page.reload();
  await expectDate(page, date);
  await expect(card).toContainText('10:00 AM – 11:00 AM');
  await bookNow(card);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Signal Room' })).toBeVisible();
  await page.goBack();
  await expect(card).toContainText('10:00 AM – 11:00 AM');
});

test('the arrows scroll the day by 200 pixels, to its end', async ({ page }) => {
  await searchFor(page, inDays(42));
  const card = roomCard(page, 'Kolam Round');
  const earlier = card.getByRole('button', { name: /^Earlier times/ });
  const later = card.getByRole('button', { name: /^Later times/ });
  const scrollLeft = () => strip(card).evaluate((day) => day.scrollLeft);
  await slot(card, '8:00 to 8:30 AM').scrollIntoViewIfNeeded();
  const before = await scrollLeft();
  await later.click();
  await expect.poll(scrollLeft).toBe(before + 200);
  await earlier.click();
  await expect.poll(scrollLeft).toBe(before);

  for (const [arrow, key, lastSlot] of [
    [later, 'End', '11:30 PM to 12:00 AM'],
    [earlier, 'Home', '12:00 to 12:30 AM'],
  ] as const) {
    await expect(arrow).toHaveAttribute('aria-disabled', 'false');
    await slot(card, '8:00 to 8:30 AM').focus();
    await page.keyboard.press(key);
    await expect(slot(card, lastSlot)).toBeInViewport({ ratio: 1 });
    await expect(arrow).toHaveAttribute('aria-disabled', 'true');
  }
});

test('the strip shows whole slots only, also after an arrow', async ({ page }) => {
  await searchFor(page, inDays(42));
  const card = roomCard(page, 'Kolam Round');
  await slot(card, '10:00 to 10:30 AM').scrollIntoViewIfNeeded();
  const countCutOffSlots = () =>
    strip(card).evaluate((day) => {
      const visibleArea = day.getBoundingClientRect();
      return [...day.querySelectorAll('[data-slot]')]
        .map((cell) => cell.getBoundingClientRect())
        .filter(({ left, right }) =>
          [visibleArea.left, visibleArea.right].some((edge) => left < edge - 1 && right > edge + 1),
        ).length;
    });
  expect(await countCutOffSlots()).toBe(0);
  await strip(card).evaluate((day) => day.scrollBy({ left: 30, behavior: 'instant' }));
  expect(await countCutOffSlots()).toBeGreaterThan(0);
  await card.getByRole('button', { name: /^Later times/ }).click();
  await expect.poll(countCutOffSlots).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the whole day is there without scrolling sideways, and CONFIRM without scrolling at all', async ({
    page,
  }) => {
    await searchFor(page, inDays(42));
    const card = roomCard(page, 'Kolam Round');
    // The room is closed at night.
    await expect(card.getByRole('rowheader')).toHaveText(['Morning', 'Afternoon', 'Evening']);
    const daySize = () =>
      strip(card).evaluate((day) => [day.scrollWidth - day.clientWidth, day.scrollHeight]);
    const [overflowX, height] = await daySize();
    expect(overflowX).toBe(0);
    expect(height).toBeLessThan(740);

    await slot(card, '10:00 to 10:30 AM').tap();
    await page.keyboard.press('ArrowDown');
    await expect(slot(card, '1:00 to 1:30 PM')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(slot(card, '10:00 to 10:30 AM')).toBeFocused();

    await bookNow(card);
    const confirm = page.getByRole('button', { name: 'CONFIRM', exact: true });
    await expect(confirm).toBeInViewport({ ratio: 1 });
    await expect(confirm).toHaveAccessibleDescription('Pay ₹295.00');
    await expect(page.getByRole('img', { name: /Kolam Round/ })).toBeInViewport();
  });
});

test('slots are chosen by keyboard alone', async ({ page }) => {
  await searchFor(page, inDays(42));
  const card = roomCard(page, 'Kolam Round');
  await slot(card, '10:00 to 10:30 AM').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(card).toContainText('10:00 AM – 11:30 AM');
  await expect(slot(card, '11:00 to 11:30 AM')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(slot(card, '12:00 to 12:30 AM')).toBeFocused();
  await page.keyboard.press('End');
  await expect(slot(card, '11:30 PM to 12:00 AM')).toBeFocused();
});

test('a slot that another visitor books turns taken on the screen', async ({ page, request }) => {
  const date = inDays(47);
  await searchFor(page, date);
  const bookedSlot = slot(roomCard(page, 'Kolam Round'), '10:00 to 10:30 AM');
  await expect(bookedSlot).toHaveAccessibleName(/free/);

  await bookAsMember(request, 'Kolam Round', date, ['10:00:00', '10:30:00']);
  await expect(bookedSlot).toHaveAccessibleName(/taken/);
});

test('live updates resume after a proxy has answered 502', async ({ page, request, expectError }) => {
  expectError(/502/);
  let attempts = 0;
  await page.route(`**${paths.liveSlots}*`, (route) => {
    attempts += 1;
    return attempts <= 2 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue();
  });
  const date = inDays(48);
  const connected = page.waitForResponse(
    (response) => response.url().includes(paths.liveSlots) && response.status() === 200,
  );
  await searchFor(page, date);
  const bookedSlot = slot(roomCard(page, 'Kolam Round'), '10:00 to 10:30 AM');
  await expect(bookedSlot).toHaveAccessibleName(/free/);
  await connected;
  await bookAsMember(request, 'Kolam Round', date, ['10:00:00', '10:30:00']);
  await expect(bookedSlot).toHaveAccessibleName(/taken/);
});

test('a page without rooms has no live connection, and the rooms reconnect', async ({ page }) => {
  const isLiveRequest = (request: Request) => request.url().includes(paths.liveSlots);
  const waitForDisconnect = () => page.waitForEvent('requestfailed', isLiveRequest);
  const waitForConnect = () => page.waitForRequest(isLiveRequest);
  await Promise.all([waitForConnect(), searchFor(page, inDays(48))]);
  await Promise.all([waitForDisconnect(), followFooterLink(page, 'About Us')]);
  await Promise.all([waitForConnect(), page.goBack()]);
  await selectSlots(page, 'Kolam Round', ['4:00 to 4:30 PM']);
  await Promise.all([waitForDisconnect(), bookNow(roomCard(page, 'Kolam Round'))]);
});
