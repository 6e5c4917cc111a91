import { fullDate } from '../../../domain/time/calendar.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import {
  bookingCard,
  bookNow,
  cards,
  checkoutFrame,
  selectSlots,
  chooseOption,
  confirm,
  inDays,
  member,
  openCheckout,
  payByCard,
  roomCard,
  searchFor,
  signIn,
  slot,
  expectToast,
} from '../visitorActions.ts';

test('a member opens a booking, cancels it by keyboard, and gets the points and the room back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const date = inDays(70);
  await signIn(page, member);
  await searchFor(page, date);
  await bookNow(await selectSlots(page, 'Marina Huddle', ['10:00 to 10:30 AM']));
  await confirm(page);
  const card = bookingCard(page, 'Marina Huddle', fullDate(date));
  await card.getByRole('link', { name: 'Marina Huddle' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Marina Huddle' })).toBeVisible();
  await expect(page.getByText(/Booking reference LR-[0-9A-F]{4}-[0-9A-F]{4}/)).toBeVisible();
  const policy = page.getByRole('region', { name: 'Cancellation' });
  await expect(policy).toContainText('All points are returned until 4 hours before the start.');
  await expect(policy).toContainText('If you cancel now: 0.5 points are returned to your balance');
  await expect(page.getByRole('link', { name: 'Open the map' })).toHaveAttribute('href', /Chennai/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // A reload shows the same page.
  await page.reload();
  const ask = page.getByRole('button', { name: 'Cancel this booking' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(question).toContainText('0.5 points are returned');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(ask).toBeFocused();

  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Cancel the booking' }).press('Enter');
  await expectToast(page, 'Your booking has been cancelled.');
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(ask).toBeHidden();
  await expect(policy.getByRole('heading')).toBeFocused();

  await page.getByRole('link', { name: 'My bookings' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'My bookings' })).toBeVisible();
  await expect(card).toBeHidden();
  await page.getByRole('tab', { name: 'Cancelled' }).click();
  await expect(card.getByText('Cancelled')).toBeVisible();
  await searchFor(page, date);
  await expect(slot(roomCard(page, 'Marina Huddle'), '10:00 to 10:30 AM')).not.toHaveAccessibleName(/taken/);
});

test('a guest sees the refund of a cancelled card booking on its page, with the provider’s reference', async ({
  page,
}) => {
  const date = inDays(71);
  await openCheckout(page, 'Signal Room', date, '10:00 to 10:30 AM');
  await payByCard(page, cards.success);
  const card = bookingCard(page, 'Signal Room', fullDate(date));
  await card.getByRole('link', { name: 'Signal Room' }).click();
  await expect(page.getByText(/^pay_/)).toBeVisible();
  const taxDocuments = page.getByRole('region', { name: 'Invoice' });
  const invoice = taxDocuments.getByRole('button', { name: /^Download Invoice [A-Z]{2}\// });
  await expect(invoice).toBeVisible();
  const [pdf] = await Promise.all([page.waitForEvent('download'), invoice.click()]);
  expect(pdf.suggestedFilename()).toMatch(/^[A-Z]{2}-\d{4}-\d{7}\.pdf$/);
  await page.getByRole('button', { name: 'Cancel this booking' }).click();
  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  const refund = page.getByRole('region', { name: 'Refund' });
  await expect(refund).toContainText('This booking was cancelled.');
  await expect(taxDocuments.getByRole('button', { name: /^Download Credit note/ })).toBeVisible();
  await expect(refund).toContainText(/Reference rfnd_/, { timeout: 120_000 });
  await expectAccessible(page);
  await taxDocuments.getByRole('button', { name: /^Print Invoice/ }).click();
  const printed = page.frameLocator('iframe[title^="Invoice"]');
  await expect(printed.getByRole('heading', { name: /invoice/i })).toHaveCount(1);
  await expect(printed.getByText(/DEMO/).first()).toBeAttached();
});

test('a guest leaves the payment of a move, finds the move on the booking’s page, continues it and drops it, moves for less and cancels', async ({
  page,
}) => {
  const date = inDays(73);
  await openCheckout(page, 'Signal Room', date, '10:00 to 10:30 AM');
  await payByCard(page, cards.success);
  await bookingCard(page, 'Signal Room', fullDate(date)).getByRole('link', { name: 'Signal Room' }).click();
  await expect(page.getByText(/Booking reference/)).toBeVisible();
  // Printed with its room, state, reference, address and how to get in.
  await page.emulateMedia({ media: 'print' });
  for (const text of ['Booked', /Booking reference/, 'Address', 'How to get in']) {
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Signal Room' })).toBeVisible();
  await page.emulateMedia({ media: null });
  const booking = page.url();
  await page.getByRole('link', { name: 'Move to another time' }).click();
  await expect(page.getByRole('combobox', { name: 'End time' })).toHaveText('10:30 AM');
  await chooseOption(page.getByRole('combobox', { name: 'End time' }), '11:30 AM');
  const pay = page.getByRole('button', { name: /^Pay .* and move$/ });
  await pay.click();
  await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();

  await page.goto(booking);
  const move = page.getByRole('region', { name: 'A move is waiting for payment' });
  await expect(move).toContainText('10:00 AM – 11:30 AM');
  await expect(move).toContainText(/held for you until \d{1,2}:\d{2} [AP]M/);
  await expectAccessible(page);
  await move.getByRole('link', { name: 'Continue the move' }).click();
  await expect(page.getByRole('combobox', { name: 'End time' })).toHaveText('11:30 AM');
  await expect(pay).toBeEnabled();
  await page.getByRole('link', { name: 'Back to the booking' }).click();
  await move.getByRole('button', { name: 'Drop the move' }).click();
  await expectToast(page, 'The move has been dropped. Your booking is unchanged.');
  await expect(move).toBeHidden();
  await expect(page.getByText('10:00 AM – 10:30 AM')).toBeVisible();

  // A cheaper room, and cancelling: two refunds.
  await page.getByRole('link', { name: 'Move to another time' }).click();
  await expect(page.getByRole('combobox', { name: 'End time' })).toHaveText('10:30 AM');
  await chooseOption(page.getByRole('combobox', { name: 'Room' }), 'Marina Huddle, up to 4');
  await page.getByRole('button', { name: 'Move the booking' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marina Huddle' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel this booking' }).click();
  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(page.getByRole('region', { name: 'Refund 2 of 2' })).toContainText(
    'This booking was cancelled.',
  );
  await expect(page.getByText('How to get in')).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
