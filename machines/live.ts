import { assign, fromCallback, sendTo, setup } from 'xstate';
import { to } from './system.ts';

export type LiveEvent =
  /** The rooms are shown for this IST date from now on. */
  | { type: 'live.dateChosen'; date: string }
  /** Half-hours of a room have changed hands; of any room when null. */
  | { type: 'live.changed'; roomId: number | null };

/** Hears from the server when anybody takes or frees half-hours of the day on show, so that what is shown stays true. */
export const liveMachine = setup({
  types: {
    context: {} as { date: string },
    events: {} as LiveEvent,
  },
  actors: {
    watchSlots: fromCallback<LiveEvent, { date: string }>(() => {
      throw new Error('watchSlots is not provided');
    }),
  },
  guards: {
    isOtherDate: ({ context, event }) => event.type === 'live.dateChosen' && event.date !== context.date,
  },
  actions: {
    takeDate: assign({
      date: ({ context, event }) => (event.type === 'live.dateChosen' ? event.date : context.date),
    }),
    tellRooms: sendTo(to('root'), ({ event }) => ({
      type: 'slots.outdated' as const,
      roomId: event.type === 'live.changed' ? event.roomId : null,
    })),
  },
}).createMachine({
  id: 'live',
  context: { date: '' },
  initial: 'idle',
  states: {
    idle: { on: { 'live.dateChosen': { target: 'watching', actions: 'takeDate' } } },
    watching: {
      invoke: {
        id: 'watchSlots',
        src: 'watchSlots',
        input: ({ context }) => ({ date: context.date }),
        // A browser that cannot watch still asks at each search.
        onError: 'idle',
      },
      on: {
        'live.dateChosen': { guard: 'isOtherDate', target: 'watching', reenter: true, actions: 'takeDate' },
        'live.changed': { actions: 'tellRooms' },
      },
    },
  },
});
