import { assign, emit, not, setup } from 'xstate';
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
    isCurrentPath: ({ context, event }) => event.type === 'navigation.go' && event.path === context.path,
    /** The visitor has left the booking page. A change of the search on the shown page does not count. */
    isElsewhere: ({ event }) =>
      event.type === 'navigation.arrived' && event.path !== BOOKING_PATH && event.isSamePage !== true,
    isAtRooms: ({ event }) => event.type === 'navigation.arrived' && event.path === ROOMS_PATH,
    /** Only the URL of the rooms page contains the search. */
    isOtherSearch: ({ context, event }) =>
      event.type === 'navigation.searched' && context.path === ROOMS_PATH && event.query !== context.query,
  },
  actions: {
    rememberPath: assign({
      path: ({ context, event }) => (event.type === 'navigation.arrived' ? event.path : context.path),
      query: ({ context, event }) =>
        event.type === 'navigation.arrived' ? (event.query ?? '') : context.query,
    }),
    /** Set when the page is requested, while the page itself may still be loading. */
    setRequestedPath: assign({
      path: ({ context, event }) => (event.type === 'navigation.go' ? event.path : context.path),
    }),
    notifyCheckoutLeft: sendToFlow('checkout', { type: 'checkout.left' }),
    go: emit(({ context, event }) => ({
      type: 'navigated' as const,
      path: event.type === 'navigation.go' ? event.path : context.path,
      // Leaving the booking page ends the booking, so the Back button must not lead to its empty page.
      replaces: context.path === BOOKING_PATH,
    })),
    notifySearch: sendToFlow('search', ({ event }) => ({
      type: 'search.arrived' as const,
      query: event.type === 'navigation.arrived' ? (event.query ?? '') : '',
    })),
    /** The first search of the page replaces the URL without a search. */
    showSearch: emit(({ context, event }) => ({
      type: 'navigated' as const,
      path: ROOMS_PATH + (event.type === 'navigation.searched' ? event.query : context.query),
      replaces: event.type !== 'navigation.searched' || event.replaces || context.query === '',
    })),
    rememberQuery: assign({
      query: ({ context, event }) => (event.type === 'navigation.searched' ? event.query : context.query),
    }),
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
        'navigation.go': { guard: not('isCurrentPath'), actions: ['go', 'setRequestedPath'] },
        'navigation.arrived': [
          { guard: 'isElsewhere', actions: ['rememberPath', 'notifyCheckoutLeft'] },
          { actions: 'rememberPath' },
        ],
      },
    },
    /** The URL of the rooms page contains the shown search, and a changed URL changes the search (decision 0053). */
    search: {
      on: {
        'navigation.arrived': { guard: 'isAtRooms', actions: 'notifySearch' },
        'navigation.searched': { guard: 'isOtherSearch', actions: ['showSearch', 'rememberQuery'] },
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
