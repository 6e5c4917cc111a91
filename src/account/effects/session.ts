import { paths } from '../../../contract/paths.ts';
import type { LoginResponse, RefreshResponse } from '../../../contract/account/session.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Clock } from '../../../machines/engine/clock.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';
import { inOneTabAtATime } from './renewalLock.ts';
import { sessionOf, tokens } from './tokens.ts';
import type { LiveSession, SessionEvent } from '../../../machines/account/session/events.ts';

/**
 * Returns the session's effects, a `send` whose requests carry the access token, and `startSession`, which stores the
 * tokens of a response and returns the session without emitting an event.
 */
export function createSession(
  send: Send,
  clock: Clock,
): {
  effects: Effects['session'];
  authenticatedRequest: Send;
  startSession: (response: LoginResponse) => LiveSession;
} {
  const listeners = new Set<(event: SessionEvent) => void>();
  const emit = (event: SessionEvent): void => listeners.forEach((listener) => listener(event));
  const notifyStoredSession = (): void => {
    const session = storedSession();
    if (session) emit({ type: 'session.tokensChanged', session });
    // A tab that starts drops an expired access token and renews it. Only a missing refresh token is a sign-out.
    else if (tokens.refresh() === null) emit({ type: 'session.tokensGone' });
  };

  /**
   * Rotates the refresh token, unless the stored session expires after `expiresAt` (milliseconds since 1970): then another
   * tab has refreshed it or signed in as another user. Throws a Failure; a permanent one removes the tokens.
   */
  const refreshTokens = async (expiresAt: number | null): Promise<LiveSession> => {
    const stored = storedSession();
    if (stored && stored.expiresAt > Math.max(expiresAt ?? 0, clock.now())) return stored;
    const token = tokens.refresh();
    if (token === null) throw new Failure(401, 'unauthenticated');
    const isUnchanged = () => tokens.refresh() === token;
    try {
      const response = await send<RefreshResponse>({ method: 'post', url: paths.refresh, data: { token } });
      if (isUnchanged()) tokens.renew({ access: response.accessToken, refresh: response.refreshToken });
    } catch (error) {
      if (isUnchanged() && error instanceof Failure && !error.isTransient) tokens.drop();
      if (tokens.refresh() === null || isUnchanged()) throw error;
    }
    const session = storedSession();
    if (session) return session;
    throw tokens.refresh() === null ? new Failure(401, 'unauthenticated') : new Failure('PARSING_ERROR');
  };

  let renewal: Promise<LiveSession> | null = null;
  const renew = (expiresAt: number | null): Promise<LiveSession> => {
    renewal ??= inOneTabAtATime(() => refreshTokens(expiresAt)).finally(() => {
      renewal = null;
    });
    return renewal;
  };

  const authenticatedRequest: Send = async (request) => {
    const withToken = (token: string) => ({ ...request, headers: { Authorization: `Bearer ${token}` } });
    const accessToken = tokens.access();
    if (accessToken === null) {
      emit({ type: 'session.tokensGone' });
      throw new Failure(401, 'unauthenticated');
    }
    try {
      return await send(withToken(accessToken));
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401) throw error;
    }
    try {
      const session = await renew(sessionOf(accessToken)?.expiresAt ?? null);
      emit({ type: 'session.tokensChanged', session });
    } catch (error) {
      if (error instanceof Failure && !error.isTransient) emit({ type: 'session.tokensGone' });
      throw error;
    }
    return send(withToken(tokens.access() ?? ''));
  };

  const startSession = (response: LoginResponse): LiveSession => {
    const session = sessionOf(response.access);
    if (!session) throw new Failure('PARSING_ERROR');
    tokens.startSession(response);
    return session;
  };

  return {
    authenticatedRequest,
    startSession,
    effects: {
      restore() {
        const access = tokens.access();
        const session = storedSession();
        if (session && session.expiresAt > clock.now()) return Promise.resolve({ kind: 'live', ...session });
        if (access !== null) tokens.dropAccess();
        return Promise.resolve({ kind: tokens.refresh() === null ? 'none' : 'expired' });
      },
      async signIn(credentials) {
        return startSession(
          await send<LoginResponse>({ method: 'post', url: paths.login, data: credentials }),
        );
      },
      renew,
      async signOut() {
        const token = tokens.refresh();
        tokens.drop();
        if (token !== null) await send({ method: 'post', url: paths.signOut, data: { token } });
      },
      watchTokens(listener) {
        listeners.add(listener);
        const stop = tokens.watchOtherTabs(notifyStoredSession);
        return () => {
          listeners.delete(listener);
          stop();
        };
      },
    },
  };
}

const storedSession = (): LiveSession | null => {
  const access = tokens.access();
  return access === null ? null : sessionOf(access);
};
