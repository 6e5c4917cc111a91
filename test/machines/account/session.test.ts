import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { NOON } from '../../fixtures/booking.ts';
import { bookedHour } from '../../fixtures/bookingDetails.ts';
import { liveSession, mockEffects, type RunningApp, startApp } from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;
const refused = new Failure(401, 'unauthenticated', 'refused');
const unreachable = new Failure('FETCH_ERROR', null, 'We could not reach the server.');

const session = (app: RunningApp) => app.flow('session').getSnapshot();

const signIn = (app: RunningApp, from: 'page' | 'dialog' = 'page'): void =>
  app.flow('session').send({
    type: 'session.signInRequested',
    credentials: new Redacted({ email: 'a@b.in', password: 'Member-2025!' }),
    from,
  });

async function startSignedIn(effects = mockEffects(), minutes = 15) {
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(true, minutes) });
  return startApp(effects);
}

test('a visitor without tokens is signed out', async () => {
  expect(session(await startApp()).hasTag('signedOut')).toBe(true);
});

test('a valid session is restored at start-up, and the checkout gets its user', async () => {
  const app = await startSignedIn();
  expect(session(app).value).toEqual({ signedIn: 'fresh' });
  expect(app.flow('checkout').getSnapshot().context['user']).toEqual({ id: 'user-1', isMember: true });
});

test('an expired session is renewed at start-up, and is `refreshing` until then', async () => {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'expired' });
  let resolveSignIn: (live: ReturnType<typeof liveSession>) => void = () => undefined;
  effects.session.renew.mockReturnValue(new Promise((resolve) => (resolveSignIn = resolve)));
  const app = await startApp(effects);
  expect(session(app).hasTag('refreshing')).toBe(true);
  resolveSignIn(liveSession());
  await app.settle();
  expect(session(app).hasTag('signedIn')).toBe(true);
});

test('a refused renewal at start-up signs out', async () => {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'expired' });
  effects.session.renew.mockRejectedValue(refused);
  expect(session(await startApp(effects)).value).toEqual({ signedOut: 'failed' });
});

test('without network at start-up the user is not signed out, and the renewal is retried', async () => {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'expired' });
  effects.session.renew.mockRejectedValueOnce(unreachable);
  const app = await startApp(effects);
  expect(session(app).value).toBe('waitingToRecover');
  expect(session(app).hasTag('refreshing')).toBe(true);
  await app.settle(2000);
  expect(session(app).hasTag('signedIn')).toBe(true);
});

test('signing in shows Logging in… and then Welcome back!', async () => {
  const app = await startApp();
  signIn(app);
  expect(app.toasts()).toEqual(['loading: Logging in…']);
  await app.settle();
  expect(app.toasts()).toEqual(['success: Welcome back!']);
  expect(session(app).hasTag('signedIn')).toBe(true);
});

test('a wrong password shows one message on the page and another in the dialog', async () => {
  const effects = mockEffects();
  effects.session.signIn.mockRejectedValue(new Failure(401, 'wrong-credentials', ''));
  const app = await startApp(effects);
  signIn(app);
  await app.settle();
  expect(app.toasts()).toEqual(['error: Login failed. Check your credentials.']);
  expect(session(app).value).toEqual({ signedOut: 'failed' });
  signIn(app, 'dialog');
  await app.settle();
  expect(app.toasts()).toEqual(['error: Login failed! Check your credentials.']);
  await app.settle(2000);
  expect(app.toasts()).toEqual([]);
});

test('the session is renewed 60 s before it expires', async () => {
  const app = await startSignedIn();
  await app.settle(14 * MINUTE - 1);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  await app.settle(1);
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
  expect(session(app).value).toEqual({ signedIn: 'fresh' });
});

test('a token that is valid for one minute is renewed twice a minute, not in a loop', async () => {
  const effects = mockEffects();
  effects.session.renew.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return liveSession(true, 1);
  });
  const app = await startSignedIn(effects, 1);
  await app.settle(15_000);
  expect(effects.session.renew).toHaveBeenCalledTimes(1);
  await app.settle(3 * MINUTE);
  expect(effects.session.renew).toHaveBeenCalledTimes(7);
});

test('the renewal gets the expiry time of this tab', async () => {
  const app = await startSignedIn();
  await app.settle(14 * MINUTE);
  expect(app.effects.session.renew).toHaveBeenCalledWith(NOON + 15 * MINUTE);
});

test('a laptop that slept past the expiry renews the session on resuming', async () => {
  const app = await startSignedIn();
  vi.setSystemTime(NOON + 60 * MINUTE);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
});

test('after a network failure during a renewal the user stays signed in, and the retries back off', async () => {
  const effects = mockEffects();
  effects.session.renew.mockRejectedValueOnce(unreachable).mockRejectedValueOnce(unreachable);
  const app = await startSignedIn(effects);
  await app.settle(14 * MINUTE);
  expect(session(app).value).toEqual({ signedIn: 'waitingToRenew' });
  await app.settle(1999);
  expect(effects.session.renew).toHaveBeenCalledTimes(1);
  await app.settle(1);
  expect(effects.session.renew).toHaveBeenCalledTimes(2);
  await app.settle(4000);
  expect(effects.session.renew).toHaveBeenCalledTimes(3);
  expect(session(app).value).toEqual({ signedIn: 'fresh' });
});

test('a refused renewal signs out', async () => {
  const effects = mockEffects();
  effects.session.renew.mockRejectedValue(refused);
  const app = await startSignedIn(effects);
  await app.settle(14 * MINUTE);
  expect(session(app).value).toEqual({ signedOut: 'failed' });
  expect(app.flow('checkout').getSnapshot().context['user']).toBeNull();
});

test('a token that is valid for two months does not overflow the timer', async () => {
  const app = await startSignedIn(mockEffects(), 60 * 24 * 60);
  await app.settle(2 ** 31);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  await app.settle(60 * 24 * 60 * MINUTE - 2 ** 31);
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
});

test('signing out shows a toast for two seconds and clears the loaded data', async () => {
  const app = await startSignedIn();
  app.flow('bookings').send({ type: 'resource.used' });
  await app.settle();
  app.flow('session').send({ type: 'session.signOutRequested' });
  await app.settle();
  expect(app.toasts()).toEqual(['info: You’ve been signed out']);
  expect(app.flow('bookings').getSnapshot().value).toBe('empty');
  expect(app.flow('bookings').getSnapshot().context['data']).toBeNull();
  await app.settle(2000);
  expect(app.toasts()).toEqual([]);
});

test('signing out clears the member’s details', async () => {
  const app = await startSignedIn();
  app.flow('member').send({ type: 'resource.used', key: 'user-1' });
  await app.settle();
  expect(app.flow('member').getSnapshot().context['data']).toMatchObject({ email: 'asha@example.com' });
  app.flow('session').send({ type: 'session.signOutRequested' });
  await app.settle();
  expect(app.flow('member').getSnapshot().context['data']).toBeNull();
});

test('signing out works when the server cannot be reached', async () => {
  const effects = mockEffects();
  effects.session.signOut.mockRejectedValue(unreachable);
  const app = await startSignedIn(effects);
  app.flow('session').send({ type: 'session.signOutRequested' });
  await app.settle();
  expect(session(app).hasTag('signedOut')).toBe(true);
});

test('a sign-out and a sign-in in another tab change this tab', async () => {
  const app = await startSignedIn();
  app.emitTokenEvent({ type: 'session.tokensGone' });
  expect(session(app).hasTag('signedOut')).toBe(true);
  app.emitTokenEvent({ type: 'session.tokensChanged', session: liveSession(false) });
  expect(session(app).hasTag('signedIn')).toBe(true);
  expect(app.flow('checkout').getSnapshot().context['user']).toEqual({ id: 'user-1', isMember: false });
});

describe('another user who signs in in another tab', () => {
  const otherSession = () => ({ ...liveSession(false), user: { id: 'user-2', isMember: false } });

  async function startWithLists() {
    const effects = mockEffects();
    effects.bookings.loadPages.mockResolvedValueOnce({
      bookings: [{ ...bookedHour, id: 'of user-1' }],
      hasMore: false,
    });
    const app = await startSignedIn(effects);
    app.flow('bookings').send({ type: 'resource.used' });
    app.flow('member').send({ type: 'resource.used', key: 'user-1' });
    await app.settle();
    expect(app.flow('bookings').getSnapshot().context['data']).toMatchObject({
      upcoming: [{ id: 'of user-1' }],
    });
    effects.bookings.loadPages.mockReturnValue(new Promise(() => undefined));
    effects.member.details.mockReturnValue(new Promise(() => undefined));
    return app;
  }

  const visibleState = (app: RunningApp) => ({
    user: (session(app).context['session'] as { user: unknown }).user,
    lists: (['bookings', 'member'] as const).map((flow) => {
      const { value, context } = app.flow(flow).getSnapshot();
      return [value, context['data']];
    }),
    checkout: app.flow('checkout').getSnapshot().context['user'],
  });
  /** No data of the first user is left; the views of the second user load their own. */
  const stateOfOtherUser = {
    user: otherSession().user,
    lists: [
      ['empty', null],
      ['empty', null],
    ],
    checkout: otherSession().user,
  };

  test('sees no data of the previous user', async () => {
    const app = await startWithLists();
    app.emitTokenEvent({ type: 'session.tokensChanged', session: otherSession() });
    expect(visibleState(app)).toEqual(stateOfOtherUser);
  });

  test('sees no data of the previous user when a renewal finds the new tokens', async () => {
    const app = await startWithLists();
    app.effects.session.renew.mockResolvedValue({ ...otherSession(), expiresAt: NOON + 30 * MINUTE });
    await app.settle(14 * MINUTE);
    expect(visibleState(app)).toEqual(stateOfOtherUser);
  });
});

test('a renewal in another tab postpones the next renewal', async () => {
  const app = await startSignedIn();
  await app.settle(10 * MINUTE);
  app.emitTokenEvent({ type: 'session.tokensChanged', session: liveSession() });
  await app.settle(13 * MINUTE);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  await app.settle(MINUTE);
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
});

test('the password is in no snapshot', async () => {
  const app = await startApp();
  signIn(app);
  expect(app.persisted()).toContain('"signingIn"');
  const texts = [app.persisted(), JSON.stringify(session(app))];
  for (const text of texts) expect(text).not.toContain('Member-2025!');
});
