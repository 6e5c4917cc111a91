import { assertEvent, assign, fromCallback, fromPromise } from 'xstate';
import { failureOf } from './failure.ts';
import { sessionSetup } from './sessionSetup.ts';
import { defineFlow } from './flow.ts';
import type { Credentials, LiveSession, SessionEvent, StoredSession } from './events/session.ts';

/** Who is signed in: restores at start-up, renews before expiry, survives a lost network, signs out everywhere. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    clock: input.clock,
    session: null,
    failure: null,
    retries: 0,
    receivedAt: null,
    from: 'page',
  }),
  invoke: {
    id: 'watchTokens',
    src: 'watchTokens',
    onError: { actions: [] },
  },
  initial: 'restoring',
  states: {
    restoring: {
      tags: ['busy', 'refreshing'],
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: 'isLive',
            target: 'signedIn',
            actions: assign({
              session: ({ event }) => (event.output.kind === 'live' ? liveOf(event.output) : null),
            }),
          },
          { guard: 'isExpired', target: 'recovering' },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },

    signedOut: {
      tags: ['signedOut'],
      initial: 'idle',
      entry: ['clearSession', 'notifyCheckout', 'clearMember', 'clearBookings'],
      on: {
        'session.signInRequested': {
          target: 'signingIn',
          actions: assign({ from: ({ event }) => event.from }),
        },
        'session.tokensChanged': { target: 'signedIn', actions: 'setSession' },
      },
      states: {
        idle: {},
        /** Signed out because the server refused: at sign-in or at renewal. */
        failed: {},
      },
    },

    signingIn: {
      tags: ['busy', 'signedOut'],
      entry: ['clearFailure', 'showLoggingInToast'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'session.signInRequested');
          return event.credentials;
        },
        onDone: {
          target: 'signedIn',
          actions: ['setSession', 'showWelcomeToast'],
        },
        onError: {
          target: 'signedOut.failed',
          actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'showLoginFailedToast'],
        },
      },
    },

    /** The kept access token has run out: who it was is known again once it is renewed. */
    recovering: {
      tags: ['busy', 'refreshing'],
      invoke: {
        id: 'recover',
        src: 'renew',
        input: { expiresAt: null },
        onDone: { target: 'signedIn', actions: 'setSession' },
        onError: [
          {
            guard: 'isTransient',
            target: 'waitingToRecover',
            actions: 'countRetry',
          },
          {
            target: 'signedOut.failed',
            actions: assign({ failure: ({ event }) => failureOf(event.error) }),
          },
        ],
      },
      on: { 'session.tokensGone': 'signedOut' },
    },

    /** No network is not a sign-out: it is asked again, and the guard keeps waiting. */
    waitingToRecover: {
      tags: ['refreshing'],
      after: { untilRetry: 'recovering' },
      on: {
        'app.resumed': 'recovering',
        'session.tokensGone': 'signedOut',
        'session.tokensChanged': { target: 'signedIn', actions: 'setSession' },
        'session.signOutRequested': 'signingOut',
      },
    },

    signedIn: {
      tags: ['signedIn'],
      initial: 'fresh',
      entry: ['clearFailure', 'notifyCheckout', 'refreshMember', 'refreshBookings', 'refreshSlots'],
      on: {
        'session.userRequested': { actions: 'notifyCheckout' },
        'session.signOutRequested': 'signingOut',
        'session.tokensGone': { target: 'signedOut', actions: 'showSignedOutToast' },
        'session.tokensChanged': [
          {
            guard: 'isOtherUser',
            target: 'signedIn',
            reenter: true,
            actions: ['clearMember', 'clearBookings', 'setSession'],
          },
          { target: '.fresh', reenter: true, actions: 'setSession' },
        ],
      },
      states: {
        fresh: {
          always: { guard: 'isRenewalDue', target: 'renewing' },
          after: { untilRenewal: { target: 'fresh', reenter: true } },
          on: { 'app.resumed': { target: 'fresh', reenter: true } },
        },
        renewing: {
          invoke: {
            id: 'renew',
            src: 'renew',
            input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? null }),
            onDone: [
              /** Another tab has signed in as somebody else since. */
              {
                guard: 'isOtherUser',
                target: '#session.signedIn',
                reenter: true,
                actions: ['clearMember', 'clearBookings', 'setSession'],
              },
              { target: 'fresh', actions: 'setSession' },
            ],
            onError: [
              {
                guard: 'isTransient',
                target: 'waitingToRenew',
                actions: 'countRetry',
              },
              {
                target: '#session.signedOut.failed',
                actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'showSignedOutToast'],
              },
            ],
          },
        },
        waitingToRenew: {
          after: { untilRetry: 'renewing' },
          on: { 'app.resumed': 'renewing' },
        },
      },
    },

    signingOut: {
      tags: ['busy', 'signedOut'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: 'showSignedOutToast' },
        /** The tokens are removed first; that the server could not be told changes nothing for the person. */
        onError: { target: 'signedOut', actions: 'showSignedOutToast' },
      },
    },
  },
});

const liveOf = ({ user, expiresAt }: LiveSession): LiveSession => ({ user, expiresAt });

interface Needs {
  readonly session: {
    restore(): Promise<StoredSession>;
    signIn(credentials: Credentials): Promise<LiveSession>;
    /**
     * Single-flight, also across tabs (ruling 13): a session that is stored and expires after `expiresAt` (ms since 1970,
     * UTC) is taken as it is.
     */
    renew(expiresAt: number | null): Promise<LiveSession>;
    signOut(): Promise<void>;
    /** Reports tokens that were changed or removed by a call or by another tab; returns how to stop. */
    watchTokens(emit: (event: SessionEvent) => void): () => void;
  };
}

export const sessionFlow = defineFlow({
  id: 'session',
  machine: sessionMachine,
  needs: ['session'],
  provide: (machine, { session }: Needs) =>
    machine.provide({
      actors: {
        restore: fromPromise(() => session.restore()),
        signIn: fromPromise(({ input }) => session.signIn(input.reveal())),
        renew: fromPromise(({ input }) => session.renew(input.expiresAt)),
        signOut: fromPromise(() => session.signOut()),
        watchTokens: fromCallback(({ sendBack }) => session.watchTokens(sendBack)),
      },
    }),
  input: ({ clock }) => ({ clock }),
});
