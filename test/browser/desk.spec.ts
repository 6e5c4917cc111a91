import { addDays, dateAt } from '../../domain/calendar.ts';
import { bookingTimes } from '../../domain/slots.ts';
import { paths } from '../../contract/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './site.ts';

/* A day at the desk: what staff see and do, and what others see of it. */

const signIn = async (page: import('@playwright/test').Page, email: string, password: string) => {
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

test('a clerk finds a booking by keyboard, notes something, blocks a room, and reads the audit', async ({
  page,
  request,
  expectError,
}) => {
  // Tomorrow's last hour is nobody's in the demo.
  const { access, user_id } = (await (
    await request.post(paths.login, { data: { email: 'member@example.com', password: 'Member-2025!' } })
  ).json()) as { access: string; user_id: string };
  const day = addDays(dateAt(Date.now()), 1);
  const booked = await request.post(paths.book, {
    headers: { authorization: `Bearer ${access}` },
    data: { mid: 2, uid: user_id, bdate: day, ...bookingTimes({ start: 46, end: 48 }) },
  });
  expect(booked.status()).toBe(200);

  await page.goto(`/desk?date=${day}`);
  await expectAccessible(page);
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row')).toHaveCount(10);
  await expectAccessible(page);

  // From the first room to the end of the day, and down to the booking.
  await grid.locator('[tabindex="0"]').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(
    '11:00 PM to 12:00 AM, Booked, Meera Raman, 1 point',
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('member@example.com');
  await dialog.getByRole('button', { name: 'Write a note' }).click();
  await dialog.getByLabel('Note').fill('Needs an adapter');
  await dialog.getByRole('button', { name: 'Save the note' }).click();
  await expect(dialog).toContainText('Needs an adapter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('gridcell', { name: /Meera Raman, 1 point, with a note/ })).toBeVisible();

  // Blocking the house lists what is in the way; around it, the rest is blocked.
  expectError(/409 .*block-outs\/make/);
  await page.getByRole('link', { name: 'Blocked times' }).click();
  await page.getByRole('button', { name: 'Block times' }).click();
  await page.getByRole('button', { name: 'Choose the times' }).click();
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Last day').fill(day);
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Cleaning');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog).toContainText('11:00 PM to 12:00 AM: Meera Raman');
  await dialog.getByRole('button', { name: 'Block all other times' }).click();
  await expect(dialog).toContainText('cannot be booked any more');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('list', { name: 'Blocked times' })).toContainText('The whole house');
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByLabel('Reason').fill('Done early');
  await dialog.getByRole('button', { name: 'Remove the block' }).click();
  await expect(dialog).toContainText('can be booked again');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No times are blocked.')).toBeVisible();

  await page.getByRole('link', { name: 'Audit' }).click();
  const audit = page.getByRole('table');
  await expect(audit.getByRole('row').nth(1)).toContainText('unblocked');
  await expect(audit.getByRole('row').nth(2)).toContainText('Cleaning');
  await expect(audit.getByRole('row').nth(3)).toContainText('note written');
  await expectAccessible(page);

  // On a phone the day is a list.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/desk?date=${day}`);
  await expect(page.getByRole('list', { name: 'Bookings of the day' })).toContainText('Meera Raman');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a customer is sent away from the desk, whose page no search engine lists', async ({
  page,
  request,
  expectError,
}) => {
  expect((await request.get('/desk')).headers()['x-robots-tag']).toBe('noindex');
  expectError(/403 .*desk\/me/);
  await page.goto('/desk');
  await signIn(page, 'guest@example.com', 'Guest-2025!');
  await expect(page.getByRole('heading', { name: 'The desk is for staff' })).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible();
});
