import { paths } from '../../contract/paths.ts';
import type { LoginResponse, RefreshResponse } from '../../contract/session.ts';
import type { Effects } from '../../machines/app.ts';
import type { Clock } from '../../machines/clock.ts';
import { Failure } from '../../machines/failure.ts';
import type { LiveSession, SessionEvent } from '../../machines/sessionSetup.ts';
import type { Send } from './http.ts';
import { sessionOf, tokens } from './tokens.ts';

const LOCK = 'litrooms-renewal';

/** One tab at a time; a browser without locks still has single flight within the tab. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work();

/** The session's effects, and a `send` whose calls carry the access token. */
export function createSession(send: Send, clock: Clock): { effects: Effects['session']; sendSigned: Send } {
  const listeners = new Set<(event: SessionEvent) => void>();
  const tell = (event: SessionEvent): void => listeners.forEach((listener) => listener(event));
  const tellWhatIsStored = (): void => {
    const session = storedSession();
    if (session) tell({ type: 'session.tokensChanged', session });
    // A tab that starts drops an access token that has run out and renews it: that is no sign-out.
    else if (tokens.refresh() === null) tell({ type: 'session.tokensGone' });
  };

  const renewNow = async (outdated: string | null): Promise<LiveSession> => {
    const byOther = tokens.access() === outdated ? null : storedSession();
    if (byOther) return byOther;
    const token = tokens.refresh();
    if (token === null) throw new Failure(401, 'unauthenticated');
    try {
      const answer = await send<RefreshResponse>({ method: 'post', url: paths.refresh, data: { token } });
      tokens.renew({ access: answer.accessToken, refresh: answer.refreshToken });
    } catch (error) {
      if (error instanceof Failure && !error.isPassing) tokens.drop();
      throw error;
    }
    const session = storedSession();
    if (!session) throw new Failure('PARSING_ERROR');
    return session;
  };

  let renewal: Promise<LiveSession> | null = null;
  const renew = (): Promise<LiveSession> => {
    const outdated = tokens.access();
    renewal ??= alone(() => renewNow(outdated)).finally(() => {
      renewal = null;
    });
    return renewal;
  };

  const sendSigned: Send = async (request) => {
    const signed = () => ({
      ...request,
      headers: { Authorization: `Bearer ${tokens.access() ?? ''}` },
    });
    if (tokens.access() === null) {
      tell({ type: 'session.tokensGone' });
      throw new Failure(401, 'unauthenticated');
    }
    try {
      return await send(signed());
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401) throw error;
    }
    try {
      const session = await renew();
      tell({ type: 'session.tokensChanged', session });
    } catch (error) {
      if (error instanceof Failure && !error.isPassing) tell({ type: 'session.tokensGone' });
      throw error;
    }
    return send(signed());
  };

  return {
    sendSigned,
    effects: {
      restore() {
        const access = tokens.access();
        const session = storedSession();
        if (session && session.expiresAt > clock.now()) return Promise.resolve({ kind: 'live', ...session });
        if (access !== null) tokens.dropAccess();
        return Promise.resolve({ kind: tokens.refresh() === null ? 'none' : 'expired' });
      },
      async signIn(credentials) {
        const answer = await send<LoginResponse>({ method: 'post', url: paths.login, data: credentials });
        const session = sessionOf(answer.access);
        if (!session) throw new Failure('PARSING_ERROR');
        tokens.startSession(answer);
        return session;
      },
      renew,
      async signOut() {
        const token = tokens.refresh();
        tokens.drop();
        if (token !== null) await send({ method: 'post', url: paths.signOut, data: { token } });
      },
      watchTokens(listener) {
        listeners.add(listener);
        const stop = tokens.watchOtherTabs(tellWhatIsStored);
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
