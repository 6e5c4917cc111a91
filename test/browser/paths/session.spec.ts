import { session as words } from '../../paths/words/session.ts';
import { clock, user } from '../../fixtures/booking.ts';
import { failureIn, passThrough } from './page/gates.ts';
import { testPaths } from './pathTest.ts';
import type { World } from './page/world.ts';
import type { LiveSession, StoredSession } from '../../../machines/account/session/events.ts';

/* The paths of the session, on a page that requires one. */

const PAGE = '/my-bookings';
const expiredSession: LiveSession = { user, expiresAt: clock.now() - 3_600_000 };

/** Longer than the pause before the first retry (machines/account/session/setup.ts). */
const RETRY_PAUSE_MS = 4_000;
/** Of a browser, rounded up to whole seconds. */
const LONGEST_TIMER_MS = Math.ceil((2 ** 31 - 1) / 1_000) * 1_000;

async function openWithStorage(world: World, stored: StoredSession): Promise<void> {
  world.closeByDefault(world.gates.waitingListSection);
  if (stored.kind !== 'none')
    await world.fillStorage({ local: world.storedTokens(stored.kind === 'live' ? stored : expiredSession) });
  await world.page.goto(PAGE);
}

testPaths({
  name: 'session',
  flow: () => 'session',
  model: words.model,
  words,
  // The first event says which session the browser has stored, so it opens the page.
  start: () => Promise.resolve(),

  events: {
    'xstate.done.actor.restore': (world, { output }) => openWithStorage(world, output as StoredSession),

    'xstate.done.actor.signIn': (world, { output }) =>
      world.gates.login.open(world.signInResponse(output as LiveSession)),
    'xstate.error.actor.signIn': (world, event) => world.gates.login.open(failureIn(event)),

    'xstate.done.actor.recover': (world, { output }) =>
      world.gates.refresh.open(world.renewalResponse(output as LiveSession)),
    'xstate.error.actor.recover': (world, event) => world.gates.refresh.open(failureIn(event)),
    'xstate.done.actor.renew': (world, { output }) =>
      world.gates.refresh.open(world.renewalResponse(output as LiveSession)),
    'xstate.error.actor.renew': (world, event) => world.gates.refresh.open(failureIn(event)),

    'xstate.done.actor.signOut': (world) => world.gates.signOut.open({ signed_out: true }),
    'xstate.error.actor.signOut': (world, event) => world.gates.signOut.open(failureIn(event)),

    // The section with the waiting list loads the flows of the booking, which request the user.
    'session.userRequested': (world) => world.gates.waitingListSection.open(passThrough),
    'session.tokensChanged': (world, event) => world.signInInOtherTab(event['session'] as LiveSession),
    'session.tokensGone': (world) => world.signOutInOtherTab(),
    'app.resumed': (world) => world.reconnect(),
    'xstate.after.untilRetry.session.waitingToRecover': (world) => world.advanceClock(RETRY_PAUSE_MS),
    'xstate.after.untilRetry.session.signedIn.waitingToRenew': (world) => world.advanceClock(RETRY_PAUSE_MS),
    'xstate.after.untilRenewal.session.signedIn.fresh': (world) => world.advanceClock(LONGEST_TIMER_MS),
  },
});
