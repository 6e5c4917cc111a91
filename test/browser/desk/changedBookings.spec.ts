import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../site.ts';
import { cards, inDays, payByCard } from '../visitorActions.ts';
import { apiSession, button, countedClerk, owner, sell, signIn } from './deskActions.ts';

/* What a clerk changes of a sold booking, with the number of actions from the plan of its day. */

/** Sells an hour of Kolam Round for cash to a new customer, and opens the plan of its day. */
async function openDayOfSale(page: Page, request: APIRequestContext, day: string, name: string) {
  const desk = await apiSession(request, owner.email, owner.password);
  const sold = await sell(desk, deskPaths.sell, day, { first_name: name, method: 'cash' });
  // A job numbers the invoice after the sale.
  await expect
    .poll(
      async () => {
        const { data } = await desk.get<DeskBookingResponse>(deskPaths.booking, sold);
        return data.documents?.length;
      },
      { timeout: 0 },
    )
    .toBe(1);
  await page.goto(`/desk?date=${day}`);
  await signIn(page, owner.email, owner.password);
  const cell = page.getByRole('grid').getByRole('gridcell', { name: new RegExp(name) });
  await expect(cell.first()).toBeVisible();
  return cell.first();
}

const history = (dialog: Locator) => dialog.getByRole('list', { name: 'History' });

test('a clerk extends a booking for cash', async ({ page, request }) => {
  const booked = await openDayOfSale(page, request, inDays(31), 'Kavya Cash');
  const dialog = page.getByRole('dialog');
  const clerk = countedClerk();
  await clerk.press(booked);
  await clerk.press(button(dialog, 'Extend'));
  await expect(dialog.getByText(/^To pay: ₹.*, with tax$/)).toBeVisible();
  await expectAccessible(page);
  await clerk.press(button(dialog, 'Record payment and extend'));
  await expect(dialog).toContainText('9:00 PM to 10:30 PM');
  clerk.expectFewActions();
  await dialog.getByText(/^History/).click();
  await expect(history(dialog).getByRole('listitem').first()).toContainText(
    /Extended at the desk\. to: 10:00 PM → 10:30 PM.*cash/,
  );
  await expect(button(dialog, 'Extend')).toBeVisible();
});

test('a clerk extends a booking by a payment link, and withdraws another one', async ({ page, request }) => {
  const booked = await openDayOfSale(page, request, inDays(32), 'Kavya Link');
  const dialog = page.getByRole('dialog');
  const clerk = countedClerk();
  await clerk.press(booked);
  await clerk.press(button(dialog, 'Extend'));
  await clerk.press(button(dialog, 'Payment link'));
  await expectAccessible(page);
  await clerk.press(button(dialog, 'Hold and send the link'));
  const link = dialog.getByRole('region', { name: 'Link for longer times' });
  await expect(link).toContainText('Not paid yet');
  clerk.expectFewActions();
  await expect(link).toContainText(/9:00 PM to 10:30 PM, for ₹[\d,.]+ more/);
  const address = await link.getByLabel('Payment address').inputValue();
  await button(link, 'Show the QR code').click();
  await expect(link.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  await expect(link.getByLabel('Text for WhatsApp or SMS')).toHaveValue(
    new RegExp(
      `please pay ₹[\\d,.]+ to extend your booking\\.\nKolam Round.*9:00 PM to 10:30 PM\n.*\nPay here until .*${address}$`,
    ),
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  const payer = await page.context().newPage();
  await payer.goto(address);
  await payer.getByRole('button', { name: 'Pay' }).click();
  await payByCard(payer, cards.success);
  await expect(payer.getByText('This link is paid. Thank you.')).toBeVisible();
  await payer.close();
  // The dialog follows by itself.
  await expect(link).toContainText('Paid');
  await expect(dialog.getByText(/, 9:00 PM to 10:30 PM$/)).toBeVisible();

  await button(dialog, 'Extend').click();
  await button(dialog, 'Payment link').click();
  await button(dialog, 'Hold and send the link').click();
  await expect(link).toContainText('Not paid yet');
  await button(link, 'Withdraw the link').click();
  await button(link, 'Withdraw it and release the times').click();
  await expect(link).toContainText('No longer valid');
  await expect(dialog.getByText(/, 9:00 PM to 10:30 PM$/)).toBeVisible();
});

test('a clerk makes a booking shorter', async ({ page, request }) => {
  const booked = await openDayOfSale(page, request, inDays(33), 'Kavya Short');
  const dialog = page.getByRole('dialog');
  const clerk = countedClerk();
  await clerk.press(booked);
  await clerk.press(button(dialog, 'Shorten'));
  await expect(dialog.getByText(/^The policy returns ₹/)).toBeVisible();
  await expectAccessible(page);
  await clerk.enter(dialog.getByLabel('Reason'), 'They leave early');
  await clerk.press(button(dialog, 'Shorten the booking'));
  await expect(dialog).toContainText('9:00 PM to 9:30 PM');
  clerk.expectFewActions();
  await expect(dialog).toContainText(/₹[\d,.]+ due/);
});

test('a clerk refunds an amount of a booking, which stays as it is', async ({ page, request }) => {
  const booked = await openDayOfSale(page, request, inDays(34), 'Kavya Refund');
  const dialog = page.getByRole('dialog');
  const clerk = countedClerk();
  await clerk.press(booked);
  await clerk.press(button(dialog, 'Refund an amount'));
  await expectAccessible(page);
  await clerk.enter(dialog.getByLabel('Amount, in rupees'), '100');
  await clerk.enter(dialog.getByLabel('Reason'), 'The projector was broken');
  await clerk.press(button(dialog, 'Refund'));
  await expect(dialog).toContainText('₹100.00 refunded');
  clerk.expectFewActions();
  await expect(dialog).toContainText('9:00 PM to 10:00 PM');
  await expect(dialog.getByText('Booked', { exact: true })).toBeVisible();
});

test('a manager corrects the buyer of an invoice', async ({ page, request }) => {
  const booked = await openDayOfSale(page, request, inDays(35), 'Kavya Invoice');
  const dialog = page.getByRole('dialog');
  const clerk = countedClerk();
  await clerk.press(booked);
  await clerk.press(button(dialog, /^Correct /));
  await clerk.enter(dialog.getByLabel('Name on the invoice'), 'Kavya Textiles Private Limited');
  await expectAccessible(page);
  await clerk.enter(dialog.getByLabel('Reason'), 'The name was misspelt');
  await clerk.press(button(dialog, 'Issue the corrected invoice'));
  await expect(page.getByText('The corrected invoice is issued')).toBeVisible();
  clerk.expectFewActions();
  await expect(dialog.getByText('Replaced invoice')).toBeVisible();
});
