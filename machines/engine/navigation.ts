import { assign, emit, setup } from 'xstate';
import { ROOMS_PATH } from '../../domain/rooms/roomsLink.ts';
import { sendToFlow } from './system.ts';
import { defineFlow } from './flow.ts';
import type { NavigationEvent } from './navigationEvents.ts';

export const BOOKING_PATH = '/meeting-room/booking';

/** The current page, the search in its URL, and the side menu. Machines change the page only through this actor. */
export const navigationMachine = setup({
  types: {
    /** `path`: the current or requested path, '' before the first page; `query`: the query string of the shown page. */
    context: {} as { path: string; query: string },
    events: {} as NavigationEvent,
    emitted: {} as { type: 'navigated'; path: string; replaces: boolean },
    tags: {} as 'menuOpen',
  },
  guards: {
    /** The second click of a double click requests the same page. */
    isOtherPath: ({ context }, { path }: { path: string }) => path !== context.path,
    /** The visitor has left the booking page. A change of the search on the shown page does not count. */
    isElsewhere: (_, { path, isSamePage = false }: { path: string; isSamePage?: boolean }) =>
      path !== BOOKING_PATH && !isSamePage,
    isAtRooms: (_, { path }: { path: string }) => path === ROOMS_PATH,
    /** Only the URL of the rooms page contains the search. */
    isOtherSearch: ({ context }, { query }: { query: string }) =>
      context.path === ROOMS_PATH && query !== context.query,
  },
  actions: {
    rememberPath: assign((_, { path, query = '' }: { path: string; query?: string }) => ({ path, query })),
    /** Set when the page is requested, while the page itself may still be loading. */
    setRequestedPath: assign((_, { path }: { path: string }) => ({ path })),
    notifyCheckoutLeft: sendToFlow('checkout', { type: 'checkout.left' }),
    go: emit(({ context }, { path }: { path: string }) => ({
      type: 'navigated' as const,
      path,
      // Leaving the booking page ends the booking, so the Back button must not lead to its empty page.
      replaces: context.path === BOOKING_PATH,
    })),
    notifySearch: sendToFlow('search', (_, { query = '' }: { query?: string }) => ({
      type: 'search.arrived' as const,
      query,
    })),
    /** The first search of the page replaces the URL without a search. */
    showSearch: emit(({ context }, { query, replaces }: { query: string; replaces: boolean }) => ({
      type: 'navigated' as const,
      path: ROOMS_PATH + query,
      replaces: replaces || context.query === '',
    })),
    rememberQuery: assign((_, { query }: { query: string }) => ({ query })),
  },
}).createMachine({
  id: 'navigation',
  context: { path: '', query: '' },
  type: 'parallel',
  states: {
    page: {
      description:
        'The page that is shown or requested. A visitor on any page but the booking page has left the checkout.',
      on: {
        'navigation.go': {
          guard: { type: 'isOtherPath', params: ({ event }) => event },
          actions: [
            { type: 'go', params: ({ event }) => event },
            { type: 'setRequestedPath', params: ({ event }) => event },
          ],
        },
        'navigation.arrived': [
          {
            guard: { type: 'isElsewhere', params: ({ event }) => event },
            actions: [{ type: 'rememberPath', params: ({ event }) => event }, 'notifyCheckoutLeft'],
          },
          { actions: { type: 'rememberPath', params: ({ event }) => event } },
        ],
      },
    },
    /** The URL of the rooms page contains the shown search, and a changed URL changes the search. */
    search: {
      on: {
        'navigation.arrived': {
          guard: { type: 'isAtRooms', params: ({ event }) => event },
          actions: { type: 'notifySearch', params: ({ event }) => event },
        },
        'navigation.searched': {
          guard: { type: 'isOtherSearch', params: ({ event }) => event },
          actions: [
            { type: 'showSearch', params: ({ event }) => event },
            { type: 'rememberQuery', params: ({ event }) => event },
          ],
        },
      },
    },
    menu: {
      initial: 'closed',
      states: {
        closed: { on: { 'menu.opened': 'open' } },
        open: {
          tags: ['menuOpen'],
          on: { 'menu.closed': 'closed', 'navigation.go': 'closed', 'navigation.arrived': 'closed' },
        },
      },
    },
  },
});

export const navigationFlow = defineFlow({
  id: 'navigation',
  machine: navigationMachine,
  whenSessionEnds: 'kept',
  needs: [],
});
