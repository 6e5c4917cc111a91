import { assign, fromCallback, sendTo, setup } from 'xstate';
import { to } from './system.ts';

export type LiveEvent =
  /** The rooms are shown for this IST date from now on. */
  | { type: 'live.dateChosen'; date: string }
  /** The day that was shown is over. */
  | { type: 'live.dayEnded' }
  /** A page begins to show the rooms; it stops showing them. */
  | { type: 'live.shown' }
  | { type: 'live.left' }
  /** The tab is hidden or the browser has no network: a connection would serve nobody; and neither any more. */
  | { type: 'live.suspended' }
  | { type: 'live.resumed' }
  /** From the connection: it is open, is still alive, was lost. */
  | { type: 'live.opened' }
  | { type: 'live.heartbeat' }
  | { type: 'live.lost' }
  /** Slots of a room have changed; of any room when null. */
  | { type: 'live.changed'; roomId: number | null };

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
  types: { context: {} as LiveContext, events: {} as LiveEvent, input: {} as { date: string | null } },
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
    refreshRoom: sendTo(to('root'), ({ event }) => ({
      type: 'slots.outdated' as const,
      roomId: event.type === 'live.changed' ? event.roomId : null,
    })),
    refreshAllRooms: sendTo(to('root'), { type: 'slots.outdated' as const, roomId: null }),
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
