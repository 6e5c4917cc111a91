import type { Redacted } from '../../../domain/text/redacted.ts';
import type { Clock } from '../../engine/clock.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignedInUser {
  readonly id: string;
  readonly isMember: boolean;
}

/**
 * Without tokens, which never enter a machine (ruling 13). `expiresAt` is in milliseconds since 1970, UTC.
 */
export interface LiveSession {
  /** Each sign-in has its own id. Tokens of the previous server version have none. */
  readonly id?: string;
  readonly user: SignedInUser;
  readonly expiresAt: number;
}

/** 'expired': only the access token has expired. */
export type StoredSession = { kind: 'none' } | { kind: 'expired' } | ({ kind: 'live' } & LiveSession);

export type SessionEvent =
  | { type: 'session.signInRequested'; credentials: Redacted<Credentials>; from: 'page' | 'dialog' }
  | { type: 'session.signOutRequested' }
  /** The tokens were refreshed by a call or in another tab, or a user signed in there. */
  | { type: 'session.tokensChanged'; session: LiveSession }
  /** The user signed out in another tab, or the server refused the tokens during a call. */
  | { type: 'session.tokensGone' }
  /** A lazy flow asks who is signed in. */
  | { type: 'session.userRequested' }
  /** The page is visible or online again: timers may have been suspended. */
  | { type: 'app.resumed' };

export interface SessionInput {
  readonly clock: Clock;
}

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    session: SessionEvent;
  }
}
