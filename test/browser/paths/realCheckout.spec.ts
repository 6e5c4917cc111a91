import type { Page } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import type { RoomsResponse } from '../../../contract/rooms.ts';
import { paths } from '../../../contract/paths.ts';
import { checkout as model } from '../../paths/models/checkout.ts';
import { stepsOf } from '../../../tools/flows/paths.ts';
import {
  bookNow,
  cards,
  checkoutFrame,
  selectSlots,
  confirm,
  guest,
  inDays,
  leaveCheckout,
  member,
  payByCard,
  searchFor,
  signIn,
  signInInDialog,
  toast,
} from '../visitorActions.ts';
import { expect, type Probe, test } from './probed.ts';

/*
 * The checkout's main paths without gates: the backend and the sandbox answer. Each is a list of the model's events, and the
 * page must take exactly the transitions that these take on the machine.
 */

const HOUR = ['10:00 to 10:30 AM', '10:30 to 11:00 AM'];

/** An event of the model; `which` of its payloads. */
const modelEvent = (type: string, payloadIndex = 0): AnyEventObject => ({
  type,
  ...model.payloads?.[type]?.[payloadIndex],
});

const checkoutStarted = modelEvent('checkout.started');
const checkoutConfirmed = modelEvent('checkout.confirmed');
const memberBalance = modelEvent('xstate.done.actor.loadBalance', 0);
const guestBalance = modelEvent('xstate.done.actor.loadBalance', 1);
const openingCheckout = [
  checkoutConfirmed,
  guestBalance,
  modelEvent('xstate.done.actor.createOrder'),
  modelEvent('xstate.done.actor.loadGateway'),
];

/** From Book now on, the page has taken what these events take. */
async function expectPath(
  probe: Probe,
  mark: number,
  before: AnyEventObject[],
  events: AnyEventObject[],
): Promise<void> {
  const steps = stepsOf(model, [...before, checkoutStarted, ...events]).slice(before.length + 1);
  const expectedTransitions = steps.flatMap(({ transitions }) => transitions);
  await expect.poll(() => probe.taken('checkout', mark)).toEqual(expectedTransitions);
}

const userSignedIn = [modelEvent('checkout.userChanged', 0)];

/** A signed-in person in front of the booking screen, and the mark at which the path begins. */
async function startBooking(
  page: Page,
  probe: Probe,
  account: typeof guest,
  room: string,
  date: string,
): Promise<number> {
  await signIn(page, account);
  await searchFor(page, date);
  const card = await selectSlots(page, room, HOUR);
  const { mark } = probe;
  await bookNow(card);
  return mark;
}

test('by points, signing in on the way', async ({ page, probe }) => {
  await searchFor(page, inDays(90));
  const card = await selectSlots(page, 'Walnut Ten', HOUR);
  const { mark } = probe;
  await bookNow(card);
  await confirm(page);
  await signInInDialog(page, member);
  await confirm(page);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expectPath(
    probe,
    mark,
    [],
    [
      checkoutConfirmed,
      ...userSignedIn,
      checkoutConfirmed,
      memberBalance,
      modelEvent('xstate.done.actor.bookWithPoints'),
    ],
  );
});

test('by card', async ({ page, probe }) => {
  const mark = await startBooking(page, probe, guest, 'Banyan Studio', inDays(91));
  await confirm(page);
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expectPath(probe, mark, userSignedIn, [
    ...openingCheckout,
    modelEvent('gateway.paid'),
    modelEvent('xstate.done.actor.verifyPayment'),
  ]);
});

test('by card, after one that is declined', async ({ page, probe, expectError }) => {
  expectError(/400 .*\/sandbox\/v1\/checkout\/authenticate/);
  const mark = await startBooking(page, probe, guest, 'Signal Room', inDays(92));
  await confirm(page);
  await payByCard(page, cards.declined);
  await expect(toast(page, 'Failed to process payment')).toBeVisible();
  await payByCard(page, cards.success);
  await expect(page).toHaveURL(/\/my-bookings$/);
  await expectPath(probe, mark, userSignedIn, [
    ...openingCheckout,
    modelEvent('gateway.attemptFailed'),
    modelEvent('gateway.paid'),
    modelEvent('xstate.done.actor.verifyPayment'),
  ]);
});

test('dismissed', async ({ page, probe }) => {
  const mark = await startBooking(page, probe, guest, 'Kolam Round', inDays(93));
  await confirm(page);
  await expect(checkoutFrame(page).getByLabel('Card number')).toBeVisible();
  await leaveCheckout(page);
  await expect(toast(page, 'Payment process was cancelled.')).toBeVisible();
  await expectPath(probe, mark, userSignedIn, [
    ...openingCheckout,
    modelEvent('gateway.dismissed'),
    modelEvent('xstate.done.actor.releaseHold', 1),
  ]);
});

test('with a price that has changed since it was shown', async ({ page, probe, expectError }) => {
  expectError(/409 .*\/api\/razorpay\/booking\/create\//);
  await page.route(`**${paths.rooms}*`, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as RoomsResponse;
    const cheaper = data.map((room) => ({ ...room, price_per_hour: room.price_per_hour - 100 }));
    await route.fulfill({ response, json: { data: cheaper } });
  });
  const mark = await startBooking(page, probe, guest, 'Kolam Round', inDays(94));
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'The price has changed' })).toBeVisible();
  await expectPath(probe, mark, userSignedIn, [
    checkoutConfirmed,
    guestBalance,
    modelEvent('xstate.error.actor.createOrder', 1),
  ]);
});

test('with slots that someone else takes first', async ({ page, probe, browser, expectError }) => {
  expectError(/409 .*\/api\/member\/meeting-room\/book\//);
  const date = inDays(95);
  const mark = await startBooking(page, probe, member, 'Skyline Sixteen', date);

  const fasterVisitor = await (await browser.newContext()).newPage();
  await signIn(fasterVisitor, guest);
  await searchFor(fasterVisitor, date);
  await bookNow(await selectSlots(fasterVisitor, 'Skyline Sixteen', HOUR));
  await confirm(fasterVisitor);
  await expect(checkoutFrame(fasterVisitor).getByLabel('Card number')).toBeVisible();

  await confirm(page);
  await expect(
    page.getByRole('heading', { name: /^Someone else has just booked these times/ }),
  ).toBeVisible();
  await expectPath(probe, mark, userSignedIn, [
    checkoutConfirmed,
    memberBalance,
    modelEvent('xstate.error.actor.bookWithPoints', 0),
  ]);
  await fasterVisitor.context().close();
});

test('with a provider whose script is blocked', async ({ page, probe, expectError }) => {
  expectError(/checkout\.js/);
  await page.route('**/checkout.js', (route) => route.abort());
  const mark = await startBooking(page, probe, guest, 'Signal Room', inDays(96));
  await confirm(page);
  await expect(toast(page, 'Payment Gateway Failed!')).toBeVisible();
  await expectPath(probe, mark, userSignedIn, [
    ...openingCheckout.slice(0, -1),
    modelEvent('xstate.error.actor.loadGateway'),
    modelEvent('xstate.done.actor.releaseHold', 1),
  ]);
});
