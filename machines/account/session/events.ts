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

/** A session without its tokens, which never enter a machine (ruling 13). `expiresAt` is in milliseconds since 1970, UTC. */
export interface LiveSession {
  /** Another sign-in has another id, also of the same user. It is missing in tokens of the previous server version. */
  readonly id?: string;
  readonly user: SignedInUser;
  readonly expiresAt: number;
}

/** The stored session: none, a valid one, or one with an expired access token. */
export type StoredSession = { kind: 'none' } | { kind: 'expired' } | ({ kind: 'live' } & LiveSession);

export type SessionEvent =
  | { type: 'session.signInRequested'; credentials: Redacted<Credentials>; from: 'page' | 'dialog' }
  | { type: 'session.signOutRequested' }
  /** The tokens changed outside this machine: they were refreshed by a call or by another tab, or a user signed in there. */
  | { type: 'session.tokensChanged'; session: LiveSession }
  /** The tokens were removed: the user signed out in another tab, or the server refused them during a call. */
  | { type: 'session.tokensGone' }
  /** A flow that was started later requests the signed-in user. */
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
