import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../domain/redacted.ts';
import { Failure } from '../../machines/failure.ts';
import { NOON } from '../fixtures/booking.ts';
import { bookedHour } from '../fixtures/bookingDetails.ts';
import { liveSession, quietEffects, type RunningApp, startApp } from './startApp.ts';

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

async function startSignedIn(effects = quietEffects(), minutes = 15) {
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(true, minutes) });
  return startApp(effects);
}

test('a visitor without tokens is signed out', async () => {
  expect(session(await startApp()).hasTag('signedOut')).toBe(true);
});

test('a live session is restored at start-up, and the checkout knows who it is', async () => {
  const app = await startSignedIn();
  expect(session(app).value).toEqual({ signedIn: 'fresh' });
  expect(app.flow('checkout').getSnapshot().context['user']).toEqual({ id: 'user-1', isMember: true });
});

test('an expired session is renewed at start-up while the guard waits', async () => {
  const effects = quietEffects();
  effects.session.restore.mockResolvedValue({ kind: 'expired' });
  let answer: (live: ReturnType<typeof liveSession>) => void = () => undefined;
  effects.session.renew.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const app = await startApp(effects);
  expect(session(app).hasTag('refreshing')).toBe(true);
  answer(liveSession());
  await app.settle();
  expect(session(app).hasTag('signedIn')).toBe(true);
});

test('a refused renewal at start-up signs out', async () => {
  const effects = quietEffects();
  effects.session.restore.mockResolvedValue({ kind: 'expired' });
  effects.session.renew.mockRejectedValue(refused);
  expect(session(await startApp(effects)).value).toEqual({ signedOut: 'failed' });
});

test('no network at start-up is not a sign-out: it is tried again', async () => {
  const effects = quietEffects();
  effects.session.restore.mockResolvedValue({ kind: 'expired' });
  effects.session.renew.mockRejectedValueOnce(unreachable);
  const app = await startApp(effects);
  expect(session(app).value).toBe('waitingToRecover');
  expect(session(app).hasTag('refreshing')).toBe(true);
  await app.settle(2000);
  expect(session(app).hasTag('signedIn')).toBe(true);
});

test('signing in says Logging in… and then Welcome back!', async () => {
  const app = await startApp();
  signIn(app);
  expect(app.toasts()).toEqual(['loading: Logging in…']);
  await app.settle();
  expect(app.toasts()).toEqual(['success: Welcome back!']);
  expect(session(app).hasTag('signedIn')).toBe(true);
});

test('a wrong password shows the server’s message on the page and the dialog’s own in the dialog', async () => {
  const effects = quietEffects();
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

test('a token that lives for a minute is renewed twice a minute, not without a pause', async () => {
  const effects = quietEffects();
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

test('the renewal is asked for by the expiry that this tab knows', async () => {
  const app = await startSignedIn();
  await app.settle(14 * MINUTE);
  expect(app.effects.session.renew).toHaveBeenCalledWith(NOON + 15 * MINUTE);
});

test('a laptop that slept past the expiry refreshes on resuming', async () => {
  const app = await startSignedIn();
  vi.setSystemTime(NOON + 60 * MINUTE);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  app.actor.send({ type: 'app.resumed' });
  await app.settle();
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
});

test('a network failure while renewing keeps the person signed in and backs off', async () => {
  const effects = quietEffects();
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
  const effects = quietEffects();
  effects.session.renew.mockRejectedValue(refused);
  const app = await startSignedIn(effects);
  await app.settle(14 * MINUTE);
  expect(session(app).value).toEqual({ signedOut: 'failed' });
  expect(app.flow('checkout').getSnapshot().context['user']).toBeNull();
});

test('a token of two months does not overflow its timer', async () => {
  const app = await startSignedIn(quietEffects(), 60 * 24 * 60);
  await app.settle(2 ** 31);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  await app.settle(60 * 24 * 60 * MINUTE - 2 ** 31);
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
});

test('signing out says so for two seconds and forgets what was loaded', async () => {
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

test('signing out leaves nothing of the member on the page: not the points, not the details', async () => {
  const app = await startSignedIn();
  app.flow('member').send({ type: 'resource.used', key: 'user-1' });
  await app.settle();
  expect(app.flow('member').getSnapshot().context['data']).toMatchObject({ email: 'asha@example.com' });
  app.flow('session').send({ type: 'session.signOutRequested' });
  await app.settle();
  expect(app.flow('member').getSnapshot().context['data']).toBeNull();
});

test('signing out works without the server', async () => {
  const effects = quietEffects();
  effects.session.signOut.mockRejectedValue(unreachable);
  const app = await startSignedIn(effects);
  app.flow('session').send({ type: 'session.signOutRequested' });
  await app.settle();
  expect(session(app).hasTag('signedOut')).toBe(true);
});

test('another tab’s sign-out and sign-in are followed', async () => {
  const app = await startSignedIn();
  app.tokens({ type: 'session.tokensGone' });
  expect(session(app).hasTag('signedOut')).toBe(true);
  app.tokens({ type: 'session.tokensChanged', session: liveSession(false) });
  expect(session(app).hasTag('signedIn')).toBe(true);
  expect(app.flow('checkout').getSnapshot().context['user']).toEqual({ id: 'user-1', isMember: false });
});

describe('another user who signs in in another tab', () => {
  const other = () => ({ ...liveSession(false), user: { id: 'user-2', isMember: false } });

  async function startWithLists() {
    const effects = quietEffects();
    effects.bookings.list.mockResolvedValueOnce([{ ...bookedHour, id: 'of user-1' }]);
    const app = await startSignedIn(effects);
    app.flow('bookings').send({ type: 'resource.used' });
    app.flow('member').send({ type: 'resource.used', key: 'user-1' });
    await app.settle();
    expect(app.flow('bookings').getSnapshot().context['data']).toMatchObject({
      upcoming: [{ id: 'of user-1' }],
    });
    effects.bookings.list.mockReturnValue(new Promise(() => undefined));
    effects.member.details.mockReturnValue(new Promise(() => undefined));
    return app;
  }

  const shown = (app: RunningApp) => ({
    user: (session(app).context['session'] as { user: unknown }).user,
    lists: ['bookings', 'member'].map((flow) => {
      const { value, context } = app.flow(flow).getSnapshot();
      return [value, context['data']];
    }),
    asked: app.effects.member.details.mock.lastCall?.[0],
    checkout: app.flow('checkout').getSnapshot().context['user'],
  });
  /** Nothing of the first user's is left, and the second one's is being loaded. */
  const onlyOther = {
    user: other().user,
    lists: [
      ['loading', null],
      ['loading', null],
    ],
    asked: 'user-2',
    checkout: other().user,
  };

  test('sees nothing of the user before', async () => {
    const app = await startWithLists();
    app.tokens({ type: 'session.tokensChanged', session: other() });
    expect(shown(app)).toEqual(onlyOther);
  });

  test('sees nothing of the user before either when it is a renewal that finds the new tokens', async () => {
    const app = await startWithLists();
    app.effects.session.renew.mockResolvedValue({ ...other(), expiresAt: NOON + 30 * MINUTE });
    await app.settle(14 * MINUTE);
    expect(shown(app)).toEqual(onlyOther);
  });
});

test('another tab’s renewal moves the next one', async () => {
  const app = await startSignedIn();
  await app.settle(10 * MINUTE);
  app.tokens({ type: 'session.tokensChanged', session: liveSession() });
  await app.settle(13 * MINUTE);
  expect(app.effects.session.renew).not.toHaveBeenCalled();
  await app.settle(MINUTE);
  expect(app.effects.session.renew).toHaveBeenCalledTimes(1);
});

test('the password shows in no snapshot and no inspected event', async () => {
  const app = await startApp();
  signIn(app);
  expect(app.persisted()).toContain('"signingIn"');
  const texts = [app.persisted(), JSON.stringify(session(app))];
  for (const text of texts) expect(text).not.toContain('Member-2025!');
});
