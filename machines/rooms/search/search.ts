import { fromPromise } from 'xstate';
import type { PersistedSearch } from './events.ts';
import { defineFlow } from '../../engine/flow.ts';
import { confirmedToday, fieldsOf, persistedOf, type SearchContext, searchSetup } from './setup.ts';

/** Checks the current day at midnight. */
const untilMidnight = searchSetup.createStateConfig({ after: { untilTomorrow: { actions: 'checkToday' } } });

const confirmed = ({ context }: { context: SearchContext }) => ({ today: confirmedToday(context.clock) });

/**
 * The search: the fields of its form, and the criteria of the shown rooms, which the URL contains as well. Today's date is read
 * from the server's clock (ruling 4) when the button is pressed, not earlier.
 */
export const searchMachine = searchSetup.createMachine({
  id: 'search',
  context: ({ input }) => ({
    clock: input.clock,
    fields: fieldsOf(input.persisted),
    errors: {},
    criteria: null,
    amenities: input.persisted?.amenities ?? [],
    sort: input.persisted?.sort ?? 'listed',
    query: input.persisted?.query ?? '',
    listedHeadcount: 1,
    today: null,
    daysAhead: null,
  }),
  initial: 'restoring',
  on: {
    'search.changed': { actions: [{ type: 'change', params: ({ event }) => event }, 'persist'] },
    'search.headcountStepped': {
      actions: [{ type: 'stepHeadcount', params: ({ event }) => event }, 'persist'],
    },
    'search.dayChosen': { actions: [{ type: 'chooseDay', params: ({ event }) => event }, 'persist'] },
    'search.amenityToggled': {
      actions: [{ type: 'toggleAmenity', params: ({ event }) => event }, 'persist', 'replaceAddress'],
    },
    'search.sorted': {
      actions: [{ type: 'setSort', params: ({ event }) => event }, 'persist', 'replaceAddress'],
    },
    'search.arrived': [
      {
        guard: { type: 'isOtherSearch', params: ({ event }) => event },
        target: '.linking',
        actions: [
          { type: 'applyAddress', params: ({ event }) => event },
          { type: 'recordAddress', params: ({ event }) => event },
          'persist',
        ],
      },
      { actions: [{ type: 'recordAddress', params: ({ event }) => event }, 'persist', 'replaceAddress'] },
    ],
    'app.resumed': { actions: 'checkToday' },
    'search.todayChecked': {
      target: '.checkingResults',
      actions: [{ type: 'setToday', params: ({ event }) => event }, 'persist'],
    },
    'search.submitted': [
      { guard: 'isClockUnsynced', target: '.settingClock' },
      {
        guard: 'isValid',
        target: '.showing',
        actions: ['apply', 'recordShownAddress', 'announce', 'pushAddress', 'emitShown'],
        reenter: true,
      },
      { actions: ['showErrors', 'emitRejected'] },
    ],
  },
  states: {
    restoring: {
      description:
        'A saved search is shown again at once, for example after a reload; an invalid one shows its errors',
      entry: { type: 'setToday', params: confirmed },
      always: [
        { guard: 'isValid', target: 'showing', actions: ['apply', 'announce', 'replaceAddress'] },
        { guard: 'mayBeValid', target: 'waitingForClock' },
        { target: 'checkingResults', actions: 'showAddressErrors' },
      ],
    },
    waitingForClock: {
      description:
        'The first server response decides whether the saved or linked search is still valid, unless the visitor changes it first',
      on: {
        'search.todayChecked': 'restoring',
        'search.changed': {
          target: 'idle',
          actions: [{ type: 'change', params: ({ event }) => event }, 'persist'],
        },
        'search.headcountStepped': {
          target: 'idle',
          actions: [{ type: 'stepHeadcount', params: ({ event }) => event }, 'persist'],
        },
        'search.dayChosen': {
          target: 'idle',
          actions: [{ type: 'chooseDay', params: ({ event }) => event }, 'persist'],
        },
      },
    },
    linking: {
      description: 'A link with a date shows its rooms at once; an invalid one shows its errors',
      always: [
        { guard: 'isValid', target: 'showing', actions: ['apply', 'announce', 'replaceAddress'] },
        { guard: 'mayBeValid', target: 'waitingForClock' },
        { target: 'checkingResults', actions: ['showAddressErrors', 'replaceAddress'] },
      ],
    },
    idle: untilMidnight,
    showing: {
      ...untilMidnight,
      always: { guard: 'isEdited', target: 'outdated', actions: 'announceEdit' },
    },
    outdated: {
      description:
        'The form has been changed since View Slots: the rooms of the search are hidden and cannot be booked',
      ...untilMidnight,
      always: { guard: 'isRestored', target: 'showing', actions: 'announceRestored' },
    },
    settingClock: {
      description:
        'Before the first response the browser’s clock may be wrong, so the server’s time is fetched first. Without a response the browser’s clock is used.',
      tags: ['busy'],
      invoke: {
        id: 'setClock',
        src: 'setClock',
        onDone: { target: 'validating', actions: [{ type: 'setToday', params: confirmed }, 'persist'] },
        onError: 'validating',
      },
      on: {
        'search.todayChecked': { actions: { type: 'setToday', params: ({ event }) => event } },
        'search.changed': {
          target: 'checkingResults',
          actions: [{ type: 'change', params: ({ event }) => event }, 'persist'],
        },
        'search.headcountStepped': {
          target: 'checkingResults',
          actions: [{ type: 'stepHeadcount', params: ({ event }) => event }, 'persist'],
        },
        'search.dayChosen': {
          target: 'checkingResults',
          actions: [{ type: 'chooseDay', params: ({ event }) => event }, 'persist'],
        },
      },
    },
    validating: {
      always: [
        {
          guard: 'isValid',
          target: 'showing',
          actions: ['apply', 'recordShownAddress', 'announce', 'pushAddress', 'emitShown'],
        },
        { target: 'checkingResults', actions: ['showErrors', 'emitRejected'] },
      ],
    },
    checkingResults: {
      description: 'Checks the shown rooms against today and the form',
      always: [
        {
          guard: 'areResultsPast',
          target: 'idle',
          actions: ['dropResults', 'showErrors', 'announceEnd', 'replaceAddress'],
        },
        { guard: 'isEdited', target: 'outdated', actions: 'announceEdit' },
        { guard: 'hasResults', target: 'showing' },
        { target: 'idle' },
      ],
    },
  },
});

interface Needs {
  /** Resolves once a server response has set the clock; makes a call if there was none yet. */
  readonly setClock: () => Promise<void>;
  readonly storage: { saveSearch(search: PersistedSearch): void };
}

export const searchFlow = defineFlow({
  id: 'search',
  machine: searchMachine,
  whenSessionEnds: 'kept',
  isTimed: true,
  needs: ['setClock', 'storage'],
  provide: (machine, { setClock, storage }: Needs) =>
    machine.provide({
      actors: { setClock: fromPromise(() => setClock()) },
      actions: { persist: ({ context }) => storage.saveSearch(persistedOf(context)) },
    }),
  input: ({ clock, persisted }) => ({ clock, persisted: persisted.search }),
});
