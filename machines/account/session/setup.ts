import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import { messages, toastDurations } from '../../../domain/text/messages.ts';
import type { Redacted } from '../../../domain/text/redacted.ts';
import { backOff } from '../../../domain/time/backOff.ts';
import { type Clock, delayUntil } from '../../engine/clock.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { sendToFlow, toast } from '../../engine/system.ts';
import { dataChanged } from '../../engine/topics.ts';
import { renewalAt } from './renewal.ts';
import type { Credentials, LiveSession, SessionEvent, SessionInput, StoredSession } from './events.ts';

/** The pauses between refreshes while the server cannot be reached, in milliseconds. */
const RETRY_FIRST_MS = 2_000;
const RETRY_LONGEST_MS = 60_000;

interface SessionContext {
  clock: Clock;
  session: LiveSession | null;
  failure: Failure | null;
  retries: number;
  /**
   * When the server or another tab sent the session, in milliseconds since 1970, UTC; null: it was restored.
   */
  receivedAt: number | null;
  from: 'page' | 'dialog';
}

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy' | 'refreshing' | 'signedIn' | 'signedOut',
  },
  actors: {
    restore: fromPromise<StoredSession>(() => Promise.reject(new Error('restore is not provided'))),
    signIn: fromPromise<LiveSession, Redacted<Credentials>>(() =>
      Promise.reject(new Error('signIn is not provided')),
    ),
    /** `expiresAt`: of the session to renew; null when its access token is gone. */
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
    untilRetry: ({ context }) => backOff(context.retries, RETRY_FIRST_MS, RETRY_LONGEST_MS),
  },
  guards: {
    isRenewalDue: ({ context }) => context.session !== null && renewalAt(context) <= context.clock.now(),
    isLive: (_, { kind }: Pick<StoredSession, 'kind'>) => kind === 'live',
    isExpired: (_, { kind }: Pick<StoredSession, 'kind'>) => kind === 'expired',
    isTransient: (_, { error }: { error: unknown }) => failureOf(error).isTransient,
    /**
     * Another user, or a new sign-in of the same user. The server may demand more of the new session than of
     * the old one, so nothing of the old one stays.
     */
    isOtherSession: ({ context: { session: current } }, { session: next }: { session: LiveSession }) =>
      next.user.id !== current?.user.id || next.id !== current.id,
  },
  actions: {
    clearSession: assign({ session: null, retries: 0, receivedAt: null }),
    clearFailure: assign({ failure: null }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    setSession: assign(({ context }, { session }: { session: LiveSession }) => ({
      session,
      receivedAt: context.clock.now(),
      retries: 0,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    showLoggingInToast: sendToFlow(
      'notifier',
      toast('loading', messages.session.loggingIn, { topic: 'session' }),
    ),
    showWelcomeToast: sendToFlow(
      'notifier',
      toast('success', messages.session.welcomeBack, { topic: 'session' }),
    ),
    showLoginFailedToast: sendToFlow('notifier', ({ context }) =>
      context.from === 'dialog' && !context.failure?.isTransient
        ? toast('error', messages.session.dialogLoginFailed, {
            topic: 'session',
            duration: toastDurations.short,
          })
        : toast('error', context.failure?.message || messages.session.loginFailed, { topic: 'session' }),
    ),
    showSignedOutToast: sendToFlow(
      'notifier',
      toast('info', messages.session.signedOut, { topic: 'session', duration: toastDurations.short }),
    ),
    notifyCheckout: sendToFlow('checkout', ({ context }) => ({
      type: 'checkout.userChanged' as const,
      user: context.session?.user ?? null,
    })),
    notifyWaitingList: sendToFlow('joinWaitingList', { type: 'joinWaitingList.signedIn' }),
    /** The user's own holds now count as free, and a list may have failed before the sign-in. */
    announceUser: sendToFlow('root', dataChanged('account', 'availability', 'bookings')),
    /** Only a known session can have left data behind. */
    announceEnd: enqueueActions(({ context, enqueue }) => {
      if (context.session === null) return;
      enqueue(sendToFlow('root', { type: 'session.ended' }));
      enqueue(sendToFlow('root', dataChanged('availability')));
    }),
  },
});
