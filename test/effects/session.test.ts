import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { Failure } from '../../machines/failure.ts';
import type { Send } from '../../src/effects/http.ts';
import { createSession } from '../../src/effects/session.ts';

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
const sending = (answer: (request: Request) => unknown) => {
  const calls: Request[] = [];
  const send = (async (request: Request) => {
    calls.push(request);
    return answer(request);
  }) as unknown as Send;
  return { send, calls };
};

test('signing in clears local storage and keeps the tokens', async () => {
  storage.setItem('something', 'old');
  const access = await accessToken(15);
  const { send } = sending(() => ({ access, refresh: 'refresh-1', is_member: true, user_id: 'user-1' }));
  const { effects } = createSession(send, clock);
  const session = await effects.signIn({ email: 'a@b.in', password: 'x' });
  expect(session.user).toEqual({ id: 'user-1', isMember: true });
  expect(storage.getItem('something')).toBeNull();
  expect(storage.getItem('accessToken')).toBe(access);
});

test('at start-up an expired access token is removed and a renewal is asked for', async () => {
  storage.setItem('accessToken', await accessToken(-1));
  storage.setItem('refreshToken', 'refresh-1');
  const { effects } = createSession(sending(() => ({})).send, clock);
  expect(await effects.restore()).toEqual({ kind: 'expired' });
  expect(storage.getItem('accessToken')).toBeNull();
});

test('a token that cannot be decoded, with nothing to renew it, is no session', async () => {
  storage.setItem('accessToken', 'garbage');
  const { effects } = createSession(sending(() => ({})).send, clock);
  expect(await effects.restore()).toEqual({ kind: 'none' });
  expect(storage.getItem('accessToken')).toBeNull();
});

test('any number of calls refused at once share one renewal and are then answered', async () => {
  const [old, fresh] = await Promise.all([accessToken(-1), accessToken(15)]);
  storage.setItem('accessToken', old);
  storage.setItem('refreshToken', 'refresh-1');
  const { send, calls } = sending(({ url, headers }) => {
    if (url === paths.refresh) return { accessToken: fresh, refreshToken: 'refresh-2' };
    if (headers?.Authorization !== `Bearer ${fresh}`) throw new Failure(401, 'unauthenticated');
    return { data: [] };
  });
  const { authenticatedRequest } = createSession(send, clock);
  await Promise.all([1, 2, 3].map(() => authenticatedRequest({ url: paths.myBookings })));
  expect(calls.filter(({ url }) => url === paths.refresh)).toHaveLength(1);
  expect(storage.getItem('refreshToken')).toBe('refresh-2');
});

test('a refused renewal removes the tokens and says so; a lost network keeps them', async () => {
  storage.setItem('accessToken', await accessToken(-1));
  storage.setItem('refreshToken', 'refresh-1');
  let renewal = new Failure('FETCH_ERROR');
  const { send } = sending(({ url }) => {
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

test('tokens that vanished are noticed by the next call', async () => {
  const { authenticatedRequest, effects } = createSession(sending(() => ({})).send, clock);
  const events: string[] = [];
  effects.watchTokens(({ type }) => events.push(type));
  await expect(authenticatedRequest({ url: paths.myBookings })).rejects.toMatchObject({ status: 401 });
  expect(events).toEqual(['session.tokensGone']);
});

test('a renewal that another tab has already made is used instead of another one', async () => {
  const [old, fresh] = await Promise.all([accessToken(-1), accessToken(15)]);
  storage.setItem('accessToken', old);
  storage.setItem('refreshToken', 'refresh-1');
  const { send, calls } = sending(() => ({ accessToken: fresh }));
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
  /** Locks as browsers have them: one holder at a time, in the order of asking. */
  const locks = () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request: <T>(_name: string, work: () => Promise<T>): Promise<T> => {
        const mine = last.then(work, work);
        last = mine;
        return mine;
      },
    };
  };
  const dueSoon = async () => {
    const [old, fresh] = await Promise.all([accessToken(0.5), accessToken(15)]);
    storage.setItem('accessToken', old);
    storage.setItem('refreshToken', 'refresh-1');
    const expiresAt = Math.floor(Date.now() / 1000 + 30) * 1000;
    const { send, calls } = sending(async () => {
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
    const { tabs, calls, expiresAt } = await dueSoon();
    const [one, two] = await Promise.all(tabs.map(({ effects }) => effects.renew(expiresAt)));
    expect(calls).toHaveLength(1);
    expect(two).toEqual(one);
  });

  test('where one has not yet seen the other’s refresh send one', async () => {
    vi.stubGlobal('navigator', { locks: locks() });
    const { tabs, calls, expiresAt } = await dueSoon();
    const one = await tabs[0].effects.renew(expiresAt);
    const two = await tabs[1].effects.renew(expiresAt);
    expect(calls).toHaveLength(1);
    expect(two).toEqual(one);
  });

  test('the lease of a tab that was closed does not hold up the others', async () => {
    storage.setItem('litrooms-renewal', `closed ${Date.now() - 1}`);
    const { tabs, calls, expiresAt } = await dueSoon();
    await tabs[0].effects.renew(expiresAt);
    expect(calls).toHaveLength(1);
    expect(storage.getItem('litrooms-renewal')).toBeNull();
  });

  test('a sign-out or a sign-in during a renewal stays what it is', async () => {
    vi.stubGlobal('navigator', { locks: locks() });
    const ofOther = await accessToken(15, 'user-2');
    const { tabs, expiresAt } = await dueSoon();
    const overtaken = tabs[0].effects.renew(expiresAt);
    await Promise.resolve();
    storage.clear();
    await expect(overtaken).rejects.toMatchObject({ status: 401 });
    expect(storage.getItem('accessToken')).toBeNull();

    const second = await dueSoon();
    const switched = second.tabs[0].effects.renew(second.expiresAt);
    await Promise.resolve();
    storage.setItem('accessToken', ofOther);
    storage.setItem('refreshToken', 'refresh-of-2');
    expect((await switched).user.id).toBe('user-2');
    expect(storage.getItem('refreshToken')).toBe('refresh-of-2');
  });

  test('a refused renewal does not sign out who signed in meanwhile', async () => {
    vi.stubGlobal('navigator', { locks: locks() });
    const { expiresAt } = await dueSoon();
    const ofOther = await accessToken(15, 'user-2');
    const { send } = sending(() => {
      storage.setItem('accessToken', ofOther);
      storage.setItem('refreshToken', 'refresh-of-2');
      throw new Failure(401, 'unauthenticated');
    });
    const session = await createSession(send, clock).effects.renew(expiresAt);
    expect(session.user.id).toBe('user-2');
    expect(storage.getItem('refreshToken')).toBe('refresh-of-2');
  });
});

test('a browser that refuses locks renews all the same, once', async () => {
  const [old, fresh] = await Promise.all([accessToken(-1), accessToken(15)]);
  storage.setItem('accessToken', old);
  storage.setItem('refreshToken', 'refresh-1');
  const { send, calls } = sending(() => ({ accessToken: fresh }));
  const denied = new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(denied) } });
  const { effects } = createSession(send, clock);
  await Promise.all([effects.renew(null), effects.renew(null)]);
  expect(calls).toHaveLength(1);
});

test('signing out removes the tokens even when the server cannot be reached', async () => {
  storage.setItem('accessToken', await accessToken(15));
  storage.setItem('refreshToken', 'refresh-1');
  const { send } = sending(() => {
    throw new Failure('FETCH_ERROR');
  });
  const { effects } = createSession(send, clock);
  await expect(effects.signOut()).rejects.toBeInstanceOf(Failure);
  expect(storage.getItem('accessToken')).toBeNull();
  expect(storage.getItem('refreshToken')).toBeNull();
});

describe('another tab', () => {
  /** The events in this tab after another one has changed an entry of the storage; null is all of it. */
  async function eventsAfter(change: () => void, key: string | null): Promise<string[]> {
    vi.useFakeTimers();
    const events: string[] = [];
    let listen: (event: { key: string | null }) => void = () => undefined;
    vi.stubGlobal('addEventListener', (_type: string, listener: typeof listen) => {
      listen = listener;
    });
    const { effects } = createSession(sending(() => ({})).send, clock);
    const stop = effects.watchTokens(({ type }) => events.push(type));
    change();
    listen({ key });
    await vi.advanceTimersByTimeAsync(100);
    stop();
    vi.useRealTimers();
    return events;
  }

  test('that signs out takes this one along, also while it waits for the server', async () => {
    storage.setItem('refreshToken', 'refresh-1');
    const events = await eventsAfter(() => storage.removeItem('refreshToken'), 'refreshToken');
    expect(events).toEqual(['session.tokensGone']);
  });

  test('that drops an expired access token to renew it signs nobody out', async () => {
    storage.setItem('accessToken', await accessToken(-1));
    storage.setItem('refreshToken', 'refresh-1');
    const events = await eventsAfter(() => storage.removeItem('accessToken'), 'accessToken');
    expect(events).toEqual([]);
  });

  test('that signs in is followed', async () => {
    const access = await accessToken(15);
    const events = await eventsAfter(() => storage.setItem('accessToken', access), 'accessToken');
    expect(events).toEqual(['session.tokensChanged']);
  });
});
