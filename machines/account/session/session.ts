import { assertEvent, assign, fromCallback, fromPromise } from 'xstate';
import { sessionSetup } from './setup.ts';
import { defineFlow } from '../../engine/flow.ts';
import type { Credentials, LiveSession, SessionEvent, StoredSession } from './events.ts';

export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description:
    'The signed-in user: restored at start-up, renewed before expiry, kept while offline, and signed out in all tabs',
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
      description: 'The page was opened: a session may be stored in this browser',
      tags: ['busy', 'refreshing'],
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: { type: 'isLive', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: assign({
              session: ({ event }) => (event.output.kind === 'live' ? sessionOf(event.output) : null),
            }),
          },
          {
            guard: { type: 'isExpired', params: ({ event }) => event.output },
            target: 'recovering',
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },

    signedOut: {
      description: 'Nobody is signed in',
      tags: ['signedOut'],
      initial: 'idle',
      entry: ['announceEnd', 'clearSession', 'notifyCheckout'],
      on: {
        'session.signInRequested': {
          target: 'signingIn',
          actions: assign({ from: ({ event }) => event.from }),
        },
        'session.tokensChanged': {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => event },
        },
      },
      states: {
        idle: {},
        failed: { description: 'The server refused the sign-in or the renewal' },
      },
    },

    signingIn: {
      description: 'The server checks address and password',
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
          actions: [
            { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
            'showWelcomeToast',
          ],
        },
        onError: {
          target: 'signedOut.failed',
          actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showLoginFailedToast'],
        },
      },
    },

    recovering: {
      description: 'The stored session has expired: it must be renewed before the user is known',
      tags: ['busy', 'refreshing'],
      invoke: {
        id: 'recover',
        src: 'renew',
        input: { expiresAt: null },
        onDone: {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isTransient', params: ({ event }) => event },
            target: 'waitingToRecover',
            actions: 'countRetry',
          },
          {
            target: 'signedOut.failed',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
        ],
      },
      on: { 'session.tokensGone': 'signedOut' },
    },

    waitingToRecover: {
      description: 'The server cannot be reached: the renewal is retried, and the user is not signed out',
      tags: ['refreshing'],
      after: { untilRetry: 'recovering' },
      on: {
        'app.resumed': 'recovering',
        'session.tokensGone': 'signedOut',
        'session.tokensChanged': {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => event },
        },
        'session.signOutRequested': 'signingOut',
      },
    },

    signedIn: {
      description: 'The user is signed in, here and in the other tabs',
      tags: ['signedIn'],
      initial: 'fresh',
      entry: ['clearFailure', 'notifyCheckout', 'notifyWaitingList', 'announceUser'],
      on: {
        'session.userRequested': { actions: ['notifyCheckout', 'notifyWaitingList'] },
        'session.signOutRequested': 'signingOut',
        'session.tokensGone': { target: 'signedOut', actions: 'showSignedOutToast' },
        'session.tokensChanged': [
          {
            guard: { type: 'isOtherSession', params: ({ event }) => event },
            target: 'signedIn',
            reenter: true,
            actions: ['announceEnd', { type: 'setSession', params: ({ event }) => event }],
          },
          { target: '.fresh', reenter: true, actions: { type: 'setSession', params: ({ event }) => event } },
        ],
      },
      states: {
        fresh: {
          always: { guard: 'isRenewalDue', target: 'renewing' },
          after: { untilRenewal: { target: 'fresh', reenter: true } },
          on: { 'app.resumed': { target: 'fresh', reenter: true } },
        },
        renewing: {
          description: 'The access token expires soon: it is renewed in the background',
          invoke: {
            id: 'renew',
            src: 'renew',
            input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? null }),
            onDone: [
              {
                description: 'Another tab has signed in again, perhaps as another user',
                guard: { type: 'isOtherSession', params: ({ event }) => ({ session: event.output }) },
                target: '#session.signedIn',
                reenter: true,
                actions: [
                  'announceEnd',
                  { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
                ],
              },
              {
                target: 'fresh',
                actions: { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
              },
            ],
            onError: [
              {
                guard: { type: 'isTransient', params: ({ event }) => event },
                target: 'waitingToRenew',
                actions: 'countRetry',
              },
              {
                target: '#session.signedOut.failed',
                actions: [{ type: 'setFailure', params: ({ event }) => event }, 'showSignedOutToast'],
              },
            ],
          },
        },
        waitingToRenew: {
          description: 'The server cannot be reached or has an error: the renewal is retried',
          after: { untilRetry: 'renewing' },
          on: { 'app.resumed': 'renewing' },
        },
      },
    },

    signingOut: {
      description: 'The tokens are removed, and the server revokes the session',
      tags: ['busy', 'signedOut'],
      entry: ['announceEnd', 'clearSession'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: 'showSignedOutToast' },
        onError: {
          description:
            'The tokens were removed first: the result is the same when the server cannot be reached',
          target: 'signedOut',
          actions: 'showSignedOutToast',
        },
      },
    },
  },
});

const sessionOf = ({ kind: _kind, ...session }: LiveSession & { kind: string }): LiveSession => session;

interface Needs {
  readonly session: {
    restore(): Promise<StoredSession>;
    signIn(credentials: Credentials): Promise<LiveSession>;
    /**
     * Renews the session once for all concurrent callers, including other tabs (ruling 13). Returns a stored
     * session that expires after `expiresAt` (milliseconds since 1970, UTC) unchanged.
     */
    renew(expiresAt: number | null): Promise<LiveSession>;
    signOut(): Promise<void>;
    /** Emits the changes that a call or another tab makes; returns the function that stops it. */
    watchTokens(emit: (event: SessionEvent) => void): () => void;
  };
}

export const sessionFlow = defineFlow({
  id: 'session',
  machine: sessionMachine,
  whenSessionEnds: 'clearsItself',
  isTimed: true,
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
