import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { TillsResponse } from '../../../contract/desk/money/till.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { addDays, fullDate, weekdayOf } from '../../../domain/time/calendar.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { cards, inDays, payByCard } from '../visitorActions.ts';
import { apiSession, button, countedClerk, owner, sell, signIn } from './deskActions.ts';

/* What a clerk does every week, every evening and with every settlement, with the number of actions. */

const clerk = { email: 'desk@example.com', password: 'Desk-2025!' };

test('a customer comes every Tuesday: one sale of four dates', async ({ page }) => {
  let day = inDays(40);
  while (weekdayOf(day) !== 1) day = addDays(day, 1);
  await page.goto(`/desk?date=${day}`);
  await signIn(page, clerk.email, clerk.password);
  const grid = page.getByRole('grid');
  const dialog = page.getByRole('dialog');
  const counted = countedClerk();
  const row = grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /Kolam Round/ }) });
  await counted.press(row.getByRole('gridcell', { name: '8:00 AM, free' }));
  await counted.press(button(dialog, 'Cash or UPI'));
  await counted.enter(dialog.getByRole('combobox', { name: 'Customer' }), 'gautam');
  await counted.press(page.getByRole('option', { name: /Gautam Raman/ }));
  await counted.press(button(dialog, 'Every week'));
  await expect(dialog.getByText('4 of 4 dates will be booked.')).toBeVisible();
  await expectAccessible(page);
  await counted.press(button(dialog, 'Record payment and book'));
  await expect(dialog).toBeHidden();
  counted.expectFewActions();
  for (const date of [day, addDays(day, 21)]) {
    await page.goto(`/desk?date=${date}`);
    await expect(grid.getByRole('gridcell', { name: /8:00 AM to .* Gautam Raman/ })).toBeVisible();
  }
  await page.goto(`/desk?date=${addDays(day, 28)}`);
  await expect(row.getByRole('gridcell', { name: '8:00 AM, free' })).toBeVisible();
  await expect(page.getByRole('heading', { name: fullDate(addDays(day, 28)) })).toBeVisible();
});

test('a clerk counts the till and signs it off at the close of the day', async ({ page, request }) => {
  const desk = await apiSession(request, clerk.email, clerk.password);
  await sell(desk, deskPaths.sell, inDays(50), { first_name: 'Till Cash', method: 'cash' });
  const { data } = await desk.get<TillsResponse>(deskPaths.tills, {});
  const own = data.tills.find(({ clerk_id }) => clerk_id === desk.userId);
  if (!own) throw new Error('the clerk has no till');
  await page.goto('/desk');
  await signIn(page, clerk.email, clerk.password);
  await expect(page.getByRole('grid')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const counted = countedClerk();
  await counted.press(button(page, 'More'));
  await counted.press(page.getByRole('menuitem', { name: 'Close of day' }));
  await counted.press(button(page, /^Count and sign off the till of/));
  await counted.enter(dialog.getByLabel('Cash counted'), own.cash.expected);
  await counted.enter(dialog.getByLabel('UPI counted'), own.upi.expected);
  await expectAccessible(page);
  await counted.press(button(dialog, 'Sign off'));
  await expect(dialog).toBeHidden();
  counted.expectFewActions();
  await expect(page.getByText('Nothing was taken or handed out since the last count.')).toBeVisible();
  const counts = page.getByRole('table', { name: 'Signed-off counts' });
  await expect(counts.getByRole('row').nth(1)).toContainText('Nothing');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('a settlement of the provider is matched, and a payment that is not ours is explained', async ({
  page,
  request,
}) => {
  // A payment for the report.
  const desk = await apiSession(request, owner.email, owner.password);
  const sold = await sell(desk, deskPaths.makeLink, inDays(51), { first_name: 'Paid Online' });
  const { data: booking } = await desk.get<DeskBookingResponse>(deskPaths.booking, sold);
  await page.goto(booking.link?.url ?? '');
  await page.getByRole('button', { name: 'Pay' }).click();
  await payByCard(page, cards.success);
  await expect(page.getByText('This link is paid. Thank you.')).toBeVisible();
  const report = await (await request.get('/sandbox/settlements.csv')).text();
  const ofPayment = report.split('\r\n').find((line) => line.includes('pay_')) ?? '';
  const withUnknown = `${report}${ofPayment.replace(/pay_\w+/, 'pay_NotOurs0000001')}\r\n`;

  await page.goto('/desk');
  await signIn(page, owner.email, owner.password);
  await expect(page.getByRole('grid')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const counted = countedClerk();
  await counted.press(button(page, 'More'));
  await counted.press(page.getByRole('menuitem', { name: 'Settlements' }));
  await counted.chooseFile(button(page, 'Upload a report'), 'november.csv', withUnknown);
  await counted.press(button(page, 'Explain pay_NotOurs0000001'));
  await counted.enter(dialog.getByLabel('Why it differs'), 'The terminal of the café');
  await expectAccessible(page);
  await counted.press(button(dialog, 'Save the explanation'));
  await expect(dialog).toBeHidden();
  counted.expectFewActions();
  const explained = page.getByRole('table', { name: 'Explained differences' });
  await expect(explained.getByRole('row', { name: /pay_NotOurs0000001/ })).toContainText(
    'The terminal of the café',
  );
  await expect(page.getByRole('table', { name: 'Uploaded reports' })).toContainText('november.csv');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
