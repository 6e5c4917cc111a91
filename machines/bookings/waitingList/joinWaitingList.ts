import { assign, fromPromise, setup } from 'xstate';
import { rangeText } from '../../../domain/time/ranges.ts';
import type { BookingSelection } from '../../checkout/exports.ts';
import type { WaitedTimes, JoinWaitingListEvent, JoinWaitingListInput } from './events.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { BOOKING_PATH } from '../../engine/navigation.ts';
import { sendToFlow, toast } from '../../engine/system.ts';
import { dataChanged } from '../../engine/topics.ts';

interface JoinWaitingListContext {
  times: WaitedTimes | null;
  /** The path to return to after a sign-in. */
  page: string;
  /** Why the visitor is not on the waiting list. */
  failure: Failure | null;
  /** After a sign-in. The visitor may then be on any page. */
  isResumed: boolean;
}

/** Of the same room and date. */
export const areSameTimes = (a: WaitedTimes | null, b: WaitedTimes): boolean =>
  a?.room.id === b.room.id &&
  a.date === b.date &&
  a.range.start === b.range.start &&
  a.range.end === b.range.end;

/**
 * Joins the waiting list for times that are taken. The request of a visitor who is not signed in is kept during the sign-in or
 * the registration, and sent afterwards.
 */
export const joinWaitingListMachine = setup({
  types: {
    context: {} as JoinWaitingListContext,
    events: {} as JoinWaitingListEvent,
    input: {} as JoinWaitingListInput,
    tags: {} as 'busy' | 'joined',
  },
  actors: {
    join: fromPromise<void, WaitedTimes>(() => Promise.reject(new Error('join is not provided'))),
  },
  guards: {
    hasTimes: ({ context }) => context.times !== null,
    isUnauthenticated: (_, { error }: { error: unknown }) => failureOf(error).status === 401,
    isResumed: ({ context }) => context.isResumed,
  },
  actions: {
    setTimes: assign((_, { times, page }: { times: WaitedTimes; page: string }) => ({
      times,
      page,
      failure: null,
      isResumed: false,
    })),
    recordResumed: assign({ isResumed: true }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    announceJoin: sendToFlow('root', dataChanged('waitingList')),
    /** The next user of the browser is not on the waiting list. */
    forgetTimes: assign({ times: null, failure: null }),
    showJoinedToast: sendToFlow('notifier', ({ context: { times } }) =>
      toast(
        'success',
        times === null
          ? 'You are on the waiting list.'
          : `You are on the waiting list for ${times.room.roomName}, ${rangeText(times.range)}.`,
      ),
    ),
    showFailedToast: sendToFlow('notifier', ({ context: { failure } }) =>
      toast('error', failure?.message || 'You could not be added to the waiting list.'),
    ),
    startCheckout: sendToFlow('checkout', (_, { selection }: { selection: BookingSelection }) => ({
      type: 'checkout.started' as const,
      selection,
    })),
    goToCheckout: sendToFlow('navigation', { type: 'navigation.go', path: BOOKING_PATH }),
    /** The flow may be loaded long after the sign-in. */
    requestUser: sendToFlow('session', { type: 'session.userRequested' }),
    goToSignIn: sendToFlow('navigation', ({ context: { page } }) => ({
      type: 'navigation.go',
      path: `/login?next=${encodeURIComponent(page)}`,
    })),
    persist: () => {
      // Saves the request; provided by the composition root.
    },
    clearPersisted: () => {
      // Deletes the saved request; provided by the composition root.
    },
  },
}).createMachine({
  id: 'joinWaitingList',
  context: ({ input }) => ({ times: input.persisted, page: '', failure: null, isResumed: false }),
  initial: 'restoring',
  on: {
    'joinWaitingList.bookPressed': {
      actions: [{ type: 'startCheckout', params: ({ event }) => event }, 'goToCheckout'],
    },
  },
  states: {
    restoring: {
      always: [{ guard: 'hasTimes', target: 'signingIn', actions: 'requestUser' }, { target: 'idle' }],
    },
    idle: {
      on: {
        'joinWaitingList.joinRequested': {
          target: 'joining',
          actions: { type: 'setTimes', params: ({ event }) => event },
        },
      },
    },
    joining: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'join',
        src: 'join',
        input: ({ context: { times } }) => {
          if (!times) throw new Error('joining without times');
          return times;
        },
        onDone: [
          {
            guard: 'isResumed',
            target: 'joined',
            actions: ['clearPersisted', 'showJoinedToast', 'announceJoin'],
          },
          { target: 'joined', actions: 'announceJoin' },
        ],
        onError: [
          {
            guard: { type: 'isUnauthenticated', params: ({ event }) => event },
            target: 'signingIn',
            actions: ['persist', 'goToSignIn'],
          },
          {
            guard: 'isResumed',
            target: 'idle',
            actions: [
              { type: 'setFailure', params: ({ event }) => event },
              'clearPersisted',
              'showFailedToast',
            ],
          },
          { target: 'idle', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    signingIn: {
      description:
        'The request is kept until the visitor has signed in, also over a reload, and is then sent',
      on: {
        'joinWaitingList.joinRequested': {
          target: 'joining',
          actions: { type: 'setTimes', params: ({ event }) => event },
        },
        'joinWaitingList.signedIn': { target: 'joining', actions: 'recordResumed' },
      },
    },
    joined: {
      tags: ['joined'],
      on: {
        'joinWaitingList.joinRequested': {
          target: 'joining',
          actions: { type: 'setTimes', params: ({ event }) => event },
        },
        'session.ended': { target: 'idle', actions: 'forgetTimes' },
      },
    },
  },
});

interface Needs {
  readonly waitingList: {
    /** A repeated call changes nothing. */
    join(times: WaitedTimes): Promise<void>;
  };
  readonly storage: { saveWait(times: WaitedTimes | null): void };
}

export const joinWaitingListFlow = defineFlow({
  id: 'joinWaitingList',
  machine: joinWaitingListMachine,
  whenSessionEnds: 'clearsItself',
  needs: ['waitingList', 'storage'],
  provide: (machine, { waitingList, storage }: Needs) =>
    machine.provide({
      actors: { join: fromPromise(({ input }) => waitingList.join(input)) },
      actions: {
        persist: ({ context }) => storage.saveWait(context.times),
        clearPersisted: () => storage.saveWait(null),
      },
    }),
  input: ({ persisted }) => ({ persisted: persisted.wait ?? null }),
});
