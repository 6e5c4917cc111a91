import type { Page } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { fullDate } from '../../../domain/time/calendar.ts';
import { checkout as model } from '../../paths/models/checkout.ts';
import { expectPath, modelEventsOf } from '../paths/expectPath.ts';
import { expect, type Probe, test } from '../paths/page/probed.ts';
import {
  bookAsMember,
  bookingCard,
  bookNow,
  cards,
  checkoutFrame,
  selectSlots,
  confirm,
  expectDate,
  guest,
  inDays,
  leaveCheckout,
  member,
  payByCard,
  roomCard,
  searchByForm,
  searchFor,
  signIn,
  signInInDialog,
  slot,
  expectToast,
} from '../visitorActions.ts';

/*
 * The checkout's main paths, with the real server and the payment sandbox. Each test checks what a visitor sees, and that the page takes
 * exactly the transitions of the checkout's model.
 */

const MORNING = ['10:00 to 10:30 AM', '10:30 to 11:00 AM', '11:00 to 11:30 AM'];

/** As the booking screen shows it. */
const balance = async (page: Page): Promise<number> =>
  Number(await page.getByRole('term').filter({ hasText: 'Balance Lit Points' }).locator('+ dd').innerText());

const modelEvent = modelEventsOf(model);
const confirmed = modelEvent('checkout.confirmed');
const userSignedIn = modelEvent('checkout.userChanged', 0);
const memberBalance = modelEvent('xstate.done.actor.loadBalance', 0);
const guestBalance = modelEvent('xstate.done.actor.loadBalance', 1);
const bookedWithPoints = modelEvent('xstate.done.actor.bookWithPoints');
const checkoutOpened = [
  confirmed,
  guestBalance,
  modelEvent('xstate.done.actor.createOrder'),
  modelEvent('xstate.done.actor.loadGateway'),
];
const paid = [modelEvent('gateway.paid'), modelEvent('xstate.done.actor.verifyPayment')];
const holdReleased = modelEvent('xstate.done.actor.releaseHold', 1);

interface StartedBooking {
  /** Since Book now the page has taken exactly the transitions of these events. */
  expectPath(...events: AnyEventObject[]): Promise<void>;
}

/** Selects slots and presses Book now. `before`: what has happened to the checkout by then. */
async function startBooking(
  page: Page,
  probe: Probe,
  room: string,
  ranges: readonly string[],
  before: readonly AnyEventObject[] = [],
): Promise<StartedBooking> {
  const card = await selectSlots(page, room, ranges);
  const { mark } = probe;
  await bookNow(card);
  return {
    expectPath: (...events) =>
      expectPath(probe, mark, {
        flow: 'checkout',
        model,
        before,
        events: [modelEvent('checkout.started'), ...events],
      }),
  };
}

test('a member books an hour and a half with Lit points and signs in during the booking', async ({
  page,
  probe,
  browser,
}) => {
  const date = inDays(30);
  await searchByForm(page, date);
  const booking = await startBooking(page, probe, 'Walnut Ten', MORNING);
  await expect(page.getByText('10:00 AM', { exact: true })).toBeVisible();
  await expect(page.getByText('11:30 AM', { exact: true })).toBeVisible();

  await confirm(page);
  await expectToast(page, 'Login to Confirm Booking!');
  await signInInDialog(page, member);
  await expectToast(page, 'Welcome back!');

  const balanceBefore = await balance(page);
  await expect(page.locator('s')).toHaveText(/^₹/);
  await confirm(page);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expectToast(page, 'Your Booking Confirmed!');
  const card = bookingCard(page, 'Walnut Ten', fullDate(date));
  await expect(card).toContainText('10:00 AM');
  await expect(card).toContainText('11:30 AM');
  await expect(card.getByAltText('Booked')).toBeVisible();
  await booking.expectPath(confirmed, userSignedIn, confirmed, memberBalance, bookedWithPoints);

  await searchFor(page, inDays(31));
  await bookNow(await selectSlots(page, 'Walnut Ten', ['3:00 to 3:30 PM']));
  await expect.poll(() => balance(page)).toBe(balanceBefore - 1.5);

  const otherVisitor = await (await browser.newContext()).newPage();
  await searchFor(otherVisitor, date);
  for (const range of MORNING) {
    await expect(slot(roomCard(otherVisitor, 'Walnut Ten'), range)).toHaveAccessibleName(`${range}, taken`);
  }
  await expect(slot(roomCard(otherVisitor, 'Walnut Ten'), '11:30 AM to 12:00 PM')).toHaveAccessibleName(
    /free/,
  );
  await otherVisitor.context().close();
});

test('a guest books by card and sees the booking; the slots are taken for the next visitor', async ({
  page,
  probe,
  browser,
}) => {
  const date = inDays(32);
  await searchFor(page, date);
  const booking = await startBooking(page, probe, 'Banyan Studio', MORNING.slice(0, 2));
  await confirm(page);
  await signInInDialog(page, guest);
  await expect(page.getByText('Balance Lit Points')).toHaveCount(0);
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expectToast(page, 'Payment & Booking Confirmed!');
  await expect(bookingCard(page, 'Banyan Studio', fullDate(date))).toContainText('11:00 AM');
  await booking.expectPath(confirmed, userSignedIn, ...checkoutOpened, ...paid);

  const otherVisitor = await (await browser.newContext()).newPage();
  await searchFor(otherVisitor, date);
  await expect(slot(roomCard(otherVisitor, 'Banyan Studio'), '10:30 to 11:00 AM')).toHaveAccessibleName(
    /taken/,
  );
  await otherVisitor.context().close();
});

test('a declined card leaves the checkout open, and another card pays in it', async ({
  page,
  probe,
  expectError,
}) => {
  expectError(/400 .*\/sandbox\/v1\/checkout\/authenticate/);
  const date = inDays(33);
  await signIn(page, guest);
  await searchFor(page, date);
  const booking = await startBooking(page, probe, 'Signal Room', ['2:00 to 2:30 PM'], [userSignedIn]);
  await confirm(page);
  await payByCard(page, cards.declined);
  await expectToast(page, 'Failed to process payment');
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expect(bookingCard(page, 'Signal Room', fullDate(date))).toBeVisible();
  await booking.expectPath(...checkoutOpened, modelEvent('gateway.attemptFailed'), ...paid);
});

test('a dismissed checkout is cancelled, releases the slots, and can be started again', async ({
  page,
  probe,
  browser,
}) => {
  const date = inDays(34);
  await signIn(page, guest);
  await searchFor(page, date);
  const booking = await startBooking(page, probe, 'Kolam Round', ['4:00 to 4:30 PM'], [userSignedIn]);
  const confirmButton = page.getByRole('button', { name: 'CONFIRM', exact: true });
  await confirmButton.press('Enter');
  await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();

  const otherVisitor = await (await browser.newContext()).newPage();
  await searchFor(otherVisitor, date);
  await expect(slot(roomCard(otherVisitor, 'Kolam Round'), '4:00 to 4:30 PM')).toHaveAccessibleName(/taken/);

  await leaveCheckout(page);
  await expectToast(page, 'Payment process was cancelled.');
  await expect(confirmButton).toBeEnabled();
  await expect(confirmButton).toBeFocused();

  await searchFor(otherVisitor, date);
  await expect(slot(roomCard(otherVisitor, 'Kolam Round'), '4:00 to 4:30 PM')).toHaveAccessibleName(/free/);
  await otherVisitor.context().close();

  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await booking.expectPath(
    ...checkoutOpened,
    modelEvent('gateway.dismissed'),
    holdReleased,
    ...checkoutOpened,
    ...paid,
  );
});

test('slots taken between choosing and confirming lead back to updated ones', async ({
  page,
  probe,
  expectError,
}) => {
  expectError(/409 .*\/api\/razorpay\/booking\/create\//);
  const date = inDays(35);
  await signIn(page, guest);
  await searchFor(page, date);
  const booking = await startBooking(page, probe, 'Skyline Sixteen', ['9:00 to 9:30 AM'], [userSignedIn]);
  await bookAsMember(page.request, 'Skyline Sixteen', date, ['09:00:00', '09:30:00']);

  let loadAlternatives = (): void => undefined;
  const alternativesRequested = new Promise<void>((resolve) => (loadAlternatives = resolve));
  await page.route('**/AlternativesPanel-*.js', async (route) => {
    await alternativesRequested;
    await route.continue();
  });
  await confirm(page);
  await expectToast(page, 'Failed to process payment');
  await expect(page.getByRole('heading', { name: /^Someone else has just taken these times/ })).toBeVisible();
  await booking.expectPath(confirmed, guestBalance, modelEvent('xstate.error.actor.createOrder', 0));
  const otherTimes = page.getByRole('link', { name: 'Choose other times' });
  const place = await otherTimes.boundingBox();
  loadAlternatives();
  await expect(page.getByRole('list', { name: 'Free in this room' })).toBeVisible();
  expect(await otherTimes.boundingBox(), 'the link stays where the visitor is about to press').toEqual(place);
  await otherTimes.click();
  const card = roomCard(page, 'Skyline Sixteen');
  await expect(slot(card, '9:00 to 9:30 AM')).toHaveAccessibleName(/taken/);
  await expectDate(page, date);
});
