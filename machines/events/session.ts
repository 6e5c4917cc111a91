import type { Redacted } from '../../domain/redacted.ts';
import type { Clock } from '../clock.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignedInUser {
  readonly id: string;
  readonly isMember: boolean;
}

/** A session without its tokens, which never enter a machine (ruling 13). `expiresAt`: ms since 1970, UTC. */
export interface LiveSession {
  readonly user: SignedInUser;
  readonly expiresAt: number;
}

/** What the browser had kept: nothing, a session still good, or one whose access token has run out. */
export type StoredSession = { kind: 'none' } | { kind: 'expired' } | ({ kind: 'live' } & LiveSession);

export type SessionEvent =
  | { type: 'session.signInRequested'; credentials: Redacted<Credentials>; from: 'page' | 'dialog' }
  | { type: 'session.signOutRequested' }
  /** The tokens changed outside this machine: renewed by a call or by another tab, or signed in there. */
  | { type: 'session.tokensChanged'; session: LiveSession }
  /** The tokens are gone: signed out in another tab, or refused by the server during a call. */
  | { type: 'session.tokensGone' }
  /** A flow that must know who is signed in has only now come. */
  | { type: 'session.userRequested' }
  /** The page can be seen again, or the network is back: timers may have slept. */
  | { type: 'app.resumed' };

export interface SessionInput {
  readonly clock: Clock;
}
