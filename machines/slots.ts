import { assign, fromPromise, sendTo, setup } from 'xstate';
import type { Room } from '../contract/rooms.ts';
import { begunSlots, instantOf } from '../domain/calendar.ts';
import { messages } from '../domain/messages.ts';
import { parseSlotTime, rangeOf, selectSlot } from '../domain/slots.ts';
import { type Clock, delayUntil } from './clock.ts';
import { type Failure, failureOf } from './failure.ts';
import { BOOKING_PATH } from './navigation.ts';
import { to, toast } from './system.ts';

/** Half-hours of one room on one day; half-hours as in domain/slots. */
export interface SlotsQuery {
  readonly roomId: number;
  readonly date: string;
}

/** A selection kept over a reload; half-hours of one room on one date. */
export interface RememberedSlots {
  readonly date: string;
  readonly selection: readonly number[];
}

export type SlotsEvent =
  | { type: 'slots.dateChosen'; date: string }
  | { type: 'slots.roomChanged'; room: Room }
  | { type: 'slots.clicked'; slot: number }
  | { type: 'slots.cleared' }
  /** Someone may have taken or freed half-hours since they were loaded. */
  | { type: 'slots.outdated' }
  | { type: 'slots.bookPressed' };

export interface SlotsContext {
  clock: Clock;
  room: Room;
  date: string | null;
  taken: readonly number[];
  selection: readonly number[];
  failure: Failure | null;
}

/** One room's day: which half-hours are taken, and which contiguous ones the visitor has chosen (spec 4). */
export const slotsMachine = setup({
  types: {
    context: {} as SlotsContext,
    events: {} as SlotsEvent,
    input: {} as { clock: Clock; room: Room; remembered?: RememberedSlots | undefined },
    tags: {} as 'busy' | 'choosable',
  },
  actors: {
    loadTaken: fromPromise<readonly string[], SlotsQuery>(() =>
      Promise.reject(new Error('loadTaken is not provided')),
    ),
  },
  delays: {
    /** When the next half-hour begins, the one before it can no longer be booked. */
    untilNextHalfHour: ({ context }) =>
      delayUntil(
        instantOf(context.date ?? '', begunSlots(context.date ?? '', context.clock.now())),
        context.clock,
      ),
  },
  guards: {
    isTaken: ({ context, event }) => event.type === 'slots.clicked' && context.taken.includes(event.slot),
    isSelectionLost: ({ context }) => context.selection.some((slot) => context.taken.includes(slot)),
    hasSelection: ({ context }) => context.selection.length > 0,
  },
  actions: {
    /** A selection belongs to its date. */
    takeDate: assign(({ context, event }) =>
      event.type === 'slots.dateChosen' && event.date !== context.date
        ? { date: event.date, selection: [], taken: [] }
        : {},
    ),
    remember: () => {
      // Keeps date and selection over a reload; provided by the composition root.
    },
    takeRoom: assign({
      room: ({ context, event }) => (event.type === 'slots.roomChanged' ? event.room : context.room),
    }),
    select: assign({
      selection: ({ context, event }) =>
        event.type === 'slots.clicked' ? selectSlot(context.selection, event.slot) : context.selection,
    }),
    clear: assign({ selection: [] }),
    sayUnavailable: sendTo(to('notifier'), toast('error', messages.slots.unavailable, { topic: 'slots' })),
    saySelectAny: sendTo(to('notifier'), toast('error', messages.slots.selectAny, { topic: 'slots' })),
    startCheckout: sendTo(to('checkout'), ({ context }) => ({
      type: 'checkout.started' as const,
      selection: {
        room: context.room,
        date: context.date ?? '',
        range: rangeOf(context.selection),
      },
    })),
    openBookingScreen: sendTo(to('navigation'), {
      type: 'navigation.go',
      path: BOOKING_PATH,
    }),
  },
}).createMachine({
  id: 'slots',
  context: ({ input }) => ({
    clock: input.clock,
    room: input.room,
    date: input.remembered?.date ?? null,
    taken: [],
    selection: input.remembered?.selection ?? [],
    failure: null,
  }),
  initial: 'dateless',
  on: {
    'slots.dateChosen': { target: '.loading', actions: ['takeDate', 'remember'], reenter: true },
    'slots.roomChanged': { actions: 'takeRoom' },
    'slots.bookPressed': [
      { guard: 'hasSelection', actions: ['startCheckout', 'openBookingScreen'] },
      { actions: 'saySelectAny' },
    ],
    'slots.cleared': { actions: ['clear', 'remember'] },
  },
  states: {
    /** The visitor has not said for which day. */
    dateless: {},
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadTaken',
        src: 'loadTaken',
        input: ({ context }) => ({ roomId: context.room.id, date: context.date ?? '' }),
        onDone: {
          target: 'choosing',
          actions: assign({ taken: ({ event }) => slotsFrom(event.output), failure: null }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
      on: { 'slots.outdated': { target: 'loading', reenter: true } },
    },
    choosing: {
      tags: ['choosable'],
      always: { guard: 'isSelectionLost', actions: ['clear', 'remember', 'sayUnavailable'] },
      after: { untilNextHalfHour: 'refreshing' },
      on: {
        'slots.clicked': [
          { guard: 'isTaken', actions: 'sayUnavailable' },
          { actions: ['select', 'remember'] },
        ],
        'slots.outdated': 'refreshing',
      },
    },
    /** Asks again while the visitor goes on choosing; a failure leaves what is known. */
    refreshing: {
      tags: ['choosable'],
      invoke: {
        id: 'refreshTaken',
        src: 'loadTaken',
        input: ({ context }) => ({ roomId: context.room.id, date: context.date ?? '' }),
        onDone: { target: 'choosing', actions: assign({ taken: ({ event }) => slotsFrom(event.output) }) },
        onError: 'choosing',
      },
      on: {
        'slots.clicked': [
          { guard: 'isTaken', actions: 'sayUnavailable' },
          { actions: ['select', 'remember'] },
        ],
        'slots.outdated': { target: 'refreshing', reenter: true },
      },
    },
    failed: { on: { 'slots.outdated': 'loading' } },
  },
});

const slotsFrom = (times: readonly string[]): number[] =>
  times.flatMap((time) => parseSlotTime(time) ?? []).sort((a, b) => a - b);
