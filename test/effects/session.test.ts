import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { Failure } from '../../machines/engine/failure.ts';
import type { Send } from '../../src/app/effects/http.ts';
import { createSession } from '../../src/account/effects/session.ts';

class Storage {
  readonly #items = new Map<string, string>();
  getItem = (key: string): string | null => this.#items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#items.set(key, value);
  removeItem = (key: string): void => void this.#items.delete(key);
  clear = (): void => this.#items.clear();
}

let storage: Storage;
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const clock = { now: () => Date.now() };

const accessToken = (minutes: number, userId = 'user-1'): Promise<string> =>
  new SignJWT({ user_id: userId, is_member: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(new Date(Date.now() + minutes * 60_000))
    .sign(new TextEncoder().encode('a secret of the test, long enough'));

interface Request {
  readonly url?: string;
  readonly data?: unknown;
  readonly headers?: { readonly Authorization?: string };
}
const fakeSend = (respond: (request: Request) => unknown) => {
  const calls: Request[] = [];
  const send = (async (request: Request) => {
    calls.push(request);
    return respond(request);
  }) as unknown as Send;
  return { send, calls };
};

test('a page that the Back button shows again notices at once that its session has ended', async () => {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
  );
  storage.setItem('accessToken', await accessToken(10));
  storage.setItem('refreshToken', 'refresh-1');
  const { effects } = createSession(() => Promise.reject(new Failure('FETCH_ERROR')), clock);
  const events: string[] = [];
  effects.watchTokens(({ type }) => events.push(type));
  // A page that is loaded, and not restored, reads the tokens itself.
  listeners.get('pageshow')?.({ persisted: false });
  expect(events).toEqual([]);
  storage.clear();
  listeners.get('pageshow')?.({ persisted: true });
  expect(events).toEqual(['session.tokensGone']);
  storage.setItem('accessToken', await accessToken(10, 'user-2'));
  listeners.get('pageshow')?.({ persisted: true });
  expect(events).toEqual(['session.tokensGone', 'session.tokensChanged']);
});

test('signing in clears local storage and keeps the tokens', async () => {
  storage.setItem('something', 'old');
  const access = await accessToken(15);
  const { send } = fakeSend(() => ({ access, refresh: 'refresh-1', is_member: true, user_id: 'user-1' }));
  const { effects } = createSession(send, clock);
  const session = await effects.signIn({ email: 'a@b.in', password: 'x' });
  expect(session.user).toEqual({ id: 'user-1', isMember: true });
  expect(storage.getItem('something')).toBeNull();
  expect(storage.getItem('accessToken')).toBe(access);
});

test('at start-up an expired access token is removed and the session has to be renewed', async () => {
  storage.setItem('accessToken', await accessToken(-1));
  storage.setItem('refreshToken', 'refresh-1');
  const { effects } = createSession(fakeSend(() => ({})).send, clock);
  expect(await effects.restore()).toEqual({ kind: 'expired' });
  expect(storage.getItem('accessToken')).toBeNull();
});

test('a token that cannot be decoded, without a refresh token, is not a session', async () => {
  storage.setItem('accessToken', 'garbage');
  const { effects } = createSession(fakeSend(() => ({})).send, clock);
  expect(await effects.restore()).toEqual({ kind: 'none' });
  expect(storage.getItem('accessToken')).toBeNull();
});

test('calls that fail with 401 at the same time share one renewal and are sent again', async () => {
  const [old, fresh] = await Promise.all([accessToken(-1), accessToken(15)]);
  storage.setItem('accessToken', old);
  storage.setItem('refreshToken', 'refresh-1');
  const { send, calls } = fakeSend(({ url, headers }) => {
    if (url === paths.refresh) return { accessToken: fresh, refreshToken: 'refresh-2' };
    if (headers?.Authorization !== `Bearer ${fresh}`) throw new Failure(401, 'unauthenticated');
    return { data: [] };
  });
  const { authenticatedRequest } = createSession(send, clock);
  await Promise.all([1, 2, 3].map(() => authenticatedRequest({ url: paths.myBookings })));
  expect(calls.filter(({ url }) => url === paths.refresh)).toHaveLength(1);
  expect(storage.getItem('refreshToken')).toBe('refresh-2');
});

test('a refused renewal removes the tokens and emits session.tokensGone; a network error keeps them', async () => {
  storage.setItem('accessToken', await accessToken(-1));
  storage.setItem('refreshToken', 'refresh-1');
  let renewal = new Failure('FETCH_ERROR');
  const { send } = fakeSend(({ url }) => {
    throw url === paths.refresh ? renewal : new Failure(401, 'unauthenticated');
  });
  const { authenticatedRequest, effects } = createSession(send, clock);
  const events: string[] = [];
  effects.watchTokens(({ type }) => events.push(type));

  await expect(authenticatedRequest({ url: paths.myBookings })).rejects.toMatchObject({
    status: 'FETCH_ERROR',
  });
  expect(storage.getItem('refreshToken')).toBe('refresh-1');
  expect(events).toEqual([]);

  renewal = new Failure(401, 'unauthenticated');
  await expect(authenticatedRequest({ url: paths.myBookings })).rejects.toMatchObject({ status: 401 });
  expect(storage.getItem('refreshToken')).toBeNull();
  expect(events).toEqual(['session.tokensGone']);
});

test('the next call detects that the tokens are gone', async () => {
  const { authenticatedRequest, effects } = createSession(fakeSend(() => ({})).send, clock);
  const events: string[] = [];
  effects.watchTokens(({ type }) => events.push(type));
  await expect(authenticatedRequest({ url: paths.myBookings })).rejects.toMatchObject({ status: 401 });
  expect(events).toEqual(['session.tokensGone']);
});

test('the tokens that another tab has already renewed are used without a second renewal', async () => {
  const [old, fresh] = await Promise.all([accessToken(-1), accessToken(15)]);
  storage.setItem('accessToken', old);
  storage.setItem('refreshToken', 'refresh-1');
  const { send, calls } = fakeSend(() => ({ accessToken: fresh }));
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, work: () => Promise<unknown>) => {
        storage.setItem('accessToken', fresh);
        return work();
      },
    },
  });
  const { effects } = createSession(send, clock);
  const session = await effects.renew(Date.now() - 60_000);
  expect(session.expiresAt).toBeGreaterThan(Date.now());
  expect(calls).toEqual([]);
});

describe('two tabs', () => {
  /** Simulates the Web Locks API: one holder at a time, in the order of the requests. */
  const locks = () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request: <T>(_name: string, work: () => Promise<T>): Promise<T> => {
        const granted = last.then(work, work);
        last = granted;
        return granted;
      },
    };
  };
  const twoTabsDueForRenewal = async () => {
    const [old, fresh] = await Promise.all([accessToken(0.5), accessToken(15)]);
    storage.setItem('accessToken', old);
    storage.setItem('refreshToken', 'refresh-1');
    const expiresAt = Math.floor(Date.now() / 1000 + 30) * 1000;
    const { send, calls } = fakeSend(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { accessToken: fresh, refreshToken: 'refresh-2' };
    });
    const tabs = [createSession(send, clock), createSession(send, clock)] as const;
    return { tabs, calls, expiresAt };
  };

  test.each([
    ['with locks', () => ({ locks: locks() })],
    ['in a browser without locks', () => ({})],
  ])('that renew at once send one renewal, %s', async (_where, navigator) => {
    vi.stubGlobal('navigator', navigator());
    const { tabs, calls, expiresAt } = await twoTabsDueForRenewal();
    const [one, two] = await Promise.all(tabs.map(({ effects }) => effects.renew(expiresAt)));
    expect(calls).toHaveLength(1);
    expect(two).toEqual(one);
  });

  test('send one renewal when the second tab still has the old expiry time', async () => {
    vi.stubGlobal('navigator', { locks: locks() });
    const { tabs, calls, expiresAt } = await twoTabsDueForRenewal();
    const one = await tabs[0].effects.renew(expiresAt);
    const two = await tabs[1].effects.renew(expiresAt);
    expect(calls).toHaveLength(1);
    expect(two).toEqual(one);
  });

  test('the expired lease of a closed tab does not block the other tabs', async () => {
    storage.setItem('litrooms-renewal', `closed ${Date.now() - 1}`);
    const { tabs, calls, expiresAt } = await twoTabsDueForRenewal();
    await tabs[0].effects.renew(expiresAt);
    expect(calls).toHaveLength(1);
    expect(storage.getItem('litrooms-renewal')).toBeNull();
  });

  test('a renewal does not undo a sign-out or a sign-in that happens during it', async () => {
    vi.stubGlobal('navigator', { locks: locks() });
    const ofOther = await accessToken(15, 'user-2');
    const { tabs, expiresAt } = await twoTabsDueForRenewal();
    const overtakenRenewal = tabs[0].effects.renew(expiresAt);
    await Promise.resolve();
    storage.clear();
    await expect(overtakenRenewal).rejects.toMatchObject({ status: 401 });
    expect(storage.getItem('accessToken')).toBeNull();

    const second = await twoTabsDueForRenewal();
    const secondRenewal = second.tabs[0].effects.renew(second.expiresAt);
    await Promise.resolve();
    storage.setItem('accessToken', ofOther);
    storage.setItem('refreshToken', 'refresh-of-2');
    expect((await secondRenewal).user.id).toBe('user-2');
    expect(storage.getItem('refreshToken')).toBe('refresh-of-2');
  });

  test('a refused renewal does not sign out a user who signed in during it', async () => {
    vi.stubGlobal('navigator', { locks: locks() });
    const { expiresAt } = await twoTabsDueForRenewal();
    const ofOther = await accessToken(15, 'user-2');
    const { send } = fakeSend(() => {
      storage.setItem('accessToken', ofOther);
      storage.setItem('refreshToken', 'refresh-of-2');
      throw new Failure(401, 'unauthenticated');
    });
    const session = await createSession(send, clock).effects.renew(expiresAt);
    expect(session.user.id).toBe('user-2');
    expect(storage.getItem('refreshToken')).toBe('refresh-of-2');
  });
});

test('a browser that refuses locks still sends only one renewal', async () => {
  const [old, fresh] = await Promise.all([accessToken(-1), accessToken(15)]);
  storage.setItem('accessToken', old);
  storage.setItem('refreshToken', 'refresh-1');
  const { send, calls } = fakeSend(() => ({ accessToken: fresh }));
  const denied = new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(denied) } });
  const { effects } = createSession(send, clock);
  await Promise.all([effects.renew(null), effects.renew(null)]);
  expect(calls).toHaveLength(1);
});

test('signing out removes the tokens even when the server cannot be reached', async () => {
  storage.setItem('accessToken', await accessToken(15));
  storage.setItem('refreshToken', 'refresh-1');
  const { send } = fakeSend(() => {
    throw new Failure('FETCH_ERROR');
  });
  const { effects } = createSession(send, clock);
  await expect(effects.signOut()).rejects.toBeInstanceOf(Failure);
  expect(storage.getItem('accessToken')).toBeNull();
  expect(storage.getItem('refreshToken')).toBeNull();
});

describe('another tab', () => {
  /** In this tab, after another tab has changed an entry of the storage, or cleared the storage (`key` is null). */
  async function eventsAfter(change: () => void, key: string | null): Promise<string[]> {
    vi.useFakeTimers();
    const events: string[] = [];
    let notify: (event: { key: string | null }) => void = () => undefined;
    vi.stubGlobal('addEventListener', (type: string, listener: typeof notify) => {
      if (type === 'storage') notify = listener;
    });
    const { effects } = createSession(fakeSend(() => ({})).send, clock);
    const stop = effects.watchTokens(({ type }) => events.push(type));
    change();
    notify({ key });
    await vi.advanceTimersByTimeAsync(100);
    stop();
    vi.useRealTimers();
    return events;
  }

  test('that signs out also signs out this tab, even before its sign-out request is answered', async () => {
    storage.setItem('refreshToken', 'refresh-1');
    const events = await eventsAfter(() => storage.removeItem('refreshToken'), 'refreshToken');
    expect(events).toEqual(['session.tokensGone']);
  });

  test('that removes an expired access token before a renewal does not sign out this tab', async () => {
    storage.setItem('accessToken', await accessToken(-1));
    storage.setItem('refreshToken', 'refresh-1');
    const events = await eventsAfter(() => storage.removeItem('accessToken'), 'accessToken');
    expect(events).toEqual([]);
  });

  test('that clears the storage before a sign-in does not sign out this tab', async () => {
    storage.setItem('accessToken', await accessToken(15));
    storage.setItem('refreshToken', 'refresh-1');
    expect(await eventsAfter(() => storage.clear(), null)).toEqual([]);
  });

  test('that signs in changes the tokens of this tab', async () => {
    const access = await accessToken(15);
    const events = await eventsAfter(() => storage.setItem('accessToken', access), 'accessToken');
    expect(events).toEqual(['session.tokensChanged']);
  });
});
