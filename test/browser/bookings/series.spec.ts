import type { Locator } from '@playwright/test';
import { fullDate } from '../../../domain/time/calendar.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { signInToApi } from '../apiClient.ts';
import { expect, test } from '../site.ts';
import {
  bookingCard,
  bookNow,
  cards,
  selectSlots,
  checkoutFrame,
  chooseOption,
  confirm,
  guest,
  inDays,
  newestToast,
  member,
  payByCard,
  roomCard,
  searchFor,
  signIn,
} from '../visitorActions.ts';

const ROOM = 'Walnut Ten';

test('a guest repeats a booking every two weeks, replaces the date that is taken, pays for all and cancels one', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const dates = [inDays(84), inDays(98), inDays(112)] as const;
  const secondDate = fullDate(dates[1]);
  await (await signInToApi(site.url, member)).book(ROOM, dates[1], { start: 20, end: 22 });
  await signIn(page, guest);
  await searchFor(page, dates[0]);
  await bookNow(await selectSlots(page, ROOM, ['10:00 to 10:30 AM', '10:30 to 11:00 AM']));

  const repeat = page.getByRole('region', { name: 'Repeat' });
  await repeat.getByRole('button', { name: 'Repeat this booking' }).click();
  await chooseOption(repeat.getByRole('combobox', { name: 'How often' }), 'Every two weeks');
  await chooseOption(repeat.getByRole('combobox', { name: 'Dates' }), '3');
  await expect(repeat.getByRole('status')).toHaveText(
    '2 of 3 dates are free. Replace the others, or leave them out.',
  );
  const confirmButton = page.getByRole('button', { name: 'CONFIRM', exact: true });
  await expect(confirmButton).toContainText('3 dates, not included yet');
  await confirmButton.click();
  await expect(
    newestToast(
      page,
      '3 dates are chosen, but not yet included: replace those that are not free, or leave them out.',
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const replacement = repeat.getByRole('group', { name: `Instead of ${secondDate}` });
  await replacement.getByRole('list', { name: 'Free in this room' }).getByRole('button').first().click();
  await expect(repeat.getByRole('status')).toHaveText('All 3 dates are free.');
  await expect(confirmButton).toContainText(/^CONFIRMPay ₹[\d,.]+ for 3 dates$/);
  await repeat.getByRole('button', { name: 'Done' }).click();
  await expect(repeat.getByRole('heading', { name: 'Every two weeks, 3 dates' })).toBeVisible();
  const price = page.getByRole('region', { name: 'Price' });
  await expect(price).toContainText('Dates3');
  await expectAccessible(page);
  // It stays over a reload.
  await page.reload();
  await expect(repeat.getByRole('list', { name: 'Dates' }).getByRole('listitem')).toHaveCount(3);
  await confirm(page);
  await payByCard(page, cards.success);

  await expect(page).toHaveURL(/\/my-bookings$/);
  const group = page.getByRole('region', { name: '3 dates, booked together' });
  await expect(group.getByRole('article')).toHaveCount(3);
  for (const date of dates) await expect(bookingCard(page, ROOM, fullDate(date))).toBeVisible();
  await bookingCard(page, ROOM, secondDate).getByRole('link', { name: ROOM }).click();
  await expect(
    page.getByRole('region', { name: 'Invoice' }).getByRole('button', { name: /^Download Invoice/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel this booking' }).click();
  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(page.getByRole('region', { name: 'Refund' })).toContainText('This booking was cancelled.');
  await expect(
    page.getByRole('region', { name: 'Invoice' }).getByRole('button', { name: /^Download Credit note/ }),
  ).toBeVisible();
  await page.goto('/my-bookings');
  for (const [nth, date] of dates.entries()) {
    const state = nth === 1 ? 'cancelled' : 'confirmed';
    await expect(bookingCard(page, ROOM, fullDate(date))).toHaveAttribute('data-state', state);
  }
});

test('six weekly dates are chosen, seen in CONFIRM and confirmed with six clicks, counted from the results of a search', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, guest);
  await searchFor(page, inDays(120));
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(
    roomCard(page, 'Athangudi Lounge').locator('[role="gridcell"]:not([aria-disabled]):visible').nth(5),
  );
  await click(page.getByRole('button', { name: 'Book now: Athangudi Lounge' }));
  await click(page.getByRole('button', { name: 'Repeat this booking' }));
  await click(page.getByRole('combobox', { name: 'Dates' }));
  await click(page.getByRole('option', { name: '6', exact: true }));
  const confirmButton = page.getByRole('button', { name: 'CONFIRM', exact: true });
  await expect(confirmButton).toContainText('for 6 dates');
  await click(confirmButton);
  await expect(checkoutFrame(page).locator('body')).toContainText('Pay');
  expect(clicks).toBeLessThanOrEqual(6);
});
