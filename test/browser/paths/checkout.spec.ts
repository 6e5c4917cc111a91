import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import type { AnyEventObject } from 'xstate';
import type { Failure } from '../../../machines/engine/failure.ts';
import { DATE, user } from '../../fixtures/booking.ts';
import { checkout as words } from '../../paths/words/checkout.ts';
import { goToMeetingRooms } from './page/bookingActions.ts';
import { type GateResponse, failureIn } from './page/gates.ts';
import { brokenProviderScript, providerScript, sendFirstMessage } from './page/checkoutScript.ts';
import { exhaustRetries } from './longPaths/exhaustRetries.ts';
import { testPaths } from './pathTest.ts';
import { balanceResponse, longSession, type World } from './page/world.ts';
import type { PaymentOrder, PersistedCheckout } from '../../../machines/checkout/events.ts';
import type { SignedInUser } from '../../../machines/account/session/events.ts';

/* The checkout's paths: from the rooms to My bookings, by points and by card, with every interruption. */

const BEFORE_POLL_MS = 4_000;
/** How long the provider's window may send no message (src/checkout/effects/gateway.ts). */
const UNRESPONSIVE_MS = 8_000;

const isSignIn = (event: AnyEventObject | undefined): boolean =>
  event?.type === 'checkout.userChanged' && event['user'] !== null;

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

type GateName = keyof World['gates'];
const respondTo =
  (gate: GateName, response: (event: AnyEventObject) => GateResponse) =>
  (world: World, event: AnyEventObject): Promise<void> =>
    world.respond(world.gates[gate], response(event));
const statusTo = (gate: GateName) => respondTo(gate, ({ output }) => statusResponse(output));
/** Lets every attempt of a retried call fail, until the machine receives the failure. */
const failAfterRetries = (name: GateName) => (world: World, event: AnyEventObject) => {
  const gate = world.gates[name];
  const failure: Failure = failureIn(event);
  return exhaustRetries(world, gate, failure, () => world.respond(gate, failure));
};

testPaths({
  name: 'checkout',
  flow: () => 'checkout',
  model: words.model,
  words,

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

  before(world, { type }) {
    if (type === 'checkout.confirmed') world.closeByDefault(world.gates.memberDetails);
  },

  events: {
    'checkout.userChanged': async (world, event) => {
      if (event['user'] === null) return world.signOutInOtherTab();
      const signedIn = event['user'] as SignedInUser;
      if (signedIn.id !== user.id) return world.signInInOtherTab({ ...longSession, user: signedIn });
      // After a page load the visitor is already signed in, from the storage.
      const isKnown = await world.page.evaluate(() => localStorage.getItem('accessToken') !== null);
      return isKnown ? undefined : world.signInInOtherTab(longSession);
    },

    'xstate.done.actor.loadBalance': (world, { output }, { state }) => {
      const { isMember, points } = output as { isMember: boolean; points: number };
      // The server's clock may have gone past the beginning of what was chosen.
      const date = state === 'startPassed' ? new Date(instantOf(DATE, 20)) : null;
      return world.respond(world.gates.memberDetails, balanceResponse(isMember, points, date));
    },
    'xstate.error.actor.loadBalance': respondTo('memberDetails', failureIn),
    'xstate.done.actor.bookWithPoints': respondTo('book', () => ({ data: { booking_id: 'booking-1' } })),
    'xstate.error.actor.bookWithPoints': respondTo('book', failureIn),
    'xstate.done.actor.bookOnAccount': respondTo('bookOnAccount', () => ({
      data: { booking_id: 'booking-1' },
    })),
    'xstate.error.actor.bookOnAccount': respondTo('bookOnAccount', failureIn),
    'xstate.done.actor.createOrder': respondTo('createPayment', ({ output }) =>
      orderResponse(output as PaymentOrder),
    ),
    'xstate.error.actor.createOrder': respondTo('createPayment', failureIn),
    'xstate.done.actor.verifyPayment': respondTo('completePayment', () =>
      statusResponse({ status: 'confirmed' }),
    ),
    'xstate.error.actor.verifyPayment': failAfterRetries('completePayment'),
    'xstate.done.actor.releaseHold': statusTo('releasePayment'),
    'xstate.error.actor.releaseHold': failAfterRetries('releasePayment'),
    'xstate.done.actor.releasePendingHold': statusTo('releasePayment'),
    'xstate.error.actor.releasePendingHold': respondTo('releasePayment', failureIn),
    'xstate.done.actor.pollPaymentStatus': statusTo('paymentStatus'),
    'xstate.error.actor.pollPaymentStatus': respondTo('paymentStatus', failureIn),
    'xstate.done.actor.fetchPaymentStatus': statusTo('paymentStatus'),
    'xstate.error.actor.fetchPaymentStatus': failAfterRetries('paymentStatus'),

    'xstate.done.actor.loadGateway': (world, _event, { next }) =>
      world.gates.checkoutScript.open(
        next?.event?.type === 'xstate.error.actor.openGateway' ? brokenProviderScript : providerScript,
      ),
    'xstate.error.actor.loadGateway': (world, event) => world.gates.checkoutScript.open(failureIn(event)),
    // The script that was loaded throws.
    'xstate.error.actor.openGateway': () => Promise.resolve(),
    'gateway.unresponsive': (world) => world.advanceClock(UNRESPONSIVE_MS),
    'gateway.responded': ({ page }) => sendFirstMessage(page),

    'app.resumed': (world) => world.reconnect(),
    'xstate.done.actor.countdown': (world) => world.advanceClock(600_000),
    'xstate.after.beforePoll.checkout.card.waitingForBank.pausing': (world) =>
      world.advanceClock(BEFORE_POLL_MS),
  },
});
