import { session } from '../../paths/models/session.ts';
import { clock, user } from '../../fixtures/booking.ts';
import { toast } from '../walk.ts';
import { failureIn } from './gates.ts';
import { expect } from './probed.ts';
import { walkPaths } from './walkPath.ts';
import type { World } from './world.ts';
import type { LiveSession, StoredSession } from '../../../machines/events/session.ts';

/* The session's paths, on a page that only the signed-in may see. */

const PAGE = '/my-bookings';
const longAgo: LiveSession = { user, expiresAt: clock.now() - 3_600_000 };

/** The first wait before the server is asked again, after one failure (machines/sessionSetup.ts). */
const BEFORE_RETRY_MS = 4_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function openWith(world: World, stored: StoredSession): Promise<void> {
  if (stored.kind !== 'none')
    await world.keep({ local: world.tokensOf(stored.kind === 'live' ? stored : longAgo) });
  await world.page.goto(PAGE);
}

const seesState = ({ page }: World, state: string) =>
  expect(page.locator('header [data-flow="session"]')).toHaveAttribute('data-state', state);

async function seesSignInPage(world: World, state: string): Promise<void> {
  const { page } = world;
  await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'LOG OUT' })).toBeHidden();
  await seesState(world, state);
}

async function seesOwnPage(world: World, state: string): Promise<void> {
  const { page } = world;
  await expect(page.getByRole('heading', { level: 1, name: 'My bookings' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'LOG OUT' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'SIGN IN' })).toBeHidden();
  await seesState(world, state);
}

async function seesRefreshing(world: World, state: string): Promise<void> {
  const refreshing = world.page.getByRole('status').filter({ hasText: 'Refreshing session…' });
  await expect(refreshing).toBeVisible();
  await seesState(world, state);
}

walkPaths({
  name: 'session',
  flow: () => 'session',
  model: session,
  tours: { maxEvents: 15 },
  // The flow starts with the page, which is opened when it is known what the browser had kept.
  start: () => Promise.resolve(),
  isFleeting: ({ event }) => event === null,

  events: {
    'xstate.done.actor.restore': (world, { output }) => openWith(world, output as StoredSession),

    'session.signInRequested': async ({ page }) => {
      await page.getByLabel('Email Address').fill('asha@example.com');
      await page.getByLabel('Password', { exact: true }).fill('a secret');
      await page.keyboard.press('Enter');
    },
    'xstate.done.actor.signIn': (world, { output }) =>
      world.gates.login.open(world.signedIn(output as LiveSession)),
    'xstate.error.actor.signIn': (world, event) => world.gates.login.open(failureIn(event)),

    'xstate.done.actor.recover': (world, { output }) =>
      world.gates.refresh.open(world.renewed(output as LiveSession)),
    'xstate.error.actor.recover': (world, event) => world.gates.refresh.open(failureIn(event)),
    'xstate.done.actor.renew': (world, { output }) =>
      world.gates.refresh.open(world.renewed(output as LiveSession)),
    'xstate.error.actor.renew': (world, event) => world.gates.refresh.open(failureIn(event)),

    'session.signOutRequested': ({ page }) => page.getByRole('button', { name: 'LOG OUT' }).click(),
    'xstate.done.actor.signOut': (world) => world.gates.signOut.open({ signed_out: true }),
    'xstate.error.actor.signOut': (world, event) => world.gates.signOut.open(failureIn(event)),

    // The page that brings the booking's flows, and back.
    'session.userRequested': async ({ page }) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Meeting Rooms' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Meeting rooms in Chennai' })).toBeVisible();
      await page.goBack();
    },
    'session.tokensChanged': (world, event) => world.signInInOtherTab(event['session'] as LiveSession),
    'session.tokensGone': (world) => world.signOutInOtherTab(),
    'app.resumed': (world) => world.wake(),
    'xstate.after.untilRetry.session.waitingToRecover': (world) => world.pass(BEFORE_RETRY_MS),
    'xstate.after.untilRetry.session.signedIn.waitingToRenew': (world) => world.pass(BEFORE_RETRY_MS),
    'xstate.after.untilRenewal.session.signedIn.fresh': (world) => world.pass(LONGEST_TIMER_MS),
  },

  states: {
    'signedOut.idle': (world) => seesSignInPage(world, 'signedOut.idle'),
    'signedOut.failed': async (world, { event }) => {
      await seesSignInPage(world, 'signedOut.failed');
      if (event?.type === 'xstate.error.actor.signIn') {
        await expect(
          toast(world.page, 'We could not reach the server. Check your connection and try again.'),
        ).toBeVisible();
        await expect(world.page.getByLabel('Email Address')).toHaveValue('asha@example.com');
      } else {
        await expect(world.page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      }
    },
    signingIn: async (world) => {
      const { page } = world;
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled();
      await expect(toast(page, 'Logging in…')).toBeVisible();
      await seesSignInPage(world, 'signingIn');
    },
    recovering: async (world) => {
      await seesRefreshing(world, 'recovering');
      await expect(world.page.getByRole('button', { name: 'LOG OUT' })).toBeHidden();
    },
    waitingToRecover: async (world) => {
      await seesRefreshing(world, 'waitingToRecover');
      await expect(world.page.getByText('We cannot reach the server.')).toBeVisible();
      await expect(world.page.getByRole('button', { name: 'LOG OUT' })).toBeVisible();
    },
    'signedIn.fresh': (world) => seesOwnPage(world, 'signedIn.fresh'),
    // Nothing that a person need notice: they go on with what they do.
    'signedIn.renewing': (world) => seesOwnPage(world, 'signedIn.renewing'),
    'signedIn.waitingToRenew': (world) => seesOwnPage(world, 'signedIn.waitingToRenew'),
    signingOut: (world) => seesSignInPage(world, 'signingOut'),
  },
});
