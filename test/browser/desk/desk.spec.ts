import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { addDays, dateAt, fullDate, longDate } from '../../../domain/time/calendar.ts';
import { formatDayFirst } from '../../../domain/time/typedDate.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { SecondFactorSetupResponse } from '../../../contract/account/secondFactor.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { cards, chooseOption, member, payByCard, toast } from '../visitorActions.ts';
import { apiSession, signIn } from './deskActions.ts';

/* A day at the desk: what staff see and do, and what others see of it. */

/** The demo's member, who books an hour of Kolam Round on a day with points, from a slot on. */
async function memberApi(request: APIRequestContext, day: string) {
  const login = await request.post(paths.login, { data: member });
  const { access, user_id } = (await login.json()) as { access: string; user_id: string };
  const headers = { authorization: `Bearer ${access}` };
  const book = async (start: number) => {
    const data = { mid: 2, uid: user_id, bdate: day, ...bookingTimes({ start, end: start + 2 }) };
    const booked = await request.post(paths.book, { headers, data });
    expect(booked.status()).toBe(200);
    return ((await booked.json()) as { data: { booking_id: string } }).data.booking_id;
  };
  return { headers, book };
}

/** Opens the last time of the first room: on some days the demo has a booking where its focus begins. */
async function openLastSlot(grid: Locator) {
  await grid.locator('[tabindex="0"]').press('End');
  await grid.page().keyboard.press('Enter');
}

test('a clerk finds a booking by keyboard, notes something, blocks a room, and reads the audit', async ({
  page,
  request,
  expectError,
}) => {
  // Tomorrow's last hour is nobody's in the demo.
  const day = addDays(dateAt(Date.now()), 1);
  const { book } = await memberApi(request, day);
  await book(46);

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

  // Blocking all rooms lists the conflicts; "around" blocks the other slots.
  expectError(/409 .*block-outs\/make/);
  await page.getByRole('link', { name: 'Blocked times' }).click();
  await page.getByRole('button', { name: 'Block times' }).click();
  // A day is typed day first in every browser, and what is no date is refused.
  // Nothing is blocked by mistake: the room must be chosen.
  await chooseOption(dialog.getByRole('combobox', { name: 'Room' }), 'All rooms');
  await dialog.getByLabel('First day').fill(formatDayFirst(day));
  await dialog.getByLabel('Last day').fill('31/02/2026');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Cleaning');
  expectError(/400 .*block-outs\/make/);
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  const lastDay = dialog.getByLabel('Last day');
  await expect(lastDay).toBeFocused();
  await expect(lastDay).toHaveAccessibleDescription('Enter a date as DD/MM/YYYY');
  // Or it is chosen in the calendar, which takes the focus out of the dialog and returns it.
  await lastDay.fill(formatDayFirst(addDays(day, -1)));
  await lastDay.press('Alt+ArrowDown');
  await expect(page.getByRole('gridcell', { name: fullDate(addDays(day, -1)) })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(lastDay).toHaveValue(formatDayFirst(day));
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  const takenTimes = dialog.getByRole('list', { name: 'Taken times' });
  await expect(takenTimes.getByRole('listitem').filter({ hasText: '11:00 PM to 12:00 AM' })).toContainText(
    'Meera Raman',
  );
  await dialog.getByRole('button', { name: 'Block all other times' }).click();
  await expect(page.getByText('The times are blocked')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Blocked times' })).toContainText('All rooms');
  // It is edited, and one of its days is left out and blocked again.
  const blocks = page.getByRole('list', { name: 'Blocked times' });
  await blocks.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Cleaning');
  await dialog.getByLabel('Last day').fill(formatDayFirst(addDays(day, 1)));
  await dialog.getByLabel('Reason').fill('Cleaning twice');
  await expectAccessible(page);
  expectError(/409 .*block-outs\/edit/);
  await dialog.getByRole('button', { name: 'Save the block' }).click();
  await dialog.getByRole('button', { name: 'Block all other times' }).click();
  await expect(blocks).toContainText('Cleaning twice');
  await blocks.getByRole('button', { name: 'Leave out a day' }).click();
  await chooseOption(dialog.getByRole('combobox', { name: 'Day' }), longDate(addDays(day, 1)));
  await dialog.getByLabel('Reason').fill('An evening class');
  await dialog.getByRole('button', { name: 'Leave it out' }).click();
  await expect(page.getByRole('list', { name: 'Days left out' })).toContainText(longDate(addDays(day, 1)));
  await blocks.getByRole('button', { name: `Block ${longDate(addDays(day, 1))} again` }).click();
  await dialog.getByLabel('Reason').fill('The class is elsewhere');
  await dialog.getByRole('button', { name: 'Block again' }).click();
  await expect(page.getByRole('list', { name: 'Days left out' })).toBeHidden();
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel('Reason').fill('Done early');
  await dialog.getByRole('button', { name: 'Remove the block' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No times are blocked.')).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Audit' }).click();
  const audit = page.getByRole('table');
  await expect(audit.getByRole('row').nth(1)).toContainText('unblocked');
  await expect(audit.getByRole('row').nth(2)).toContainText('day blocked again');
  await expect(audit.getByRole('row').nth(3)).toContainText('day left out');
  await expect(audit.getByRole('row').nth(4)).toContainText('Cleaning twice');
  await expect(audit.getByRole('row').nth(5)).toContainText('Cleaning');
  await expect(audit.getByRole('row').nth(6)).toContainText('note written');
  await expectAccessible(page);

  // On a phone the day is a list.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/desk?date=${day}`);
  await expect(page.getByRole('list', { name: 'Bookings of the day' })).toContainText('Meera Raman');
  // Each room says when it is free: the booking at the end of the day leaves the time before it.
  await expect(
    page.getByRole('table', { name: 'Free times' }).getByRole('row', { name: /^Kolam Round/ }),
  ).toContainText(/–11:00 PM/);
  // The list has no free slot to press.
  await page.getByRole('button', { name: 'New booking' }).click();
  const walkIn = page.getByRole('dialog', { name: /^Book, / });
  await expect(walkIn.getByLabel('Room')).toBeVisible();
  await walkIn.getByRole('button', { name: 'Not now' }).click();
  await expect(walkIn).toBeHidden();
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the filter of the plan keeps the focus of the keyboard when it is shown and taken off', async ({
  page,
}) => {
  await page.goto('/desk');
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  const filter = page.getByRole('search', { name: 'Filter the rooms' });
  const show = filter.getByRole('button', { name: 'Show', exact: true });
  await filter.getByLabel('Seats').fill('8');
  await show.press('Enter');
  const showAll = filter.getByRole('link', { name: 'Show all' });
  await expect(showAll).toBeVisible();
  await expect(show).toBeFocused();
  await showAll.press('Enter');
  await expect(showAll).toBeHidden();
  await expect(show).toBeFocused();
  await expect(filter.getByLabel('Seats')).toHaveValue('');
});

test('staff block the remaining times after a conflict has gone, and confirm a new conflict again', async ({
  page,
  request,
  expectError,
}) => {
  expectError(/409 .*block-outs\/make/);
  const day = addDays(dateAt(Date.now()), 5);
  const { headers, book } = await memberApi(request, day);
  const firstBooking = await book(44);

  await page.goto('/desk?view=blocked');
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  await page.getByRole('button', { name: 'Block times' }).click();
  const dialog = page.getByRole('dialog');
  await chooseOption(dialog.getByRole('combobox', { name: 'Room' }), 'Kolam Round');
  await dialog.getByLabel('First day').fill(formatDayFirst(day));
  await dialog.getByLabel('Last day').fill(formatDayFirst(day));
  await chooseOption(dialog.getByRole('combobox', { name: 'From' }), '10:00 PM');
  await dialog.getByLabel('Reason').fill('A leak');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  const conflicts = dialog.getByRole('listitem');
  await expect(conflicts).toHaveText([/10:00 PM to 11:00 PM.*, Meera Raman/]);
  // Somebody books while the list is read: nothing is blocked around a booking that nobody has seen.
  await book(46);
  await dialog.getByRole('button', { name: 'Block all other times' }).click();
  await expect(conflicts).toHaveText([
    /10:00 PM to 11:00 PM.*, Meera Raman/,
    /11:00 PM to 12:00 AM.*, Meera Raman/,
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Block all other times' }).click();
  await expect(dialog).toBeHidden();

  const blockOut = page.getByRole('list', { name: 'Blocked times' }).locator('> li');
  await expect(blockOut).toContainText('Not blocked, because these times are taken');
  await expect(blockOut.getByRole('listitem')).toHaveCount(2);
  await expect(blockOut.getByRole('alert')).toHaveCount(0);
  const bookingRequest = { headers, params: { booking_id: firstBooking } };
  const terms = await request.get(paths.cancelTerms, bookingRequest);
  const { refund } = ((await terms.json()) as { data: { refund: unknown } }).data;
  const cancelled = await request.post(paths.cancel, { headers, data: { booking_id: firstBooking, refund } });
  expect(cancelled.status()).toBe(200);
  await expect(blockOut.getByRole('alert')).toContainText('1 hour of these times can be booked.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await blockOut.getByRole('button', { name: 'Block the rest' }).press('Enter');
  await expect(page.getByText('The remaining times are blocked')).toBeVisible();
  await expect(blockOut.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await expect(blockOut.getByRole('listitem')).toHaveText([/11:00 PM to 12:00 AM.*, Meera Raman/]);
});

test('a customer comes every week: one sale, with a date left out that is taken', async ({
  page,
  request,
}) => {
  const day = addDays(dateAt(Date.now()), 15);
  // A member has the same time three weeks later.
  const { book } = await memberApi(request, addDays(day, 21));
  await book(46);
  await page.goto(`/desk?date=${day}`);
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  const grid = page.getByRole('grid');
  const dialog = page.getByRole('dialog');
  await openLastSlot(grid);
  await dialog.getByRole('button', { name: 'Cash or UPI' }).click();
  await chooseCustomer(dialog, 'gautam', /Gautam Raman/);
  await chooseOption(dialog.getByRole('combobox', { name: 'Room' }), 'Kolam Round');
  await chooseOption(dialog.getByRole('combobox', { name: 'From' }), '11:00 PM');
  await dialog.getByRole('button', { name: 'Every week' }).click();
  const dates = dialog.getByRole('group', { name: 'Dates' });
  await expect(dates.getByRole('checkbox')).toHaveCount(4);
  await expect(dates.getByRole('checkbox', { name: /Meera Raman has 11:00 PM/ })).toBeDisabled();
  await expect(dates.getByRole('status')).toHaveText('3 of 4 dates will be booked.');
  await expectAccessible(page);
  await dates.getByRole('checkbox', { name: fullDate(addDays(day, 7)) }).uncheck();
  await expect(dialog.getByText(/^To pay: ₹.* for 2 dates/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Record payment and book' }).dblclick();
  await expect(dialog).toBeHidden();
  await grid.getByRole('gridcell', { name: /Gautam Raman/ }).click();
  await dialog.getByRole('button', { name: 'Text for the customer' }).click();
  await expect(dialog.getByLabel('Text for WhatsApp or SMS')).toHaveValue(
    new RegExp(
      `your 2 bookings are confirmed\\. .*\nKolam Round, ${fullDate(day)}, 11:00 PM to .*\nKolam Round, ${fullDate(addDays(day, 14))}, 11:00 PM to`,
    ),
  );
  await expectAccessible(page);
  await page.goto(`/desk?date=${addDays(day, 14)}`);
  await expect(grid.getByRole('gridcell', { name: /Gautam Raman/ })).toHaveCount(1);
  await page.goto(`/desk?date=${addDays(day, 7)}`);
  await expect(grid).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: /Gautam Raman/ })).toHaveCount(0);
});

/** Finds a customer by a text and chooses the one with the name. */
async function chooseCustomer(dialog: Locator, text: string, name: RegExp): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Customer' }).fill(text);
  await dialog.page().getByRole('option', { name }).click();
}

test('staff sell from the page of a customer, and a refused sale keeps what was typed', async ({ page }) => {
  const day = addDays(dateAt(Date.now()), 12);
  const dialog = page.getByRole('dialog');
  await page.goto('/desk?view=people&search=98400+12345');
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  await page.getByRole('link', { name: 'Gautam Raman' }).click();
  await page.getByRole('link', { name: 'Sell a room' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue('Gautam Raman');
  await dialog.getByLabel('Date').fill(formatDayFirst(day));
  await expect(page).toHaveURL(new RegExp(`date=${day}`));
  // The form proposes the next free time, which late in the evening is the one that is opened below.
  await chooseOption(dialog.getByRole('combobox', { name: 'From' }), '11:00 AM');
  await dialog.getByRole('button', { name: 'Company and GSTIN' }).click();
  await dialog.getByLabel('Company').fill('Chennai Textiles Private Limited');
  await dialog.getByLabel('GSTIN').fill('33AAACH7409R1Z9');
  // This customer may have saved an address.
  await dialog.getByLabel('Address').clear();
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await dialog.getByLabel('Note for the staff').fill('Comes every week');
  await dialog.getByRole('button', { name: 'Record payment and book' }).click();
  await expect(dialog.getByLabel('GSTIN')).toBeFocused();
  await expect(dialog).toContainText('Enter the address: an invoice with a GSTIN needs it');
  await expectAccessible(page);
  await dialog.getByLabel('GSTIN').fill('33AAACH7409R1Z8');
  await dialog.getByLabel('Address').fill('12 Usman Road, Chennai');
  await dialog.getByRole('button', { name: 'Record payment and book' }).dblclick();
  await expect(toast(page, 'Booked')).toBeVisible();
  // Back on the page of the customer, with one booking of that day.
  const bookings = page.getByRole('table', { name: 'Bookings' });
  await expect(bookings.getByRole('row', { name: new RegExp(longDate(day)) })).toHaveCount(1);
  await expect(page.getByText('Chennai Textiles Private Limited, GSTIN 33AAACH7409R1Z8')).toBeVisible();

  // Somebody who is not found is a new customer, with what was typed.
  await page.goto(`/desk?date=${day}`);
  await openLastSlot(page.getByRole('grid'));
  await dialog.getByRole('button', { name: 'Cash or UPI' }).click();
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('+91 98888 11111');
  await expect(dialog).toContainText('Nobody was found. Enter a new customer below.');
  await dialog.getByRole('button', { name: 'Record payment and book' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await dialog.getByRole('button', { name: 'New customer' }).click();
  await expect(dialog.getByLabel('Phone')).toHaveValue('+91 98888 11111');
  await expectAccessible(page);
});

test('staff sell to somebody who has only a phone number, and several dates by one link', async ({
  page,
  expectError,
}) => {
  expectError(/409 .*booking\/link\//);
  expectError(/409 .*person\/address\//);
  const day = addDays(dateAt(Date.now()), 13);
  const dialog = page.getByRole('dialog');
  const grid = page.getByRole('grid');
  const text = dialog.getByLabel('Text for WhatsApp or SMS');
  const openSale = async (way: string) => {
    await page.goto(`/desk?date=${day}`);
    await openLastSlot(grid);
    await dialog.getByRole('button', { name: way }).click();
  };
  const enterCustomer = async (name: string) => {
    await dialog.getByRole('button', { name: 'New customer' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Phone').fill('98400 66001');
  };
  await page.goto('/desk');
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  await expect(grid).toBeVisible();

  // Nobody gets an email, so the desk sends the text.
  await openSale('Cash or UPI');
  await enterCustomer('Lakshmi Rao');
  await dialog.getByRole('button', { name: 'Record payment and book' }).click();
  await expect(text).toHaveValue(new RegExp(`is confirmed[^]*Marina Huddle, ${fullDate(day)}[^]*Price: ₹`));
  await expect(dialog.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919840066001\?text=/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await grid.getByRole('gridcell', { name: /Lakshmi Rao/ }).click();
  await expect(dialog).toContainText('has no email address');
  await expect(text).toBeVisible();

  // The number is hers: another name is refused, and one press chooses her. Four dates wait for one payment.
  await page.goto(`/desk?date=${addDays(day, 1)}`);
  await openLastSlot(grid);
  await dialog.getByRole('button', { name: 'Payment link' }).click();
  await dialog.getByRole('button', { name: 'Every week' }).click();
  await expect(dialog).toContainText('4 of 4 dates will be booked.');
  await enterCustomer('Ravi Kumar');
  await dialog.getByRole('button', { name: 'Hold and make the link' }).click();
  await expect(dialog).toContainText('Lakshmi Rao has this phone number');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sell to Lakshmi Rao' }).click();
  await dialog.getByRole('button', { name: 'Hold and make the link' }).click();
  await expect(dialog).toContainText('all 4 dates');
  expect((await text.inputValue()).match(/Marina Huddle, /g)).toHaveLength(4);
  await expectAccessible(page);
  // From any of the dates the link is withdrawn, and all dates become free.
  await page.goto(`/desk?date=${addDays(day, 15)}`);
  await grid.getByRole('gridcell', { name: /Lakshmi Rao/ }).click();
  await dialog.getByRole('button', { name: 'Withdraw the link' }).click();
  await expect(dialog).toContainText('All 4 dates become free.');
  await dialog.getByRole('button', { name: 'Withdraw it and release the times' }).click();
  await expect(dialog).toContainText('Released');
  await page.goto(`/desk?date=${addDays(day, 8)}`);
  await expect(grid).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: /Lakshmi Rao/ })).toHaveCount(0);

  // With an address she can choose a password and see the bookings online.
  await page.goto('/desk?view=people&search=98400+66001');
  await page.getByRole('link', { name: 'Lakshmi Rao' }).click();
  await expect(page.getByText('This customer has given only a phone number')).toBeVisible();
  await page.getByRole('button', { name: 'Add an email address' }).click();
  await page.getByLabel('Email Address').fill('guest@example.com');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText(/Gautam Raman has an account with this address/).first()).toBeVisible();
  await page.getByLabel('Email Address').fill('lakshmi.rao@example.com');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('The desk created this account.')).toBeVisible();
  await expectAccessible(page);
});

test('an owner gives points, sells for cash, hands a refund back, answers an enquiry and reads the month', async ({
  page,
  request,
}) => {
  const subject = `A room for forty people ${Date.now()}`;
  await request.post(paths.enquire, {
    data: { name: 'Asha Iyer', email: 'asha@example.com', phone: '+919840012300', enquire_for: subject },
  });
  const day = addDays(dateAt(Date.now()), 3);
  const dialog = page.getByRole('dialog');

  await page.goto('/desk?view=people&search=member@example');
  await signIn(page, 'owner@example.com', 'Owner-2025!');
  await page.getByRole('link', { name: 'Meera Raman' }).click();
  await page.getByRole('button', { name: 'Give points' }).click();
  await expect(page.getByLabel('Points to give')).toBeFocused();
  await page.getByLabel('Points to give').fill('1.5');
  await page.getByLabel('Reason').fill('The projector was broken');
  await page.getByRole('button', { name: 'Give the points' }).click();
  const ledger = page.getByRole('table', { name: 'Changes of points' });
  await expect(ledger.getByRole('row').nth(1)).toContainText('+1.5');
  await expect(page.getByRole('button', { name: 'Give points' })).toBeFocused();
  await expectAccessible(page);

  // Free at first, then of somebody who pays in cash, then free again.
  await page.goto(`/desk?date=${day}`);
  const grid = page.getByRole('grid');
  await openLastSlot(grid);
  await dialog.getByRole('button', { name: 'Cash or UPI' }).click();
  await expect(dialog.getByRole('status').first()).toContainText('To pay: ₹');
  await chooseCustomer(dialog, 'gautam', /Gautam Raman/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record payment and book' }).click();
  await grid.getByRole('gridcell', { name: /Gautam Raman/ }).click();
  await expect(dialog).toContainText('in cash');
  await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
  await dialog.getByLabel('Reason').fill('Asked for it');
  await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(dialog).toContainText('Cancelled');

  // Held for a caller, who pays by the link.
  await page.goto(`/desk?date=${day}`);
  await openLastSlot(grid);
  await dialog.getByRole('button', { name: 'Payment link' }).click();
  await chooseCustomer(dialog, 'guest@example.com', /Gautam Raman/);
  await dialog.getByRole('button', { name: 'Hold and send the link' }).click();
  const address = await dialog.getByLabel('Payment address').inputValue();
  await dialog.getByRole('button', { name: 'Show the QR code' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  await expect(dialog.getByLabel('Text for WhatsApp or SMS')).toHaveValue(
    new RegExp(`please pay ₹[^]*Marina Huddle, ${fullDate(day)}[^]*${address}$`),
  );
  await expect(dialog.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa.me/919840012345\\?text=.*${encodeURIComponent(address)}$`),
  );
  await expectAccessible(page);
  const payer = await page.context().newPage();
  await payer.goto(address);
  await payer.getByRole('button', { name: 'Pay' }).click();
  await payByCard(payer, cards.success);
  await expect(payer.getByText('This link is paid. Thank you.')).toBeVisible();
  await payer.close();
  // The dialog follows by itself.
  await expect(dialog.getByRole('region', { name: 'Payment link' })).toContainText('Paid');
  await expect(async () => {
    await page.goto(`/desk?date=${day}`);
    await grid.getByRole('gridcell', { name: /Gautam Raman/ }).click();
    await expect(dialog.getByText('Booked', { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(dialog.getByRole('region', { name: 'Payment link' })).toContainText('Paid');

  await page.goto('/desk?view=money');
  await page.getByRole('button', { name: 'Pay out' }).click();
  await dialog.getByRole('button', { name: 'Paid out' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Refunds' }).getByRole('row').nth(1)).toContainText(
    'Refunded',
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Enquiries' }).click();
  await page.getByRole('row', { name: subject }).getByRole('link').click();
  await page.getByRole('button', { name: 'Write a reply' }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('We have one.');
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await expect(page.getByText('Omana Raman answered')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/desk?view=reports');
  await expect(page.getByRole('table', { name: 'Revenue, points and cancellations' })).toContainText('CGST');
  // The server makes the tax documents of a month; a month without tax documents has a message instead.
  await page.getByRole('button', { name: 'All documents as PDF' }).click();
  const save = page.getByRole('button', { name: /^Save documents? 1/ });
  await expect(save).toBeVisible({ timeout: 20_000 });
  const file = page.waitForEvent('download');
  await save.click();
  expect((await file).suggestedFilename()).toMatch(/^papers-\d{4}-\d\d\.pdf$/);
  expect((await readFile(await (await file).path())).toString('latin1')).toMatch(/^%PDF-1\.7[^]*%%EOF/);
  await expectAccessible(page);
  const archive = page.waitForEvent('download');
  await page.getByRole('button', { name: 'The month as ZIP' }).click();
  expect((await archive).suggestedFilename()).toMatch(/^papers-\d{4}-\d\d\.zip$/);
  await page.goto('/desk?view=reports&from=2025-01-01&to=2025-01-31');
  await expect(page.getByText('No invoice and no credit note was issued in this month.')).toBeVisible();
  await page.goto('/desk?view=payments');
  await expect(page.getByRole('table', { name: 'Totals by method' })).toContainText('All methods');
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('link').first()).toBeVisible();
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Payments as CSV' }).click();
  expect((await readFile(await (await table).path())).toString()).toMatch(/^\uFEFFDate,Time,Booking,/);
  await expectAccessible(page);
  await page.goto('/desk?view=payments&from=2025-01-01&to=2025-01-31');
  await expect(page.getByText('Nothing was paid in this period.')).toBeVisible();
  await page.goto('/desk?view=team');
  await expect(page.getByRole('table', { name: 'Staff' })).toContainText('Divya Raman');
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  for (const view of [
    'people&search=member@example',
    'money',
    'enquiries&state=answered',
    'reports',
    'payments',
    'team',
  ]) {
    await page.goto(`/desk?view=${view}`);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
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

test('a changed role changes the menu with the next section, and without one the desk closes', async ({
  page,
  request,
  expectError,
}) => {
  expectError(/403 .*desk\//);
  const data = { email: 'owner@example.com', password: 'Owner-2025!' };
  const login = await request.post(paths.login, { data });
  const { access } = (await login.json()) as { access: string };
  const giveRole = async (role: string) => {
    const response = await request.post(deskPaths.giveRole, {
      headers: { authorization: `Bearer ${access}` },
      data: { email: 'guest@example.com', role, reason: 'Stands in this week' },
    });
    expect(response.status()).toBe(200);
  };
  const menu = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    const entries = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return entries;
  };
  await giveRole('manager');
  await page.goto('/desk');
  await signIn(page, 'guest@example.com', 'Guest-2025!');
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await menu()).toContain('Reports');

  await giveRole('staff');
  await page.getByRole('link', { name: 'People' }).click();
  await expect.poll(menu).not.toContain('Reports');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();

  await giveRole('customer');
  await page.getByRole('link', { name: 'Blocked times' }).click();
  await expect(page.getByRole('heading', { name: 'The desk is for staff' })).toBeVisible();
});

/** A photograph of one colour. */
const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test('a manager adds a room with pictures and a price from tomorrow on, and visitors see it at once', async ({
  page,
  request,
  expectError,
}) => {
  expectError(/400 .*rooms\/price/);
  await page.goto('/desk?view=rooms');
  await signIn(page, 'owner@example.com', 'Owner-2025!');
  await page.getByRole('link', { name: 'Add a room' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add the room' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  for (const [label, text] of Object.entries({
    Name: 'Tamarind Studio',
    Seats: '8',
    'Price per hour': '600',
    Building: '12, Aalamaram House',
    Street: 'Lattice Bridge Road',
    Area: 'Adyar',
    Pincode: '600020',
  })) {
    await page.getByLabel(label, { exact: false }).first().fill(text);
  }
  await page.getByRole('checkbox', { name: 'Wi-Fi' }).check();
  const opensOn = (weekday: string) =>
    page.getByRole('group', { name: weekday }).getByRole('combobox', { name: 'Opens' });
  await chooseOption(opensOn('Monday'), '8:00 AM');
  await page.getByRole('button', { name: 'Copy Monday’s hours to all days' }).click();
  await expect(opensOn('Sunday')).toHaveText('8:00 AM');
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByRole('textbox', { name: 'Description' }).fill('Two windows.\n\nA garden.');
  await chooseOption(page.getByRole('combobox', { name: 'Shortest booking' }), '1 hour');
  await page.getByRole('checkbox', { name: 'Save it as a draft' }).check();
  const pictures = page.getByRole('group', { name: 'Pictures' });
  const fileInput = pictures.locator('input[type="file"]');
  await fileInput.setInputFiles({
    name: 'plan.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await expect(pictures).toContainText('plan.svg: Only JPEG, PNG, WebP and AVIF pictures can be uploaded');
  await fileInput.setInputFiles(await Promise.all([photo('a.jpg', '#804020'), photo('b.jpg', '#208040')]));
  await expect(pictures.getByRole('img')).toHaveCount(2);
  await fileInput.setInputFiles(await photo('c.jpg', '#204080'));
  await expect(pictures.getByRole('img')).toHaveCount(3);
  await pictures.getByLabel('Description of picture 3').fill('The blue wall');
  await pictures.getByRole('button', { name: 'Move picture 3 forward' }).focus();
  await page.keyboard.press('Enter');
  await expect(pictures.getByRole('button', { name: 'Move picture 2 forward' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pictures.getByRole('status')).toContainText('Now picture 1 of 3');
  await pictures.getByRole('button', { name: 'Remove picture 2' }).click();
  await expect(pictures.getByRole('button', { name: 'Remove it' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(pictures.getByRole('img')).toHaveCount(2);
  await expect(pictures.getByRole('button', { name: 'Add pictures' })).toBeFocused();
  await page.getByRole('button', { name: 'Add the room' }).click();
  const rooms = page.getByRole('list', { name: 'Rooms' });
  await expect(rooms.getByRole('listitem').filter({ hasText: 'Tamarind Studio' })).toContainText('Draft');
  await expectAccessible(page);

  // Nobody else sees it until it is published.
  expect((await request.get('/meeting-room/tamarind-studio')).status()).toBe(404);
  await page.getByRole('link', { name: 'Edit Tamarind Studio' }).click();
  await page.getByRole('button', { name: 'Publish the room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).click();
  await expect(page.getByText('Visitors see it on its page.')).toBeVisible();
  await page.getByRole('link', { name: 'All rooms' }).click();

  // The first answer to a visitor has it, as a whole page; and the room has a page of its own.
  expect(await (await request.get('/meeting-room')).text()).toContain('Tamarind Studio');
  const roomPage = await request.get('/meeting-room/tamarind-studio');
  expect(roomPage.status()).toBe(200);
  const html = await roomPage.text();
  expect(html).toMatch(/<h1[^>]*>Tamarind Studio<\/h1>[\s\S]*id="initial-data"/);
  const [shown = ''] = /\/images\/uploaded\/[a-f\d]{24}-1200\.avif/.exec(html) ?? [];
  expect(html).toContain('alt="The blue wall"');
  expect(html).toMatch(/About this room[\s\S]*Two windows\.[\s\S]*A garden\./);
  expect(html).toContain('Bookings of 1 hour or longer');
  expect((await request.get(shown)).headers()['content-type']).toBe('image/avif');

  await page.getByRole('link', { name: 'Edit Tamarind Studio' }).click();
  await page.getByLabel('Price per hour').fill('1000000');
  await page.getByRole('button', { name: 'Set the price' }).click();
  await expect(page.getByText('Price per hour must be at most 100000')).toBeVisible();
  // Input in the fields next to it stays, and can be saved.
  await page.getByLabel('Area').fill('Besant Nagar');
  await page.getByLabel('Price per hour').fill('700');
  await page.getByRole('button', { name: 'Set the price' }).click();
  await expect(page.getByText(/₹700 from/)).toBeVisible();
  await expect(page.getByLabel('Area')).toHaveValue('Besant Nagar');
  const saved = page.waitForResponse(`**${deskPaths.saveRoom}`);
  await page.getByRole('button', { name: 'Save the room' }).click();
  expect((await saved).status()).toBe(200);
  expect(await (await request.get('/meeting-room/tamarind-studio')).text()).toContain('Besant Nagar');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('link', { name: 'Day plan' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Archive the room' }).click();
  const archiving = page.getByRole('dialog', { name: 'Archive Tamarind Studio' });
  await expect(archiving).toContainText('It has no upcoming bookings.');
  await expectAccessible(page);
  await archiving.getByRole('button', { name: 'Keep it on the site' }).click();
  await expect(archiving).toBeHidden();
  expect((await request.get('/meeting-room/tamarind-studio')).status()).toBe(200);
  await page.getByRole('button', { name: 'Archive the room' }).click();
  await archiving.getByRole('button', { name: 'Archive it' }).click();
  await expect(page.getByText('This room is archived')).toBeVisible();
  expect((await request.get('/meeting-room/tamarind-studio')).status()).toBe(404);

  // A visitor's browser hydrates the page like one of the build.
  await page.goto('/meeting-room/kolam-round');
  await expect(page.getByRole('heading', { level: 1, name: 'Kolam Round' })).toBeVisible();
});

test('an edit shows what somebody else has changed meanwhile, and keeps everything that was typed', async ({
  page,
  context,
  expectError,
}) => {
  expectError(/409 .*posts\/(save|publish)/);
  await page.goto('/desk?view=blog');
  await signIn(page, 'owner@example.com', 'Owner-2025!');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByLabel('Title').fill('Two pens');
  await page.getByLabel('Summary').fill('One post, two who write.');
  await page.getByLabel('Text in Markdown').fill('They meet.');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('link', { name: 'Two pens' }).click();
  const title = page.getByLabel('Title');
  const summary = page.getByLabel('Summary');
  const save = page.getByRole('button', { name: 'Save the post' });
  await expect(title).toHaveValue('Two pens');

  const otherTab = await context.newPage();
  const saveInOtherTab = async (name: string) => {
    await otherTab.goto(page.url());
    await otherTab.getByLabel('Title').fill(name);
    await otherTab.getByRole('button', { name: 'Save the post' }).click();
    await expect(otherTab.getByText('The post is saved')).toBeVisible();
  };
  await saveInOtherTab('Two pencils');
  await summary.fill('Mine.');
  await save.click();
  const conflictNotice = page.getByRole('alert').filter({ hasText: 'changed this on' });
  await expect(conflictNotice).toContainText('title: Two pencils');
  await expect(conflictNotice).toBeFocused();
  await expectAccessible(page);
  await expect(summary).toHaveValue('Mine.');
  await save.click();
  await expect(conflictNotice).toContainText('title: Two pencils');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  // The draft's own may still be there.
  await expect(page.getByText('The post is saved').last()).toBeVisible();
  await expect(conflictNotice).toBeHidden();
  await expect(page.locator('form', { has: title })).toBeFocused();
  // Saving without a change does not overwrite a later change of somebody else.
  const unchanged = page.waitForResponse(`**${deskPaths.savePost}`);
  await save.click();
  await unchanged;

  await saveInOtherTab('Two brushes');
  await expect(otherTab.getByLabel('Summary')).toHaveValue('Mine.');
  await summary.fill('Mine again.');
  await save.click();
  await page.getByRole('button', { name: 'Reload and discard my changes' }).click();
  await expect(title).toHaveValue('Two brushes');
  await expect(summary).toHaveValue('Mine.');
  await expect(conflictNotice).toBeHidden();
  await expect(page.locator('form', { has: title })).toBeFocused();

  // Publishing a post with an outdated version shows the same conflict, until the post is loaded again.
  await saveInOtherTab('Two chalks');
  await summary.fill('Mine, half typed');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(conflictNotice).toContainText('title: Two chalks');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(conflictNotice).toBeHidden();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On the site', { exact: true }).last()).toBeVisible();
  await expect(summary).toHaveValue('Mine, half typed');
});

test('an owner sets a cancellation policy that begins later, and takes it back', async ({
  page,
  request,
}) => {
  const NEW_RULE = 'Full refund until 72 hours before the start.';
  await page.goto('/desk?view=policy');
  await signIn(page, 'owner@example.com', 'Owner-2025!');
  const byCard = page.getByRole('group', { name: 'Paid by card or UPI' });
  await expect(byCard.getByLabel('Hours before the start').first()).toHaveValue('48');
  await byCard.getByLabel('Hours before the start').first().fill('12');
  await byCard.getByLabel('Hours after booking').fill('');
  await byCard.getByLabel('If the start is more than').fill('');
  await page.getByRole('button', { name: 'Set the policy' }).click();
  await expect(page.getByText('Enter a reason: it is stored in the audit')).toBeVisible();
  await page.getByLabel('Reason').fill('Rooms came back too late');
  await page.keyboard.press('Enter');
  // Only the wrong number has the focus and an error.
  const second = byCard.getByLabel('Hours before the start').nth(1);
  await expect(second).toBeFocused();
  await expect(second).toHaveAccessibleDescription(
    'Each step must be fewer hours before the start than the one above it',
  );
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  await expectAccessible(page);
  await byCard.getByLabel('Hours before the start').first().fill('72');
  await page.keyboard.press('Enter');
  const nextPolicy = page.getByRole('region', { name: /^From / });
  await expect(nextPolicy).toContainText(NEW_RULE);
  await expect(page.getByRole('region', { name: 'In force' })).not.toContainText(NEW_RULE);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // Until its day visitors read the current one, also without scripts.
  const html = await (await request.get('/cancellation-policy')).text();
  expect(html).toContain('until 48 hours before the start');
  expect(html).not.toContain('72 hours');

  // Unfinished input next to it stays, and the focus is not lost.
  await expect(page.getByLabel('Reason')).toHaveValue('');
  await page.getByLabel('Reason').fill('Half a');
  await nextPolicy.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not before the summer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(nextPolicy).toHaveCount(0);
  await expect(page.getByLabel('Reason')).toHaveValue('Half a');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/desk?view=audit');
  await expect(page.getByText('cancellation policy set')).toBeVisible();
});

test('a manager writes a post with a picture, publishes it, takes it off again, and keeps the events', async ({
  page,
  request,
}) => {
  await page.goto('/desk?view=blog');
  await signIn(page, 'owner@example.com', 'Owner-2025!');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByLabel('Title').fill('An hour under the tamarind');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByLabel('Summary')).toBeFocused();
  await page.getByLabel('Summary').fill('What shade does for a meeting.');
  const text = page.getByLabel('Text in Markdown');
  await text.fill('## Shade\n\nIt is <script>document.title = 1</script> cooler.');
  const files = page.locator('input[type="file"]');
  await files.first().setInputFiles(await photo('cover.jpg', '#204080'));
  await expect(page.getByRole('img', { name: 'The picture above the post' })).toBeVisible();
  await files.last().setInputFiles(await photo('shade.jpg', '#208040'));
  await expect(text).toHaveValue(
    /cooler\.\n\n!\[What the picture shows\]\(\/images\/uploaded\/[a-f\d]{24}\.jpg\)/,
  );
  // The description is selected.
  await page.keyboard.type('Leaves');
  await page.getByRole('button', { name: 'Show the preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Shade' })).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Leaves' })).toBeVisible();
  await expect(preview).toContainText('<script>document.title = 1</script>');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('link', { name: 'An hour under the tamarind' }).click();
  expect(await (await request.get('/blog')).text()).not.toContain('tamarind');

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On the site', { exact: true }).last()).toBeVisible();
  const path = await page.getByRole('link', { name: 'its page' }).getAttribute('href');
  const shown = await (await request.get(path ?? '')).text();
  expect(shown).toMatch(/<h1[^>]*>An hour under the tamarind<\/h1>/);
  expect(shown).toContain('&lt;script&gt;document.title = 1&lt;/script&gt;');
  expect(await (await request.get('/blog')).text()).toContain('An hour under the tamarind');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('link', { name: 'Day plan' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Take it off the site' }).click();
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Only staff can see a draft.')).toBeVisible();
  expect((await request.get(path ?? '')).status()).toBe(404);

  // A post that was on the site is kept; a draft that never was is deleted, after a second press.
  await expect(page.getByRole('button', { name: 'Delete the draft' })).toHaveCount(0);
  await page.goto('/desk?view=blog');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByLabel('Title').fill('A draft by mistake');
  await page.getByLabel('Summary').fill('Nobody reads it.');
  await text.fill('Nothing.');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('link', { name: 'A draft by mistake' }).click();
  const remove = page.getByRole('button', { name: 'Delete the draft' });
  await remove.click();
  await expect(page.getByLabel('Reason')).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Written by mistake');
  await page.keyboard.press('Enter');
  const posts = page.getByRole('list', { name: 'Posts' });
  await expect(posts).toContainText('An hour under the tamarind');
  await expect(posts).not.toContainText('A draft by mistake');
  await page.goto('/desk?view=audit');
  await expect(page.getByRole('row', { name: /post deleted.*Written by mistake/ })).toBeVisible();

  await page.goto('/desk?view=events');
  await page.getByRole('button', { name: 'Add an event' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Founders over filter coffee');
  await dialog.getByLabel('Category').fill('Networking');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save the event' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('6:00 PM to 8:00 PM');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const listed = await request.get('/api/user/list-event/?category=networking');
  expect(await listed.json()).toMatchObject({ results: [{ title: 'Founders over filter coffee' }] });
});

test('after a sign-out nothing of the desk is in the page, also not for the same person who signs in again or goes back', async ({
  page,
  request,
  expectError,
}) => {
  // The reset of the second factor at the end ends the session.
  expectError(/403 \(Forbidden\).*\/api\/desk\/me\/|401 .*\/api\/(?:desk\/me\/|refresh)/);
  const day = addDays(dateAt(Date.now()), 1);
  const { book } = await memberApi(request, day);
  await book(44);
  const name = page.getByText('Meera Raman').first();
  await page.goto(`/desk?view=people&search=Meera`);
  await signIn(page, 'desk@example.com', 'Desk-2025!');
  await expect(name).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible();
  expect(await page.content()).not.toContain('Meera');
  expect(page.url()).not.toContain('Meera');

  // The account has a second factor now: the same person, with the password only, sees the field for the code, and no name.
  const [desk, owner] = await Promise.all([
    apiSession(request, 'desk@example.com', 'Desk-2025!'),
    apiSession(request, 'owner@example.com', 'Owner-2025!'),
  ]);
  const { data: factor } = await desk.post<SecondFactorSetupResponse>(deskPaths.beginFactor, {});
  const code = new TOTP({ secret: Secret.fromBase32(factor.key) }).generate();
  await desk.post(deskPaths.confirmFactor, { code });
  try {
    await signIn(page, 'desk@example.com', 'Desk-2025!');
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    expect(await page.content()).not.toContain('Meera');
    await page.getByLabel('Code').fill(factor.recovery_codes[0] ?? '');
    await page.getByLabel('Code').press('Enter');
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible();
    await page.goto('/desk?view=people&search=Meera');
    await expect(name).toBeVisible();
  } finally {
    await owner.post(deskPaths.resetFactor, { user_id: desk.userId, reason: 'End of the test' });
  }
  await page.goto('/desk?view=people&search=Meera');
  await signIn(page, 'desk@example.com', 'Desk-2025!');

  // A page that another tab has signed out is not shown again by the Back button.
  await expect(name).toBeVisible();
  await page.goto('/about-us');
  await page.evaluate(() => localStorage.clear());
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible();
  expect(await page.locator('body').innerText()).not.toContain('Meera');
});
