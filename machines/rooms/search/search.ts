import { fromPromise, not } from 'xstate';
import { addressSetup } from './address.ts';
import type { PersistedSearch } from './events.ts';
import { change, chooseDay, fieldsOf, persistedOf, stepHeadcount } from './form.ts';
import { defineFlow } from '../../engine/flow.ts';
import { confirmedToday } from './setup.ts';

const results = addressSetup.createStateConfig({
  description: 'What is shown of the rooms’ times. The current day is checked at midnight.',
  initial: 'none',
  after: { untilTomorrow: { actions: 'checkToday' } },
  always: {
    guard: 'areResultsPast',
    target: '.none',
    actions: ['dropResults', 'showErrors', 'announceEnd', 'replaceAddress'],
  },
  states: {
    none: {},
    showing: { always: { guard: 'isEdited', target: 'outdated', actions: 'announceEdit' } },
    outdated: {
      description:
        'The form has been changed since View Slots: the rooms of the search are hidden and cannot be booked',
      always: { guard: not('isEdited'), target: 'showing', actions: 'announceRestored' },
    },
    asBefore: { type: 'history' },
  },
});

const pending = addressSetup.createStateConfig({
  description: 'Only the server’s clock can judge the date. A change of the form ends this.',
  initial: 'waitingForClock',
  on: {
    'search.changed': { target: '#search.results.asBefore', actions: change },
    'search.headcountStepped': { target: '#search.results.asBefore', actions: stepHeadcount },
    'search.dayChosen': { target: '#search.results.asBefore', actions: chooseDay },
  },
  states: {
    waitingForClock: {
      description: 'The first server response decides whether the saved or linked search is still valid',
      on: {
        'search.todayChecked': {
          target: '#search.restoring',
          actions: { type: 'setToday', params: ({ event }) => event },
        },
      },
    },
    settingClock: {
      description:
        'Before the first response the browser’s clock may be wrong, so the server’s time is fetched first. Without a response the browser’s clock is used.',
      tags: ['busy'],
      invoke: {
        id: 'setClock',
        src: 'setClock',
        onDone: {
          target: '#search.validating',
          actions: [
            { type: 'setToday', params: ({ context }) => ({ today: confirmedToday(context.clock) }) },
            'persist',
          ],
        },
        onError: '#search.validating',
      },
      on: { 'search.todayChecked': { actions: { type: 'setToday', params: ({ event }) => event } } },
    },
  },
});

/**
 * The search: the fields of its form, and the criteria of the shown rooms, which the URL contains as well. Today's date is read
 * from the server's clock (ruling 4) when the button is pressed, not earlier.
 */
export const searchMachine = addressSetup.createMachine({
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
    today: confirmedToday(input.clock),
    daysAhead: null,
  }),
  initial: 'restoring',
  on: {
    'search.changed': { actions: change },
    'search.headcountStepped': { actions: stepHeadcount },
    'search.dayChosen': { actions: chooseDay },
    'search.amenityToggled': {
      actions: [{ type: 'toggleAmenity', params: ({ event }) => event }, 'persist', 'replaceAddress'],
    },
    'search.sorted': {
      actions: [{ type: 'setSort', params: ({ event }) => event }, 'persist', 'replaceAddress'],
    },
    'search.arrived': [
      {
        guard: { type: 'isOtherSearch', params: ({ event }) => event },
        target: '.restoring',
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
      target: '.results.asBefore',
      actions: [{ type: 'setToday', params: ({ event }) => event }, 'persist'],
    },
    'search.submitted': [
      { guard: 'isClockUnsynced', target: '.pending.settingClock' },
      { target: '.validating' },
    ],
  },
  states: {
    restoring: {
      description: 'A saved or linked search shows its rooms at once; an invalid one shows its errors',
      always: [
        { guard: 'isValid', target: 'results.showing', actions: ['apply', 'announce', 'replaceAddress'] },
        { guard: 'mayBeValid', target: 'pending.waitingForClock' },
        { target: 'results.asBefore', actions: ['showAddressErrors', 'replaceAddress'] },
      ],
    },
    validating: {
      description: 'View Slots was pressed: the rooms of a valid form are shown',
      always: [
        {
          guard: 'isValid',
          target: 'results.showing',
          actions: ['apply', 'recordShownAddress', 'announce', 'pushAddress', 'emitShown'],
        },
        { target: 'results.asBefore', actions: ['showErrors', 'emitRejected'] },
      ],
    },
    results,
    pending,
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
  input: ({ clock, persisted }) => ({ clock, persisted: persisted.search ?? null }),
});
