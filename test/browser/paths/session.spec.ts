import { session } from '../../paths/models/session.ts';
import { clock, user } from '../../fixtures/booking.ts';
import { newestToast } from '../visitorActions.ts';
import { failureIn, passThrough } from './page/gates.ts';
import { expect } from './page/probed.ts';
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

const expectState = ({ page }: World, state: string) =>
  expect(page.locator('header [data-flow="session"]')).toHaveAttribute('data-state', state);

async function expectSignInPage(world: World, state: string): Promise<void> {
  const { page } = world;
  await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'LOG OUT' })).toBeHidden();
  await expectState(world, state);
}

async function expectMyBookingsPage(world: World, state: string): Promise<void> {
  const { page } = world;
  await expect(page.getByRole('heading', { level: 1, name: 'My bookings' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'LOG OUT' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeHidden();
  await expectState(world, state);
}

async function expectRefreshing(world: World, state: string): Promise<void> {
  const refreshing = world.page.getByRole('status').filter({ hasText: 'Refreshing session…' });
  await expect(refreshing).toBeVisible();
  await expectState(world, state);
}

testPaths({
  name: 'session',
  flow: () => 'session',
  model: session,
  longPaths: { maxEvents: 15 },
  // The first event says which session the browser has stored, so it opens the page.
  start: () => Promise.resolve(),
  isTransientState: ({ event }) => event === null,

  events: {
    'xstate.done.actor.restore': (world, { output }) => openWithStorage(world, output as StoredSession),

    'session.signInRequested': async ({ page }) => {
      await page.getByLabel('Email Address').fill('asha@example.com');
      await page.getByLabel('Password', { exact: true }).fill('a secret');
      await page.keyboard.press('Enter');
    },
    'xstate.done.actor.signIn': (world, { output }) =>
      world.gates.login.open(world.signInResponse(output as LiveSession)),
    'xstate.error.actor.signIn': (world, event) => world.gates.login.open(failureIn(event)),

    'xstate.done.actor.recover': (world, { output }) =>
      world.gates.refresh.open(world.renewalResponse(output as LiveSession)),
    'xstate.error.actor.recover': (world, event) => world.gates.refresh.open(failureIn(event)),
    'xstate.done.actor.renew': (world, { output }) =>
      world.gates.refresh.open(world.renewalResponse(output as LiveSession)),
    'xstate.error.actor.renew': (world, event) => world.gates.refresh.open(failureIn(event)),

    'session.signOutRequested': ({ page }) => page.getByRole('button', { name: 'LOG OUT' }).click(),
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

  states: {
    'signedOut.idle': (world) => expectSignInPage(world, 'signedOut.idle'),
    'signedOut.failed': async (world, { event }) => {
      await expectSignInPage(world, 'signedOut.failed');
      if (event?.type === 'xstate.error.actor.signIn') {
        await expect(
          newestToast(world.page, 'We could not reach the server. Check your connection and try again.'),
        ).toBeVisible();
        await expect(world.page.getByLabel('Email Address')).toHaveValue('asha@example.com');
      } else {
        await expect(world.page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      }
    },
    signingIn: async (world) => {
      const { page } = world;
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled();
      await expect(newestToast(page, 'Logging in…')).toBeVisible();
      await expectSignInPage(world, 'signingIn');
    },
    recovering: async (world) => {
      await expectRefreshing(world, 'recovering');
      await expect(world.page.getByRole('button', { name: 'LOG OUT' })).toBeHidden();
    },
    waitingToRecover: async (world) => {
      await expectRefreshing(world, 'waitingToRecover');
      await expect(world.page.getByText('We cannot reach the server.')).toBeVisible();
      await expect(world.page.getByRole('button', { name: 'LOG OUT' })).toBeVisible();
    },
    'signedIn.fresh': (world) => expectMyBookingsPage(world, 'signedIn.fresh'),
    // A renewal changes nothing that a person sees.
    'signedIn.renewing': (world) => expectMyBookingsPage(world, 'signedIn.renewing'),
    'signedIn.waitingToRenew': (world) => expectMyBookingsPage(world, 'signedIn.waitingToRenew'),
    signingOut: (world) => expectSignInPage(world, 'signingOut'),
  },
});
