import { type AnyActorRef, assign, fromPromise, setup } from 'xstate';
import type { Room } from '../../../domain/rooms/room.ts';
import { startedSlots, instantOf } from '../../../domain/time/calendar.ts';
import { messages } from '../../../domain/text/messages.ts';
import { isRangeFree } from '../../../domain/time/ranges.ts';
import { joinRanges, repairSelection } from '../../../domain/money/repair.ts';
import { rangeOf, selectSlot, slotsIn, type SlotRange } from '../../../domain/time/slots.ts';
import { type Clock, delayUntil } from '../../engine/clock.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { BOOKING_PATH } from '../../engine/navigation.ts';
import type { SearchContext } from '../search/setup.ts';
import { contextIn, sendToFlow, toast } from '../../engine/system.ts';
import type { MissedTimes, PersistedSlots, SlotsEvent, SlotsInput, SlotsQuery } from './events.ts';

export interface SlotsContext {
  clock: Clock;
  room: Room;
  date: string | null;
  taken: readonly number[];
  selection: readonly number[];
  /** The range that the search requests; undefined when it requests none, and before the first search. */
  requestedRange: SlotRange | undefined;
  /** The selection is the requested range; the visitor has not chosen it in this room. */
  isPreselected: boolean;
  /** The selection was restored after a reload, and no search has been shown since. */
  isRestored: boolean;
  /** The form of the search has changed since this day was loaded. */
  isSearchEdited: boolean;
  /** The chosen or pressed slots of this day that cannot be booked. */
  missed: MissedTimes | null;
  failure: Failure | null;
}

type ChosenDate = Omit<Extract<SlotsEvent, { type: 'slots.dateChosen' }>, 'type'>;

const SEARCH_EDITED_TEXT = 'You have changed the search: press View Slots first';

/** The people of the visitor's search. One is what the form starts with, so it says nothing. */
function searchedHeadcount(system: AnyActorRef['system']): { headcount?: number } {
  const search = contextIn(system, 'search') as SearchContext | undefined;
  const headcount = search?.criteria?.headcount ?? search?.listedHeadcount ?? 1;
  return headcount > 1 ? { headcount } : {};
}

/** Implements spec 4. */
export const slotsMachine = setup({
  types: {
    context: {} as SlotsContext,
    events: {} as SlotsEvent,
    input: {} as SlotsInput,
    tags: {} as 'busy' | 'choosable',
  },
  actors: {
    loadTaken: fromPromise<readonly number[], SlotsQuery>(() =>
      Promise.reject(new Error('loadTaken is not provided')),
    ),
  },
  delays: {
    /** A slot can no longer be booked once it has started. */
    untilNextSlot: ({ context }) =>
      delayUntil(
        instantOf(context.date ?? '', startedSlots(context.date ?? '', context.clock.now())),
        context.clock,
      ),
  },
  guards: {
    isTaken: ({ context }, { slot }: { slot: number }) => context.taken.includes(slot),
    isSelectionLost: ({ context }) => context.selection.some((slot) => context.taken.includes(slot)),
    /** The search chose the lost slots: the room shows the loss, without a toast for each room. */
    isPreselectionLost: ({ context }) =>
      context.isPreselected && context.selection.some((slot) => context.taken.includes(slot)),
    isOfferTaken: ({ context }, { range }: { range: SlotRange }) => !isRangeFree(context, range),
    hasSelection: ({ context }) => context.selection.length > 0,
    isSearchEdited: ({ context }) => context.isSearchEdited,
    /** By the clock at the press, the day is over or the first chosen slot has started (ruling 6). */
    hasStarted: ({ context: { clock, date, selection } }) =>
      date !== null && selection[0] !== undefined && startedSlots(date, clock.now()) > selection[0],
  },
  actions: {
    /** A selection belongs to one date, and a preselection to one search. */
    setDate: assign(({ context }, { date, requestedRange }: ChosenDate) => {
      if (date !== context.date) {
        return { date, requestedRange, selection: [], taken: [], isPreselected: false, isRestored: false };
      }
      const hasRangeChanged =
        requestedRange?.start !== context.requestedRange?.start ||
        requestedRange?.end !== context.requestedRange?.end;
      // A selection that was restored after a reload stays when its search is shown again.
      const isReplaced = hasRangeChanged && !context.isRestored;
      return {
        requestedRange,
        isRestored: false,
        ...(isReplaced && { selection: [], isPreselected: false }),
      };
    }),
    dropDate: assign({
      date: null,
      requestedRange: undefined,
      selection: [],
      taken: [],
      isPreselected: false,
      isSearchEdited: false,
    }),
    preselect: assign(({ context }) =>
      context.requestedRange && context.selection.length === 0 && isRangeFree(context, context.requestedRange)
        ? { selection: slotsIn(context.requestedRange), isPreselected: true }
        : {},
    ),
    selectRange: assign((_, { range }: { range: SlotRange }) => ({
      selection: slotsIn(range),
      isPreselected: false,
    })),
    setSearchEdited: assign((_, { isEdited }: { isEdited: boolean }) => ({ isSearchEdited: isEdited })),
    persist: () => {
      // Saves date and selection; provided by the composition root.
    },
    setRoom: assign((_, { room }: { room: Room }) => ({ room })),
    select: assign(({ context }, { slot }: { slot: number }) => ({
      selection: selectSlot(context.selection, slot),
      isPreselected: false,
    })),
    clear: assign({ selection: [], isPreselected: false }),
    /** Keeps the longest part of the selection that can be booked in one piece. */
    repair: assign(({ context: { clock, date, isPreselected, selection, taken } }) => {
      const { kept, lost } = repairSelection(selection, taken);
      return {
        selection: kept ? slotsIn(kept) : [],
        isPreselected: isPreselected && kept !== null,
        missed: {
          range: rangeOf(selection) ?? { start: 0, end: 0 },
          lost,
          kept,
          hasStarted: startedSlots(date ?? '', clock.now()) > (lost.at(-1) ?? 0),
        },
      };
    }),
    /** Taken slots that are pressed one after the other are joined to one range. */
    recordTaken: assign(({ context: { clock, date, missed } }, { slot }: { slot: number }) => {
      const pressed = { start: slot, end: slot + 1 };
      return {
        missed: {
          range: missed === null ? pressed : joinRanges(missed.range, pressed),
          lost: [],
          kept: null,
          hasStarted: startedSlots(date ?? '', clock.now()) > slot,
        },
      };
    }),
    clearMissed: assign({ missed: null }),
    setTaken: assign((_, { taken }: { taken: readonly number[] }) => ({ taken })),
    clearFailure: assign({ failure: null }),
    showUnavailableToast: sendToFlow(
      'notifier',
      toast('error', messages.slots.unavailable, { topic: 'slots' }),
    ),
    showSelectAnyToast: sendToFlow('notifier', toast('error', messages.slots.selectAny, { topic: 'slots' })),
    showSearchEditedToast: sendToFlow('notifier', toast('warning', SEARCH_EDITED_TEXT, { topic: 'slots' })),
    startCheckout: sendToFlow('checkout', ({ context, system }) => ({
      type: 'checkout.started' as const,
      selection: {
        room: context.room,
        date: context.date ?? '',
        range: rangeOf(context.selection),
        ...searchedHeadcount(system),
      },
    })),
    openBookingScreen: sendToFlow('navigation', {
      type: 'navigation.go',
      path: BOOKING_PATH,
    }),
  },
}).createMachine({
  id: 'slots',
  description: 'One day of a room: its taken slots, and the contiguous selection of the visitor',
  context: ({ input }) => ({
    clock: input.clock,
    room: input.room,
    date: input.persisted?.date ?? null,
    taken: [],
    selection: input.persisted?.selection ?? [],
    requestedRange: undefined,
    isPreselected: false,
    isRestored: input.persisted !== undefined,
    isSearchEdited: false,
    missed: null,
    failure: null,
  }),
  initial: 'noDate',
  on: {
    'slots.dateChosen': {
      target: '.loading',
      actions: [
        { type: 'setDate', params: ({ event }) => event },
        { type: 'setSearchEdited', params: { isEdited: false } },
        'persist',
        'clearMissed',
      ],
      reenter: true,
    },
    'slots.dayEnded': { target: '.noDate', actions: ['dropDate', 'clearMissed'] },
    'slots.searchEdited': { actions: { type: 'setSearchEdited', params: ({ event }) => event } },
    'slots.roomChanged': { actions: { type: 'setRoom', params: ({ event }) => event } },
    'slots.bookPressed': [
      { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
      { guard: 'hasStarted', actions: ['clear', 'persist', 'showUnavailableToast'] },
      { guard: 'hasSelection', actions: ['startCheckout', 'openBookingScreen'] },
      { actions: 'showSelectAnyToast' },
    ],
    'slots.cleared': { actions: ['clear', 'persist'] },
  },
  states: {
    noDate: {
      description: 'No date has been chosen',
      on: { 'slots.bookPressed': { actions: 'showSelectAnyToast' } },
    },
    loading: {
      description: 'The room’s taken slots of the chosen day are loaded',
      tags: ['busy'],
      invoke: {
        id: 'loadTaken',
        src: 'loadTaken',
        input: ({ context }) => ({ roomId: context.room.id, date: context.date ?? '' }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'setTaken', params: ({ event }) => ({ taken: event.output }) },
            'preselect',
            'clearFailure',
          ],
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
      on: { 'slots.outdated': { target: 'loading', reenter: true } },
    },
    ready: {
      description: 'The visitor can choose slots, also while the availability is loaded again',
      tags: ['choosable'],
      initial: 'choosing',
      always: [
        {
          description: 'The search selects in many rooms at once: the selection is repaired without a toast',
          guard: 'isPreselectionLost',
          actions: 'repair',
        },
        {
          description: 'Others have taken some of the selection: the longest free part stays',
          guard: 'isSelectionLost',
          actions: ['repair', 'persist', 'showUnavailableToast'],
        },
      ],
      on: {
        'slots.clicked': [
          { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
          {
            guard: { type: 'isTaken', params: ({ event }) => event },
            actions: [{ type: 'recordTaken', params: ({ event }) => event }, 'showUnavailableToast'],
          },
          { actions: [{ type: 'select', params: ({ event }) => event }, 'persist', 'clearMissed'] },
        ],
        'slots.rangeChosen': [
          { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
          { guard: { type: 'isOfferTaken', params: ({ event }) => event }, actions: 'showUnavailableToast' },
          { actions: [{ type: 'selectRange', params: ({ event }) => event }, 'persist', 'clearMissed'] },
        ],
        'slots.outdated': '.refreshing',
      },
      states: {
        choosing: { after: { untilNextSlot: 'refreshing' } },
        refreshing: {
          description: 'The availability is loaded again; a failure keeps the known one',
          invoke: {
            id: 'refreshTaken',
            src: 'loadTaken',
            input: ({ context }) => ({ roomId: context.room.id, date: context.date ?? '' }),
            onDone: {
              target: 'choosing',
              actions: { type: 'setTaken', params: ({ event }) => ({ taken: event.output }) },
            },
            onError: 'choosing',
          },
        },
      },
    },
    failed: {
      description: 'The availability could not be loaded; the page offers another attempt',
      on: { 'slots.outdated': 'loading' },
    },
  },
});

export interface SlotsNeeds {
  readonly rooms: {
    /** The slots that cannot be chosen, ascending: taken slots, and slots outside the opening hours. */
    taken(query: SlotsQuery, signal: AbortSignal): Promise<readonly number[]>;
  };
  readonly storage: { saveSlots(roomId: number, slots: PersistedSlots): void };
}

/** The machine with its effects. The rooms machine has an actor of it for each room. */
export const provideSlots = ({ rooms, storage }: SlotsNeeds): typeof slotsMachine =>
  slotsMachine.provide({
    actors: { loadTaken: fromPromise(({ input, signal }) => rooms.taken(input, signal)) },
    actions: {
      persist: ({ context: { room, date, selection } }) => {
        if (date !== null) storage.saveSlots(room.id, { date, selection });
      },
    },
  });
