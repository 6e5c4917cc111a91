import { fromPromise } from 'xstate';
import type { PersistedSlots, SlotsQuery } from './events.ts';
import { slotsSetup } from './setup.ts';

const selectionRegion = slotsSetup.createStateConfig({
  description: 'Whose selection it is',
  initial: 'kept',
  on: {
    'slots.dateChosen': {
      guard: { type: 'isOtherSearch', params: ({ event }) => event },
      target: '.chosen',
      actions: 'clear',
    },
    'slots.dayEnded': { target: '.chosen', actions: 'clear' },
    'slots.takenLoaded': [
      {
        guard: { type: 'isRequestedFree', params: ({ event }) => event },
        target: '.preselected',
        actions: [{ type: 'setTaken', params: ({ event }) => event }, 'selectRequested'],
      },
      { actions: { type: 'setTaken', params: ({ event }) => event } },
    ],
    'slots.selected': {
      target: '.chosen',
      actions: [{ type: 'setSelection', params: ({ event }) => event }, 'persist', 'clearMissed'],
    },
    'slots.bookPressed': [
      { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
      { guard: 'hasStarted', target: '.chosen', actions: ['clear', 'persist', 'showUnavailableToast'] },
      { guard: 'hasSelection', actions: ['startCheckout', 'openBookingScreen'] },
      { actions: 'showSelectAnyToast' },
    ],
    'slots.cleared': { target: '.chosen', actions: ['clear', 'persist'] },
  },
  states: {
    kept: {
      description:
        'A selection from before a reload stays when its day is shown again. Until then it is not booked.',
      on: {
        'slots.dateChosen': {
          target: 'chosen',
          actions: { type: 'keepForDate', params: ({ event }) => event },
        },
        'slots.bookPressed': { actions: 'showSelectAnyToast' },
      },
    },
    chosen: {
      description: 'The visitor has chosen it in this room, or nothing is selected',
      always: {
        description: 'Others have taken some of the selection: the longest free part stays',
        guard: 'isSelectionLost',
        actions: ['repair', 'persist', 'showUnavailableToast'],
      },
    },
    preselected: {
      description: 'It is the range that the search requests',
      always: {
        description: 'The search selects in many rooms at once: the selection is repaired without a toast',
        guard: 'isSelectionLost',
        actions: 'repair',
      },
    },
  },
});

const searchRegion = slotsSetup.createStateConfig({
  description: 'Whether the form of the search has changed since this day was loaded',
  initial: 'shown',
  on: {
    'slots.searchEdited': [
      { guard: { type: 'isEdit', params: ({ event }) => event }, target: '.edited' },
      { target: '.shown' },
    ],
    'slots.dateChosen': '.shown',
    'slots.dayEnded': '.shown',
  },
  states: {
    shown: {},
    edited: { description: 'Nothing can be selected or booked' },
  },
});

const dayRegion = slotsSetup.createStateConfig({
  description: 'The taken slots of the day',
  initial: 'noDate',
  on: {
    'slots.dateChosen': {
      target: '.loading',
      actions: [{ type: 'setDate', params: ({ event }) => event }, 'persist', 'clearMissed'],
    },
    'slots.dayEnded': { target: '.noDate', actions: ['dropDate', 'clearMissed'] },
  },
  states: {
    noDate: { description: 'No date has been chosen' },
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
            { type: 'announceTaken', params: ({ event }) => ({ taken: event.output }) },
            'clearFailure',
          ],
        },
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => event },
        },
      },
      on: { 'slots.outdated': { target: 'loading', reenter: true } },
    },
    ready: {
      description: 'The visitor can choose slots, also while the availability is loaded again',
      tags: ['choosable'],
      initial: 'choosing',
      on: {
        'slots.clicked': [
          { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
          {
            guard: { type: 'isTaken', params: ({ event }) => event },
            actions: [{ type: 'recordTaken', params: ({ event }) => event }, 'showUnavailableToast'],
          },
          { actions: { type: 'select', params: ({ event }) => event } },
        ],
        'slots.rangeChosen': [
          { guard: 'isSearchEdited', actions: 'showSearchEditedToast' },
          { guard: { type: 'isOfferTaken', params: ({ event }) => event }, actions: 'showUnavailableToast' },
          { actions: { type: 'selectRange', params: ({ event }) => event } },
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

/** Implements spec 4. */
export const slotsMachine = slotsSetup.createMachine({
  id: 'slots',
  description: 'One day of a room: its taken slots, and the contiguous selection of the visitor',
  type: 'parallel',
  context: ({ input }) => ({
    clock: input.clock,
    room: input.room,
    date: input.persisted?.date ?? null,
    taken: [],
    selection: input.persisted?.selection ?? [],
    requestedRange: undefined,
    missed: null,
    failure: null,
  }),
  on: { 'slots.roomChanged': { actions: { type: 'setRoom', params: ({ event }) => event } } },
  // The selection comes first: it changes before the day saves it.
  states: { selection: selectionRegion, search: searchRegion, day: dayRegion },
});

export interface SlotsNeeds {
  readonly rooms: {
    /** Ascending: taken slots, and slots outside the opening hours. */
    taken(query: SlotsQuery, signal: AbortSignal): Promise<readonly number[]>;
  };
  readonly storage: { saveSlots(roomId: number, slots: PersistedSlots): void };
}

/** The rooms machine has an actor of it for each room. */
export const provideSlots = ({ rooms, storage }: SlotsNeeds): typeof slotsMachine =>
  slotsMachine.provide({
    actors: { loadTaken: fromPromise(({ input, signal }) => rooms.taken(input, signal)) },
    actions: {
      persist: ({ context: { room, date, selection } }) => {
        if (date !== null) storage.saveSlots(room.id, { date, selection });
      },
    },
  });
