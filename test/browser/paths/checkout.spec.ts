import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { messages } from '../../../domain/text/messages.ts';
import type { AnyEventObject } from 'xstate';
import type { Failure } from '../../../machines/engine/failure.ts';
import { checkout } from '../../paths/models/checkout.ts';
import { DATE, laterSelection, TODAY, user } from '../../fixtures/booking.ts';
import type { Path } from '../../paths/paths.ts';
import type { Page } from '@playwright/test';
import { newestToast } from '../visitorActions.ts';
import { bookNow, card, selectHour, selectLaterHour, isAt, goToMeetingRooms } from './page/bookingActions.ts';
import { type GateResponse, failureIn } from './page/gates.ts';
import { expect } from './page/probed.ts';
import {
  brokenProviderScript,
  pressInPaymentWindow,
  providerScript,
  sendFirstMessage,
} from './page/checkoutScript.ts';
import { exhaustRetries } from './longPaths/exhaustRetries.ts';
import { type StepInContext, testPaths } from './pathTest.ts';
import { balanceResponse, longSession, type World } from './page/world.ts';
import type { BookingSelection, PaymentOrder, PersistedCheckout } from '../../../machines/checkout/events.ts';
import type { MissedTimes } from '../../../machines/rooms/slots/events.ts';
import type { SignedInUser } from '../../../machines/account/session/events.ts';

/* The checkout's paths: from the rooms to My bookings, by points and by card, with every interruption. */

const BEFORE_POLL_MS = 4_000;
/** How long the provider's window may send no message (src/checkout/effects/gateway.ts). */
const UNRESPONSIVE_MS = 8_000;

const isSignIn = (event: Path['events'][number] | undefined): boolean =>
  event?.type === 'checkout.userChanged' && event['user'] !== null;

/** A refused move is tested in test/site/refusedMove.test.ts. */
const isMove = (input: unknown): boolean =>
  (input as { persisted?: PersistedCheckout }).persisted?.selection.pendingMove !== undefined;

/** As in contract/bookings/booking.ts. */
const orderResponse = (order: PaymentOrder): GateResponse => ({
  data: {
    id: order.orderId,
    amount: order.amount,
    currency: 'INR',
    key: order.keyId,
    script: order.script,
    timeout: order.timeout,
    hold_expires_at: new Date(order.payUntil).toISOString(),
    notes: [
      { room_name: order.description, booking_date: DATE, start_time: '10:00:00', cal_time: '11:00:00' },
      { first_name: 'Asha', last_name: 'Raman', email: 'asha@example.com', phone: '+919840012345' },
      { booking_id: order.bookingId },
    ],
  },
});
const statusResponse = (output: unknown): GateResponse => {
  const { status, since = 0, until = 0 } = output as { status: string; since?: number; until?: number };
  const wait = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  return { data: { booking_id: 'booking-1', status, ...(status === 'pending' && { wait }) } };
};

const confirmButton = ({ page }: World) => page.getByRole('button', { name: 'CONFIRM', exact: true });

const historyIndex = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as { idx?: number } | null)?.idx ?? 0);

/** Without a way back in the history, the person has come back from the rooms and can go forward to them. */
async function leave({ page }: World): Promise<void> {
  const nextBookingButton = page.getByRole('button', { name: 'Continue with your next booking' });
  if (await nextBookingButton.isVisible()) return nextBookingButton.click();
  const otherTimesLink = page.getByRole('link', { name: /^Choose (?:other times|another time)$/ });
  if (await otherTimesLink.isVisible()) return otherTimesLink.click();
  leftAtIndex.set(page, await historyIndex(page));
  await ((leftAtIndex.get(page) ?? 0) > 0 ? page.goBack() : page.goForward());
}
/** Place in the history of the booking that a page has left without a link. */
const leftAtIndex = new WeakMap<Page, number>();

/** Back to the booking, by the link of its reminder or the history. */
async function returnToBooking({ page }: World): Promise<void> {
  if (isAt(page, BOOKING_PATH)) return;
  const reminder = page.getByRole('link', { name: /^(?:Continue to confirm|Back to your booking)$/ });
  if (await reminder.isVisible()) await reminder.click();
  else if ((await historyIndex(page)) < (leftAtIndex.get(page) ?? 0)) await page.goForward();
  else await page.goBack();
  await expect(page).toHaveURL((url) => url.pathname === BOOKING_PATH);
}

/**
 * When a checkout ends on another page than the rooms, arriving there is a separate event. A path that chooses again without this
 * event has gone back to the rooms before the response.
 */
const statesOfOtherPages: ReadonlySet<string> = new Set(['empty', 'reviewing', 'card.unconfirmed']);
async function returnToRoomsEarly({ page }: World, { state, next }: StepInContext): Promise<void> {
  if (next?.event?.type !== 'checkout.started' || statesOfOtherPages.has(state)) return;
  await goToMeetingRooms(page);
  await expect(card(page)).toBeVisible();
}

async function respond(
  world: World,
  step: StepInContext,
  gate: keyof World['gates'],
  response: GateResponse,
): Promise<void> {
  await returnToRoomsEarly(world, step);
  await world.respond(world.gates[gate], response);
}

/** Lets every attempt of a retried call fail, until the machine receives the failure. */
const failAfterRetries = (world: World, step: StepInContext, name: keyof World['gates'], failure: Failure) =>
  exhaustRetries(world, world.gates[name], failure, () => respond(world, step, name, failure));

/** The booking screen, or a reminder of it on another page. */
async function expectCheckout(
  { page }: World,
  state: string,
  reminder: string | null,
  linkName = 'Back to your booking',
): Promise<boolean> {
  const flow = page.locator('[data-flow="checkout"]');
  if (isAt(page, BOOKING_PATH)) {
    await expect(flow).toHaveAttribute('data-state', state);
    return true;
  }
  if (reminder === null) await expect(flow).toBeHidden();
  else {
    await expect(flow).toHaveAttribute('data-state', state);
    await expect(page.getByRole('status').filter({ hasText: reminder })).toBeVisible();
    await expect(page.getByRole('link', { name: linkName })).toBeVisible();
  }
  return false;
}

/** The selection of a later Book now is kept, and the page shows a notice. */
async function expectNextSelection({ page }: World, { event }: StepInContext): Promise<void> {
  if (event?.['selection'] !== laterSelection) return;
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('Your new selection is saved');
  await expect(notice).toContainText('12:00 PM to 1:00 PM');
}

/** CONFIRM is disabled meanwhile. */
const expectProgress = (text: string) => async (world: World, step: StepInContext) => {
  if (!(await expectCheckout(world, step.state, 'We are still confirming your booking…'))) return;
  await expect(world.page.getByRole('status').filter({ hasText: text })).toBeVisible();
  await expect(confirmButton(world)).toBeDisabled();
  await expectNextSelection(world, step);
};

const expectPaying = (text: string) => async (world: World, step: StepInContext) => {
  await expect(world.page.getByRole('dialog', { name: 'Payment' })).toBeVisible();
  await expectProgress(text)(world, step);
};

/** At the top of the page, with the links and buttons that it offers. */
async function expectNotice({ page }: World, title: string, actionNames: readonly string[]): Promise<void> {
  const notice = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(notice).toBeVisible();
  for (const actionName of actionNames) {
    await expect(
      notice.getByRole('link', { name: actionName }).or(notice.getByRole('button', { name: actionName })),
    ).toBeVisible();
  }
}

/** The page says that it waits for the bank, and offers ways out. CONFIRM is hidden. */
async function expectWaiting(world: World, step: StepInContext): Promise<void> {
  if (!(await expectCheckout(world, step.state, 'Waiting for your bank.'))) return;
  await expectNotice(world, 'Waiting for your payment', ['Check now', 'Stop waiting', 'My bookings']);
  await expect(confirmButton(world)).toBeHidden();
  await expectNextSelection(world, step);
}

/** Shown when the person is back where they can confirm, by the event that led there. */
const toastTexts: Readonly<
  Record<string, (event: AnyEventObject, step: StepInContext) => string | undefined>
> = {
  // CONFIRM stays in the review only when no times are chosen.
  'checkout.confirmed': () => messages.booking.selectTimes,
  'xstate.error.actor.loadBalance': () => messages.member.fetchFailed,
  'xstate.error.actor.bookWithPoints': (event) =>
    failureIn(event).isTransient ? messages.booking.somethingWrong : messages.booking.failed,
  'xstate.error.actor.bookOnAccount': (event) =>
    failureIn(event).isTransient ? messages.booking.somethingWrong : messages.booking.failed,
  'xstate.error.actor.createOrder': () => messages.payment.processFailed,
  'xstate.done.actor.releaseHold': (_event, { earlier }) => {
    const closingStep = earlier.findLast(
      ({ event, state }) => state === 'card.releasing' && event?.type !== 'checkout.retried',
    );
    return dismissals.has(closingStep?.event?.type ?? '') ? messages.payment.cancelled : undefined;
  },
};
/** The person closes the provider's window. */
const dismissals = new Set(['gateway.dismissed', 'checkout.cancelled', 'checkout.left']);
const notices: Readonly<Record<string, string>> = {
  'price-changed': 'The price has changed',
  'not-on-account': 'This cannot be booked on account',
  'already-booked': 'You have already booked these times',
  'not-enough-points': 'You no longer have enough Lit points for this booking',
};

/** After the event at this place, the server's clock has passed the beginning of what was chosen. */
function startPassedAt(events: readonly AnyEventObject[]): number {
  const chosen = events.findIndex(
    (event) => (event['selection'] as BookingSelection | undefined)?.date === TODAY,
  );
  return chosen < 0 ? -1 : events.findIndex((event, i) => i > chosen && event.type === LOADED_BALANCE);
}
const statesWithOtherTimesLink: ReadonlySet<unknown> = new Set(['slotsLost', 'startPassed', 'paidLate']);
const hasGateway = (events: readonly AnyEventObject[]): boolean =>
  events.some(({ type }) => type === 'xstate.done.actor.loadGateway');
const LOADED_BALANCE = 'xstate.done.actor.loadBalance';

testPaths({
  name: 'checkout',
  flow: () => 'checkout',
  model: checkout,

  async start(world, { input, events }) {
    const persisted = (input as { persisted?: PersistedCheckout }).persisted;
    const isSignedIn = isSignIn(events[0]);
    await world.fillStorage({
      ...(isSignedIn ? { local: world.storedTokens(longSession) } : {}),
      tab: persisted ? { checkout: persisted } : {},
    });
    await world.keepOpen(world.gates.taken, { data: { time: [] } });
    await world.keepOpen(world.gates.login, () => world.signInResponse(longSession));
    await world.page.goto(persisted ? BOOKING_PATH : '/meeting-room');
    if (!persisted || isSignedIn) return;
    await goToMeetingRooms(world.page);
    await world.page.goBack();
  },

  isTransientState: ({ event, next }) =>
    // Who is signed in is known before anything is drawn.
    (event === null && next?.event != null && isSignIn(next.event)) ||
    // A checkout that cannot be made fails while it opens.
    next?.event?.type === 'xstate.error.actor.openGateway',

  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event, input, snapshot) => {
      if (isMove(input)) return false;
      // After a reload the booking is the first page of the history: only a link leads away from it.
      const isFirstPage = isSignIn(earlier[0]) && !earlier.some(({ type }) => type === 'checkout.started');
      if (event.type === 'checkout.left' && isFirstPage && !statesWithOtherTimesLink.has(snapshot.value))
        return false;
      // The provider's script is loaded once: after that, nobody sees it being loaded.
      if (event.type === 'xstate.done.actor.createOrder' && hasGateway(earlier)) return false;
      // From then on the page's clock differs from the model's.
      const startPassedIndex = startPassedAt(earlier);
      return startPassedIndex < 0 || earlier.length - startPassedIndex < 2;
    },
    historyKey: (earlier) => [hasGateway(earlier), startPassedAt(earlier) >= 0],
  },

  events: {
    'checkout.started': async ({ page }, event) => {
      await goToMeetingRooms(page);
      if (event['selection'] === laterSelection) await selectLaterHour(page);
      else await selectHour(page);
      await bookNow(page);
      // The address changes when the code of the booking page is there.
      await expect(page).toHaveURL((url) => url.pathname === BOOKING_PATH);
    },
    'checkout.confirmed': async (world) => {
      await returnToBooking(world);
      world.closeByDefault(world.gates.memberDetails);
      await confirmButton(world).click();
    },
    'checkout.userChanged': async (world, event) => {
      const { page } = world;
      if (event['user'] === null) return world.signOutInOtherTab();
      const signedIn = event['user'] as SignedInUser;
      if (signedIn.id !== user.id) return world.signInInOtherTab({ ...longSession, user: signedIn });
      const dialog = page.getByRole('dialog', { name: 'Sign in to confirm' });
      if (await dialog.isVisible()) {
        await dialog.getByLabel('Email Address').fill('asha@example.com');
        await dialog.getByLabel('Password', { exact: true }).fill('a secret');
        return dialog.getByRole('button', { name: 'Login' }).click();
      }
      // After a page load the visitor is already signed in, from the storage.
      const isKnown = await page.evaluate(() => localStorage.getItem('accessToken') !== null);
      return isKnown ? undefined : world.signInInOtherTab(longSession);
    },
    'checkout.signInDismissed': ({ page }) => page.keyboard.press('Escape'),
    'checkout.retried': async (world) => {
      await returnToBooking(world);
      await world.page.getByRole('button', { name: /^Check (again|now)$/ }).click();
    },
    'checkout.waitCancelled': async (world) => {
      await returnToBooking(world);
      await world.page.getByRole('button', { name: 'Stop waiting' }).click();
    },
    'checkout.left': leave,
    // The provider's window covers it; the keyboard reaches it.
    'checkout.cancelled': ({ page }) => page.getByRole('button', { name: 'Cancel payment' }).press('Enter'),

    'xstate.done.actor.loadBalance': (world, { output }, step) => {
      const { isMember, points } = output as { isMember: boolean; points: number };
      // The server's clock may have gone past the beginning of what was chosen.
      const date = step.state === 'startPassed' ? new Date(instantOf(DATE, 20)) : null;
      return respond(world, step, 'memberDetails', balanceResponse(isMember, points, date));
    },
    'xstate.error.actor.loadBalance': (world, event, step) =>
      respond(world, step, 'memberDetails', failureIn(event)),
    'xstate.done.actor.bookWithPoints': (world, _event, step) =>
      respond(world, step, 'book', { data: { booking_id: 'booking-1' } }),
    'xstate.error.actor.bookWithPoints': (world, event, step) =>
      respond(world, step, 'book', failureIn(event)),
    'xstate.done.actor.bookOnAccount': (world, _event, step) =>
      respond(world, step, 'bookOnAccount', { data: { booking_id: 'booking-1' } }),
    'xstate.error.actor.bookOnAccount': (world, event, step) =>
      respond(world, step, 'bookOnAccount', failureIn(event)),
    'xstate.done.actor.createOrder': (world, { output }, step) =>
      respond(world, step, 'createPayment', orderResponse(output as PaymentOrder)),
    'xstate.error.actor.createOrder': (world, event, step) =>
      respond(world, step, 'createPayment', failureIn(event)),
    'xstate.done.actor.verifyPayment': (world, _event, step) =>
      respond(world, step, 'completePayment', statusResponse({ status: 'confirmed' })),
    'xstate.error.actor.verifyPayment': (world, event, step) =>
      failAfterRetries(world, step, 'completePayment', failureIn(event)),
    'xstate.done.actor.releaseHold': (world, { output }, step) =>
      respond(world, step, 'releasePayment', statusResponse(output)),
    'xstate.error.actor.releaseHold': (world, event, step) =>
      failAfterRetries(world, step, 'releasePayment', failureIn(event)),
    'xstate.done.actor.releasePendingHold': (world, { output }, step) =>
      respond(world, step, 'releasePayment', statusResponse(output)),
    'xstate.error.actor.releasePendingHold': (world, event, step) =>
      respond(world, step, 'releasePayment', failureIn(event)),
    'xstate.done.actor.pollPaymentStatus': (world, { output }, step) =>
      respond(world, step, 'paymentStatus', statusResponse(output)),
    'xstate.error.actor.pollPaymentStatus': (world, event, step) =>
      respond(world, step, 'paymentStatus', failureIn(event)),
    'xstate.done.actor.fetchPaymentStatus': (world, { output }, step) =>
      respond(world, step, 'paymentStatus', statusResponse(output)),
    'xstate.error.actor.fetchPaymentStatus': (world, event, step) =>
      failAfterRetries(world, step, 'paymentStatus', failureIn(event)),

    'xstate.done.actor.loadGateway': (world, _event, { next }) =>
      world.gates.checkoutScript.open(
        next?.event?.type === 'xstate.error.actor.openGateway' ? brokenProviderScript : providerScript,
      ),
    'xstate.error.actor.loadGateway': (world, event) => world.gates.checkoutScript.open(failureIn(event)),
    // The script that was loaded throws.
    'xstate.error.actor.openGateway': () => Promise.resolve(),
    'gateway.paid': ({ page }) => pressInPaymentWindow(page, 'Pay'),
    'gateway.attemptFailed': ({ page }) => pressInPaymentWindow(page, 'Use a card that fails'),
    'gateway.dismissed': ({ page }) => pressInPaymentWindow(page, 'Leave'),
    'gateway.timedOut': ({ page }) => pressInPaymentWindow(page, 'Let the time run out'),
    'gateway.failed': ({ page }) => pressInPaymentWindow(page, 'Break'),
    'gateway.unresponsive': (world) => world.advanceClock(UNRESPONSIVE_MS),
    'gateway.responded': ({ page }) => sendFirstMessage(page),

    'app.resumed': (world) => world.reconnect(),
    'xstate.done.actor.countdown': (world) => world.advanceClock(600_000),
    'xstate.after.beforePoll.checkout.card.waitingForBank.pausing': (world) =>
      world.advanceClock(BEFORE_POLL_MS),
  },

  states: {
    empty: async (world, { event }) => {
      const { page } = world;
      if (isAt(page, '/meeting-room')) return expect(card(page)).toBeVisible();
      await expect(page).toHaveURL(/\/my-bookings$/);
      await expect(page.getByRole('heading', { level: 1, name: 'My bookings' })).toBeVisible();
      const toastText =
        event?.type === 'xstate.done.actor.bookWithPoints' ||
        event?.type === 'xstate.done.actor.bookOnAccount'
          ? messages.booking.confirmed
          : messages.payment.confirmed;
      return expect(newestToast(world.page, toastText)).toBeVisible();
    },
    reviewing: async (world, step) => {
      const { event, transitions, state } = step;
      const { page } = world;
      const text = event === null ? undefined : toastTexts[event.type]?.(event, step);
      if (text !== undefined) await expect(newestToast(world.page, text)).toBeVisible();
      // The next selection, kept during a booking that has now led to My bookings.
      const hasNext = transitions.some((id) => id.startsWith('checkout.booked '));
      if (hasNext) await expect(page).toHaveURL(/\/my-bookings$/);
      // My bookings shows a reminder of the selection, also when the checkout is left for it by the history.
      const isReminded = hasNext || isAt(page, '/my-bookings');
      if (!(await expectCheckout(world, state, isReminded ? 'Not booked yet' : null, 'Continue to confirm')))
        return;
      await expect(page.getByRole('heading', { level: 1, name: 'Confirm your booking' })).toBeVisible();
      const code = event && 'error' in event ? failureIn(event).code : undefined;
      await expect(confirmButton(world)).toBeEnabled();
      const title = notices[code ?? ''];
      if (title !== undefined) await expectNotice(world, title, []);
    },
    signingIn: async (world, { state }) => {
      await expectCheckout(world, state, null);
      await expect(world.page.getByRole('dialog', { name: 'Sign in to confirm' })).toBeVisible();
      await expect(newestToast(world.page, messages.booking.loginToConfirm)).toBeVisible();
    },
    checkingBalance: expectProgress('Checking your Lit points…'),
    bookingWithPoints: expectProgress('Booking with your Lit points…'),
    bookingOnAccount: expectProgress('Booking on account of your company…'),
    'card.creatingOrder': expectProgress('Holding your times…'),
    'card.loadingGateway': expectProgress('Opening the payment window…'),
    'card.paying.clean': expectPaying('Paying… finish in the payment window.'),
    'card.paying.attemptFailed': async (world, step) => {
      await expectPaying('That attempt failed. You can try again in the payment window.')(world, step);
      await expect(newestToast(world.page, messages.payment.processFailed)).toBeVisible();
    },
    'card.paying.unresponsive': async (world, step) => {
      await expectPaying('Waiting for the payment window…')(world, step);
      const notice = world.page
        .getByRole('alert')
        .filter({ hasText: 'The payment window is not responding' });
      await expect(notice.getByRole('button', { name: 'Cancel payment' })).toBeVisible();
    },
    'card.verifying': expectProgress('Confirming your payment…'),
    'card.releasing': expectProgress('Checking your payment…'),
    'card.resuming': expectProgress('Checking your payment…'),
    'card.waitingForBank.pausing': expectWaiting,
    'card.waitingForBank.polling': expectWaiting,
    'card.cancellingWait': expectProgress('Releasing the room…'),
    'card.unconfirmed': async (world, { event, state }) => {
      await expectCheckout(world, state, 'Your payment is not confirmed yet.');
      const isSignedOut = event?.type === 'checkout.userChanged';
      const actionNames = [isSignedOut ? 'Sign in to check again' : 'Check again', 'My bookings'];
      await expectNotice(world, 'Your payment is not confirmed yet', actionNames);
      await expect(confirmButton(world)).toBeHidden();
    },
    blocked: async (world, { state }) => {
      await expect(newestToast(world.page, messages.booking.blocked)).toBeVisible();
      if (!(await expectCheckout(world, state, null))) return;
      await expectNotice(world, 'This account cannot book rooms at the moment', ['Write to us']);
      // Trying again would come to nothing.
      await expect(confirmButton(world)).toBeHidden();
    },
    slotsLost: async (world, { state, context }) => {
      if (!(await expectCheckout(world, state, 'Someone else has just taken your times'))) return;
      const { missed } = context as { missed: MissedTimes | null };
      const title = `Someone else has just taken ${missed?.kept ? 'some of ' : ''}these times`;
      await expectNotice(world, title, ['Choose other times']);
      // What is left can be confirmed.
      await expect(confirmButton(world)).toBeVisible({ visible: !!missed?.kept });
    },
    startPassed: async (world, { state }) => {
      await expect(newestToast(world.page, messages.slots.unavailable)).toBeVisible();
      if (!(await expectCheckout(world, state, 'The time you chose has already started'))) return;
      await expectNotice(world, 'The time you chose has already started', ['Choose another time']);
      await expect(confirmButton(world)).toBeHidden();
    },
    timedOut: async (world, { state }) => {
      if (!(await expectCheckout(world, state, 'The time to pay has run out. Nothing was charged.'))) return;
      await expectNotice(world, 'The time to pay has run out', []);
      await expect(confirmButton(world)).toBeEnabled();
    },
    paidLate: async (world, { state }) => {
      await expect(newestToast(world.page, messages.payment.failed)).toBeVisible();
      if (!(await expectCheckout(world, state, 'Your payment arrived after the room was taken.'))) return;
      const actionNames = ['Choose other times', 'My bookings'];
      await expectNotice(world, 'Your payment arrived after the room was taken', actionNames);
      await expect(confirmButton(world)).toBeHidden();
    },
  },
});
