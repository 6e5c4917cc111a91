import { jwtDecode } from 'jwt-decode';
import type { AccessClaims } from '../../../contract/account/session.ts';
import { localStore } from '../../app/effects/browserStorage.ts';
import type { LiveSession } from '../../../machines/account/session/events.ts';

const ACCESS = 'accessToken';
const REFRESH = 'refreshToken';
/** A new session changes two entries. Other tabs read them after this time, together. */
const SETTLE_MS = 50;

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Null when the token cannot be decoded. */
export function sessionOf(access: string): LiveSession | null {
  try {
    const { user_id, is_member, exp, sid } = jwtDecode<AccessClaims>(access);
    if (typeof user_id !== 'string' || typeof exp !== 'number') return null;
    const session = { user: { id: user_id, isMember: is_member }, expiresAt: exp * 1000 };
    return typeof sid === 'string' ? { ...session, id: sid } : session;
  } catch {
    return null;
  }
}

/** In local storage (spec 3). No other code reads or writes the tokens. */
export const tokens = {
  access: (): string | null => localStore.get(ACCESS),
  refresh: (): string | null => localStore.get(REFRESH),

  /** Signing in clears all local storage first (spec 4). */
  startSession({ access, refresh }: Tokens): void {
    localStore.clear();
    localStore.set(ACCESS, access);
    localStore.set(REFRESH, refresh);
  },

  renew({ access, refresh }: { access: string; refresh: string | undefined }): void {
    if (refresh !== undefined) localStore.set(REFRESH, refresh);
    localStore.set(ACCESS, access);
  },

  dropAccess(): void {
    localStore.remove(ACCESS);
  },

  drop(): void {
    localStore.remove(ACCESS);
    localStore.remove(REFRESH);
  },

  /**
   * Calls `onChange` when another tab has changed the tokens, and when the browser shows a page from its back/forward cache
   * again: a frozen page receives no storage event. Returns a function that stops it. A cleared storage (`key` is null) is
   * no change: signing in clears it and then fills it, and on a busy machine the tokens arrive much later.
   */
  watchOtherTabs(onChange: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: StorageEvent): void => {
      if (event.key !== ACCESS && event.key !== REFRESH) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLE_MS);
    };
    const listenToReturn = (event: PageTransitionEvent): void => {
      if (event.persisted) onChange();
    };
    addEventListener('storage', listen);
    addEventListener('pageshow', listenToReturn);
    return () => {
      clearTimeout(timer);
      removeEventListener('storage', listen);
      removeEventListener('pageshow', listenToReturn);
    };
  },
};
