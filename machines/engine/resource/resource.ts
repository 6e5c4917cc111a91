import { assign, fromPromise, setup } from 'xstate';
import { type Failure, failureOf } from '../failure.ts';
import type { InitialResource, ResourceEvent } from './resourceEvents.ts';

/** How long cached data is kept after its last use (spec 7). */
export const UNUSED_CACHE_MS = 60_000;

/** The refresh interval of data that is expected to change. */
export const REFRESH_INTERVAL_MS = 5_000;

export interface ResourceContext<Data> {
  data: Data | null;
  failure: Failure | null;
  key: string;
  users: number;
}

/**
 * Data of the server that is loaded on first use, shared by its views, and cached for a minute after the last view is gone.
 * Every cached list of the site is this machine with another loader. While `isUnsettled` is true for the data in use, it is
 * loaded again at every interval (milliseconds).
 */
export function resourceMachine<Data>(
  id: string,
  isUnsettled: (data: Data) => boolean = () => false,
  refreshInterval: number = REFRESH_INTERVAL_MS,
) {
  return setup({
    types: {
      context: {} as ResourceContext<Data>,
      events: {} as ResourceEvent,
      input: {} as InitialResource<Data> | undefined,
      tags: {} as 'busy',
    },
    actors: {
      load: fromPromise<Data, { key: string }>(() => Promise.reject(new Error('load is not provided'))),
    },
    delays: { unusedCacheTimeout: UNUSED_CACHE_MS, refreshInterval },
    guards: {
      isInUse: ({ context }) => context.users > 0,
      mayRetry: ({ context }) => context.users > 0 && context.failure?.isTransient === true,
      isOtherKey: ({ context }, { key }: { key?: string }) => key !== undefined && key !== context.key,
      isUnsettled: ({ context }) => context.data !== null && isUnsettled(context.data),
      isLastUser: ({ context }) => context.users <= 1,
    },
    actions: {
      addUser: assign({ users: ({ context }) => context.users + 1 }),
      removeUser: assign({ users: ({ context }) => Math.max(0, context.users - 1) }),
      setKey: assign(({ context }, { key = context.key }: { key?: string }) => ({ key })),
      announce: () => {
        // Sends the loaded data to another actor; provided where it is needed.
      },
      clear: assign({ data: null, failure: null }),
      /** Data that the user may no longer see is removed. */
      setFailure: assign(({ context }, { error }: { error: unknown }) => {
        const failure = failureOf(error);
        const isForbidden = failure.status === 401 || failure.status === 403;
        return { failure, data: isForbidden ? null : context.data };
      }),
      clearFailure: assign({ failure: null }),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ data: null, failure: null, key: '', ...input, users: 0 }),
    initial: 'empty',
    on: {
      'resource.released': { actions: 'removeUser' },
      'data.outdated': [
        { guard: 'isInUse', target: '.loading', reenter: true, actions: 'clearFailure' },
        {
          description: 'No view shows the data: it is loaded again when it is used',
          target: '.empty',
          actions: 'clearFailure',
        },
      ],
    },
    states: {
      empty: {
        description:
          'Nothing was loaded, or no longer current. Existing data is shown, and reloaded on first use.',
        on: {
          'resource.used': [
            {
              guard: { type: 'isOtherKey', params: ({ event }) => event },
              target: 'loading',
              actions: ['addUser', { type: 'setKey', params: ({ event }) => event }, 'clear'],
            },
            { target: 'loading', actions: 'addUser' },
          ],
          'data.outdated': { description: 'The first use loads the data' },
        },
      },
      loading: {
        description: 'The previously loaded data stays visible',
        tags: ['busy'],
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ key: context.key }),
          onDone: {
            target: 'ready',
            actions: [
              assign({
                data: ({ context, event }) => reuseIfEqual(context.data, event.output),
                failure: null,
              }),
              'announce',
            ],
          },
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        on: {
          'resource.used': [
            {
              guard: { type: 'isOtherKey', params: ({ event }) => event },
              target: 'loading',
              reenter: true,
              actions: ['addUser', { type: 'setKey', params: ({ event }) => event }, 'clear'],
            },
            { actions: 'addUser' },
          ],
          'resource.refreshed': {
            target: 'loading',
            reenter: true,
            actions: { type: 'setKey', params: ({ event }) => event },
          },
        },
      },
      ready: {
        description: 'The data is loaded',
        initial: 'deciding',
        on: {
          'resource.used': [
            {
              guard: { type: 'isOtherKey', params: ({ event }) => event },
              target: 'loading',
              actions: ['addUser', { type: 'setKey', params: ({ event }) => event }, 'clear'],
            },
            { target: '.inUse', actions: 'addUser' },
          ],
          'resource.refreshed': {
            target: 'loading',
            actions: { type: 'setKey', params: ({ event }) => event },
          },
        },
        states: {
          deciding: { always: [{ guard: 'isInUse', target: 'inUse' }, { target: 'unused' }] },
          inUse: {
            description: 'Views show the data; data that is still changing on the server is loaded again',
            after: { refreshInterval: { guard: 'isUnsettled', target: '#' + id + '.loading' } },
            on: {
              'resource.released': [
                { guard: 'isLastUser', target: 'unused', actions: 'removeUser' },
                { actions: 'removeUser' },
              ],
            },
          },
          unused: {
            description: 'No view shows the data: it is removed after a while',
            after: { unusedCacheTimeout: { target: '#' + id + '.empty', actions: 'clear' } },
          },
        },
      },
      failed: {
        description: 'The view shows the reason and a button that loads the data again',
        on: {
          'resource.used': [
            {
              guard: { type: 'isOtherKey', params: ({ event }) => event },
              target: 'loading',
              actions: ['addUser', { type: 'setKey', params: ({ event }) => event }, 'clear'],
            },
            { target: 'loading', actions: ['addUser', 'clearFailure'] },
          ],
          'resource.refreshed': {
            target: 'loading',
            actions: [{ type: 'setKey', params: ({ event }) => event }, 'clearFailure'],
          },
          'app.resumed': { guard: 'mayRetry', target: 'loading', actions: 'clearFailure' },
        },
      },
    },
  });
}

/** Unchanged data keeps its identity, so that its views are not rendered again. */
const reuseIfEqual = <Data>(shown: Data | null, loaded: Data): Data =>
  shown !== null && JSON.stringify(shown) === JSON.stringify(loaded) ? shown : loaded;
