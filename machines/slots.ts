import { assign, fromPromise, sendTo, setup } from 'xstate';
import type { Room } from '../contract/rooms.ts';
import { startedSlots, instantOf } from '../domain/calendar.ts';
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
export interface PersistedSlots {
  readonly date: string;
  readonly selection: readonly number[];
}

export type SlotsEvent =
  | { type: 'slots.dateChosen'; date: string }
  /** The day that was shown is over. */
  | { type: 'slots.dayEnded' }
  /** The search has been changed since this day was asked for, or changed back. */
  | { type: 'slots.searchEdited'; isEdited: boolean }
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
  /** The search has been changed since: this day is not what the visitor looks for now. */
  isSearchEdited: boolean;
  failure: Failure | null;
}

const SEARCH_EDITED = 'You have changed the search: press View Slots first';

/** One room's day: which half-hours are taken, and which contiguous ones the visitor has chosen (spec 4). */
export const slotsMachine = setup({
  types: {
    context: {} as SlotsContext,
    events: {} as SlotsEvent,
    input: {} as { clock: Clock; room: Room; persisted?: PersistedSlots | undefined },
    tags: {} as 'busy' | 'choosable',
  },
  actors: {
    loadTaken: fromPromise<readonly string[], SlotsQuery>(() =>
      Promise.reject(new Error('loadTaken is not provided')),
    ),
  },
  delays: {
    /** When the next half-hour begins, the one before it can no longer be booked. */
    untilNextSlot: ({ context }) =>
      delayUntil(
        instantOf(context.date ?? '', startedSlots(context.date ?? '', context.clock.now())),
        context.clock,
      ),
  },
  guards: {
    isTaken: ({ context, event }) => event.type === 'slots.clicked' && context.taken.includes(event.slot),
    isSelectionLost: ({ context }) => context.selection.some((slot) => context.taken.includes(slot)),
    hasSelection: ({ context }) => context.selection.length > 0,
    isSearchEdited: ({ context }) => context.isSearchEdited,
    /** By the clock at the press: the day is over, or the first chosen slot has begun (ruling 6). */
    hasStarted: ({ context: { clock, date, selection } }) =>
      date !== null && selection[0] !== undefined && startedSlots(date, clock.now()) > selection[0],
  },
  actions: {
    /** A selection belongs to its date. */
    setDate: assign(({ context, event }) =>
      event.type === 'slots.dateChosen' && event.date !== context.date
        ? { date: event.date, selection: [], taken: [] }
        : {},
    ),
    dropDate: assign({ date: null, selection: [], taken: [], isSearchEdited: false }),
    setSearchEdited: assign({
      isSearchEdited: ({ event }) => event.type === 'slots.searchEdited' && event.isEdited,
    }),
    persist: () => {
      // Keeps date and selection over a reload; provided by the composition root.
    },
    setRoom: assign({
      room: ({ context, event }) => (event.type === 'slots.roomChanged' ? event.room : context.room),
    }),
    select: assign({
      selection: ({ context, event }) =>
        event.type === 'slots.clicked' ? selectSlot(context.selection, event.slot) : context.selection,
    }),
    clear: assign({ selection: [] }),
    showUnavailableToast: sendTo(
      to('notifier'),
      toast('error', messages.slots.unavailable, { topic: 'slots' }),
    ),
    showSelectAnyToast: sendTo(to('notifier'), toast('error', messages.slots.selectAny, { topic: 'slots' })),
    showSearchEditedToast: sendTo(to('notifier'), toast('warning', SEARCH_EDITED, { topic: 'slots' })),
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
    date: input.persisted?.date ?? null,
    taken: [],
    selection: input.persisted?.selection ?? [],
    isSearchEdited: false,
    failure: null,
  }),
  initial: 'noDate',
  on: {
    'slots.dateChosen': {
      target: '.loading',
      actions: ['setDate', 'setSearchEdited', 'persist'],
      reenter: true,
    },
    'slots.dayEnded': { target: '.noDate', actions: 'dropDate' },
    'slots.searchEdited': { actions: 'setSearchEdited' },
    'slots.roomChanged': { actions: 'setRoom' },
    'slots.bookPressed': [
      { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
      { guard: 'hasStarted', actions: ['clear', 'persist', 'showUnavailableToast'] },
      { guard: 'hasSelection', actions: ['startCheckout', 'openBookingScreen'] },
      { actions: 'showSelectAnyToast' },
    ],
    'slots.cleared': { actions: ['clear', 'persist'] },
  },
  states: {
    /** The visitor has not said for which day. */
    noDate: { on: { 'slots.bookPressed': { actions: 'showSelectAnyToast' } } },
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
      always: { guard: 'isSelectionLost', actions: ['clear', 'persist', 'showUnavailableToast'] },
      after: { untilNextSlot: 'refreshing' },
      on: {
        'slots.clicked': [
          { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
          { guard: 'isTaken', actions: 'showUnavailableToast' },
          { actions: ['select', 'persist'] },
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
          { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
          { guard: 'isTaken', actions: 'showUnavailableToast' },
          { actions: ['select', 'persist'] },
        ],
        'slots.outdated': { target: 'refreshing', reenter: true },
      },
    },
    failed: { on: { 'slots.outdated': 'loading' } },
  },
});

const slotsFrom = (times: readonly string[]): number[] =>
  times.flatMap((time) => parseSlotTime(time) ?? []).sort((a, b) => a - b);
