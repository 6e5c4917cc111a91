import { assign, fromCallback, setup } from 'xstate';
import { backOff } from '../../../domain/time/backOff.ts';
import { contextIn, type EventsByFlow, sendToFlow } from '../../engine/system.ts';
import { defineFlow } from '../../engine/flow.ts';
import type { SearchContext } from '../search/setup.ts';
import type { LiveEvent, LiveInput } from './events.ts';

interface LiveContext {
  /** An IST date, or several that are separated by commas; empty before one is chosen. */
  date: string;
  /** The number of lost connections since the last one that worked. */
  losses: number;
  /** Changes may have been missed since the last connection. */
  hasGap: boolean;
}

/** The pause before a reconnection. It doubles with each lost connection, and half of it is random. */
const RETRY_FIRST_MS = 1_000;
const RETRY_LONGEST_MS = 30_000;
const OPEN_TIMEOUT_MS = 15_000;
/** A connection without data for this long is lost: the server sends a heartbeat every 25 s. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** A live connection to the server while a page shows the rooms of a day. It keeps their availability up to date. */
export const liveMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent, input: {} as LiveInput },
  actors: {
    watchSlots: fromCallback<LiveEvent, { date: string }>(() => {
      throw new Error('watchSlots is not provided');
    }),
    watchActivity: fromCallback<LiveEvent>(() => {
      throw new Error('watchActivity is not provided');
    }),
  },
  delays: {
    beforeRetry: ({ context: { losses } }) => {
      const wait = backOff(losses, RETRY_FIRST_MS, RETRY_LONGEST_MS);
      return wait / 2 + (Math.random() * wait) / 2;
    },
    openTimeout: OPEN_TIMEOUT_MS,
    heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  },
  guards: {
    hasDate: ({ context }) => context.date !== '',
    hasGap: ({ context }) => context.hasGap,
    isOtherDate: ({ context }, { date }: { date: string }) => date !== context.date,
  },
  actions: {
    dropDate: assign({ date: '', losses: 0 }),
    setDate: assign((_, { date }: { date: string }) => ({ date })),
    recordGap: assign({ hasGap: true }),
    recordLoss: assign({ hasGap: true, losses: ({ context }) => context.losses + 1 }),
    clearGap: assign({ hasGap: false }),
    clearLosses: assign({ losses: 0 }),
    refreshRoom: sendToFlow('rooms', (_, { roomId }: { roomId: number | null }) => ({
      type: 'rooms.outdated' as const,
      roomId,
    })),
    refreshAllRooms: sendToFlow('rooms', { type: 'rooms.outdated', roomId: null }),
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ date: input.date ?? '', losses: 0, hasGap: false }),
  initial: 'away',
  on: {
    'live.dateChosen': { actions: { type: 'setDate', params: ({ event }) => event } },
    'live.dayEnded': { actions: 'dropDate' },
  },
  states: {
    away: { description: 'No page shows the rooms', on: { 'live.shown': 'shown' } },
    shown: {
      invoke: {
        id: 'watchActivity',
        src: 'watchActivity',
        // A browser without these APIs counts as visible and online.
        onError: { actions: [] },
      },
      on: {
        'live.left': { target: 'away', actions: 'recordGap' },
        'live.suspended': { target: '.suspended', actions: 'recordGap' },
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasDate', target: 'watching' }, { target: 'noDate' }] },
        noDate: {
          on: {
            'live.dateChosen': {
              target: 'watching',
              actions: { type: 'setDate', params: ({ event }) => event },
            },
          },
        },
        suspended: { on: { 'live.resumed': { target: 'deciding', actions: 'clearLosses' } } },
        watching: {
          invoke: {
            id: 'watchSlots',
            src: 'watchSlots',
            input: ({ context }) => ({ date: context.date }),
            onError: { target: 'waiting', actions: 'recordLoss' },
          },
          on: {
            'live.dayEnded': { target: 'noDate', actions: 'dropDate' },
            'live.lost': { target: 'waiting', actions: 'recordLoss' },
            'live.dateChosen': {
              guard: { type: 'isOtherDate', params: ({ event }) => event },
              target: 'watching',
              reenter: true,
              actions: { type: 'setDate', params: ({ event }) => event },
            },
          },
          initial: 'connecting',
          states: {
            connecting: {
              after: { openTimeout: { target: '#live.shown.waiting', actions: 'recordLoss' } },
              on: {
                'live.opened': [
                  { guard: 'hasGap', target: 'open', actions: ['refreshAllRooms', 'clearGap'] },
                  { target: 'open' },
                ],
              },
            },
            open: {
              after: { heartbeatTimeout: { target: '#live.shown.waiting', actions: 'recordLoss' } },
              on: {
                'live.heartbeat': { target: 'open', reenter: true, actions: 'clearLosses' },
                'live.changed': {
                  target: 'open',
                  reenter: true,
                  actions: ['clearLosses', { type: 'refreshRoom', params: ({ event }) => event }],
                },
              },
            },
          },
        },
        waiting: {
          after: { beforeRetry: 'watching' },
          on: { 'live.dayEnded': { target: 'noDate', actions: 'dropDate' } },
        },
      },
    },
  },
});

export interface LiveNeeds {
  readonly rooms: {
    /**
     * `date`: an IST date, or several that are separated by commas. Returns the function that closes the
     * connection.
     */
    watch(date: string, emit: (event: LiveEvent) => void): () => void;
    /**
     * Emits when the page is hidden or offline, when it is active again, and at once when it is inactive. Returns the function
     * that stops it.
     */
    watchActivity(emit: (event: LiveEvent) => void): () => void;
  };
}

const watching = (machine: typeof liveMachine, { rooms }: LiveNeeds): typeof liveMachine =>
  machine.provide({
    actors: {
      watchSlots: fromCallback(({ input, sendBack }) => rooms.watch(input.date, sendBack)),
      watchActivity: fromCallback(({ sendBack }) => rooms.watchActivity(sendBack)),
    },
  });

/**
 * For the data of one page: every change of availability sends `event` to `recipient`. A view chooses the
 * dates.
 */
export const defineLiveFlow = <const Id extends string, Recipient extends keyof EventsByFlow>(
  id: Id,
  recipient: Recipient,
  event: EventsByFlow[Recipient],
) =>
  defineFlow({
    id,
    machine: liveMachine.provide({
      actions: {
        refreshRoom: sendToFlow(recipient, event),
        refreshAllRooms: sendToFlow(recipient, event),
      },
    }),
    whenSessionEnds: 'cleared',
    needs: ['rooms'],
    provide: watching,
    input: () => ({ date: null }),
  });

/** For the rooms of a day. */
export const liveFlow = defineFlow({
  id: 'live',
  machine: liveMachine,
  whenSessionEnds: 'kept',
  needs: ['rooms'],
  provide: watching,
  input: ({ system }) => ({
    date: (contextIn(system, 'search') as SearchContext | undefined)?.criteria?.date ?? null,
  }),
});
