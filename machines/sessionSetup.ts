import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { messages, toastDurations } from '../domain/messages.ts';
import type { Redacted } from '../domain/redacted.ts';
import { type Clock, delayUntil } from './clock.ts';
import { type Failure, failureOf } from './failure.ts';
import { to, toast } from './system.ts';

/** A token is renewed this long before it expires (spec 9). */
const RENEW_BEFORE_MS = 60_000;
/** A renewed token is kept this long at least, however short its life is: a server's setting must not make a loop. */
const LEAST_BETWEEN_RENEWALS_MS = 30_000;
/** Waits between attempts to renew while the server cannot be reached. */
const RETRY_FIRST_MS = 2_000;
const RETRY_LONGEST_MS = 60_000;

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

interface SessionContext {
  clock: Clock;
  session: LiveSession | null;
  failure: Failure | null;
  retries: number;
  /** When the session was last taken from the server or from another tab, ms since 1970, UTC; null when it was restored. */
  receivedAt: number | null;
  from: 'page' | 'dialog';
}

/** When the access token is renewed: before it expires, but not right after the last renewal. */
const renewalAt = ({ session, receivedAt }: SessionContext): number =>
  Math.max(
    (session?.expiresAt ?? 0) - RENEW_BEFORE_MS,
    receivedAt === null ? 0 : receivedAt + LEAST_BETWEEN_RENEWALS_MS,
  );

/** The session that an effect resolved with, or that an event carries. */
const sessionIn = (event: object): LiveSession | null =>
  'output' in event
    ? (event.output as LiveSession)
    : 'session' in event
      ? (event.session as LiveSession)
      : null;

/** Types, effects, questions and orders of the session; its states are in session.ts. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { clock: Clock },
    tags: {} as 'busy' | 'refreshing' | 'signedIn' | 'signedOut',
  },
  actors: {
    restore: fromPromise<StoredSession>(() => Promise.reject(new Error('restore is not provided'))),
    signIn: fromPromise<LiveSession, Redacted<Credentials>>(() =>
      Promise.reject(new Error('signIn is not provided')),
    ),
    /** `expiresAt`: of the session that is to be renewed, null when its access token is gone. */
    renew: fromPromise<LiveSession, { expiresAt: number | null }>(() =>
      Promise.reject(new Error('renew is not provided')),
    ),
    signOut: fromPromise<void>(() => Promise.reject(new Error('signOut is not provided'))),
    watchTokens: fromCallback<SessionEvent>(() => {
      throw new Error('watchTokens is not provided');
    }),
  },
  delays: {
    untilRenewal: ({ context }) => delayUntil(renewalAt(context), context.clock),
    untilRetry: ({ context }) => Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** context.retries),
  },
  guards: {
    isRenewalDue: ({ context }) => context.session !== null && renewalAt(context) <= context.clock.now(),
    isFromDialog: ({ context }) => context.from === 'dialog',
    isLive: ({ event }) => 'output' in event && (event.output as StoredSession).kind === 'live',
    isExpired: ({ event }) => 'output' in event && (event.output as StoredSession).kind === 'expired',
    isTransient: ({ event }) => 'error' in event && failureOf(event.error).isTransient,
    isOtherUser: ({ context, event }) => sessionIn(event)?.user.id !== context.session?.user.id,
  },
  actions: {
    clearSession: assign({ session: null, retries: 0, receivedAt: null }),
    clearFailure: assign({ failure: null }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    setSession: assign({
      session: ({ context, event }) => sessionIn(event) ?? context.session,
      receivedAt: ({ context }) => context.clock.now(),
      retries: 0,
    }),
    showLoggingInToast: sendTo(
      to('notifier'),
      toast('loading', messages.session.loggingIn, { topic: 'session' }),
    ),
    showWelcomeToast: sendTo(
      to('notifier'),
      toast('success', messages.session.welcomeBack, { topic: 'session' }),
    ),
    showLoginFailedToast: sendTo(to('notifier'), ({ context }) =>
      context.from === 'dialog' && !context.failure?.isTransient
        ? toast('error', messages.session.dialogLoginFailed, {
            topic: 'session',
            duration: toastDurations.short,
          })
        : toast('error', context.failure?.message || messages.session.loginFailed, { topic: 'session' }),
    ),
    showSignedOutToast: sendTo(
      to('notifier'),
      toast('info', messages.session.signedOut, { topic: 'session', duration: toastDurations.short }),
    ),
    notifyCheckout: sendTo(to('checkout'), ({ context }) => ({
      type: 'checkout.userChanged' as const,
      user: context.session?.user ?? null,
    })),
    refreshMember: sendTo(to('member'), ({ context }) => ({
      type: 'resource.refreshed' as const,
      key: context.session?.user.id ?? '',
    })),
    refreshBookings: sendTo(to('bookings'), { type: 'resource.refreshed' }),
    clearMember: sendTo(to('member'), { type: 'resource.cleared' }),
    clearBookings: sendTo(to('bookings'), { type: 'resource.cleared' }),
    refreshSlots: sendTo(to('root'), { type: 'slots.outdated' }),
  },
});
