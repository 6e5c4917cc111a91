import { assign, fromPromise, setup } from 'xstate';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import type { FoundMatch, ResultsEvent, ResultsInput } from './events.ts';
import type { SearchCriteria } from '../search/events.ts';

export interface ResultsContext {
  criteria: SearchCriteria | null;
  /** The result of the search, by room. */
  found: readonly FoundMatch[];
  failure: Failure | null;
}

/**
 * Which rooms are free at the requested time: loaded once for each search with a duration. The order of the rooms then stays
 * while the visitor reads it; each room's slots actor shows later changes.
 */
export const resultsMachine = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    input: {} as ResultsInput,
    tags: {} as 'busy',
  },
  actors: {
    findRooms: fromPromise<readonly FoundMatch[], SearchCriteria | null>(() =>
      Promise.reject(new Error('findRooms is not provided')),
    ),
  },
  guards: {
    isTimeWanted: ({ context }) => context.criteria?.requestedRange !== undefined,
  },
  actions: {
    setSearch: assign((_, { criteria }: { criteria: SearchCriteria | null }) => ({
      criteria,
      found: [],
      failure: null,
    })),
  },
}).createMachine({
  id: 'results',
  context: ({ input }) => ({ criteria: input.criteria, found: [], failure: null }),
  initial: 'deciding',
  on: {
    'results.requested': {
      target: '.deciding',
      actions: { type: 'setSearch', params: ({ event }) => event },
    },
  },
  states: {
    deciding: { always: [{ guard: 'isTimeWanted', target: 'searching' }, { target: 'none' }] },
    none: { description: 'The search has no duration, or there is no search' },
    searching: {
      tags: ['busy'],
      invoke: {
        id: 'findRooms',
        src: 'findRooms',
        input: ({ context }) => context.criteria,
        onDone: {
          target: 'found',
          actions: assign({ found: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    found: {},
    failed: {
      description: 'The rooms are shown in their usual order',
      on: { 'results.retried': 'searching', 'app.resumed': 'searching' },
    },
  },
});

interface Needs {
  readonly rooms: {
    /** Which rooms are free at the requested time of a search. */
    search(criteria: SearchCriteria, signal: AbortSignal): Promise<readonly FoundMatch[]>;
  };
}

export const resultsFlow = defineFlow({
  id: 'results',
  machine: resultsMachine,
  whenSessionEnds: 'kept',
  needs: ['rooms'],
  provide: (machine, { rooms }: Needs) =>
    machine.provide({
      actors: {
        findRooms: fromPromise(({ input, signal }) =>
          input === null ? Promise.resolve([]) : rooms.search(input, signal),
        ),
      },
    }),
  input: ({ criteria }) => ({ criteria }),
});
