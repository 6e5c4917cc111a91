import { assign, fromCallback, setup } from 'xstate';
import { sendToFlow } from './system.ts';
import { defineFlow } from './flow.ts';
import type { LiveEvent, LiveInput } from './events/live.ts';

interface LiveContext {
  /** IST; empty before one is chosen. */
  date: string;
  /** Connections lost since one last proved to be alive. */
  losses: number;
  /** Changes may have been missed since the last connection. */
  hasGap: boolean;
}

/** Waits before a lost connection is opened again, in milliseconds: doubled with each loss, half of it at random. */
const RETRY_FIRST_MS = 1_000;
const RETRY_LONGEST_MS = 30_000;
/** A connection that has not opened by then is given up, in milliseconds. */
const OPEN_TIMEOUT_MS = 15_000;
/** The server sends a heartbeat every 25 s; a connection without a sign of life for this long is dead, in milliseconds. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** A live connection to the server while the rooms of a day are shown, so that availability on screen stays true. */
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
      const wait = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** (losses - 1));
      return wait / 2 + (Math.random() * wait) / 2;
    },
    openTimeout: OPEN_TIMEOUT_MS,
    heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  },
  guards: {
    hasDate: ({ context }) => context.date !== '',
    hasGap: ({ context }) => context.hasGap,
    isOtherDate: ({ context, event }) => event.type === 'live.dateChosen' && event.date !== context.date,
  },
  actions: {
    dropDate: assign({ date: '', losses: 0 }),
    setDate: assign({
      date: ({ context, event }) => (event.type === 'live.dateChosen' ? event.date : context.date),
    }),
    recordGap: assign({ hasGap: true }),
    recordLoss: assign({ hasGap: true, losses: ({ context }) => context.losses + 1 }),
    clearGap: assign({ hasGap: false }),
    clearLosses: assign({ losses: 0 }),
    refreshRoom: sendToFlow('root', ({ event }) => ({
      type: 'slots.outdated' as const,
      roomId: event.type === 'live.changed' ? event.roomId : null,
    })),
    refreshAllRooms: sendToFlow('root', { type: 'slots.outdated' as const, roomId: null }),
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ date: input.date ?? '', losses: 0, hasGap: false }),
  initial: 'away',
  on: { 'live.dateChosen': { actions: 'setDate' }, 'live.dayEnded': { actions: 'dropDate' } },
  states: {
    /** No page shows the rooms. */
    away: { on: { 'live.shown': 'shown' } },
    shown: {
      invoke: {
        id: 'watchActivity',
        src: 'watchActivity',
        // A browser that cannot say counts as seen and connected.
        onError: { actions: [] },
      },
      on: {
        'live.left': { target: 'away', actions: 'recordGap' },
        'live.suspended': { target: '.suspended', actions: 'recordGap' },
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasDate', target: 'watching' }, { target: 'noDate' }] },
        noDate: { on: { 'live.dateChosen': { target: 'watching', actions: 'setDate' } } },
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
              guard: 'isOtherDate',
              target: 'watching',
              reenter: true,
              actions: 'setDate',
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
                'live.changed': { target: 'open', reenter: true, actions: ['clearLosses', 'refreshRoom'] },
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

interface Needs {
  readonly rooms: {
    /** Opens one live connection for an IST date and reports what comes over it and what becomes of it; returns how to close it. */
    watch(date: string, emit: (event: LiveEvent) => void): () => void;
    /** Reports when the page is hidden or offline and when it no longer is; at once when it is. Returns how to stop. */
    watchActivity(emit: (event: LiveEvent) => void): () => void;
  };
}

export const liveFlow = defineFlow({
  id: 'live',
  machine: liveMachine,
  needs: ['rooms'],
  provide: (machine, { rooms }: Needs) =>
    machine.provide({
      actors: {
        watchSlots: fromCallback(({ input, sendBack }) => rooms.watch(input.date, sendBack)),
        watchActivity: fromCallback(({ sendBack }) => rooms.watchActivity(sendBack)),
      },
    }),
  input: ({ date }) => ({ date }),
});
