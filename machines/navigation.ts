import { assign, emit, not, setup } from 'xstate';
import { headcountInLink } from '../domain/roomsLink.ts';
import { sendToFlow } from './system.ts';
import { defineFlow } from './flow.ts';
import type { NavigationEvent } from './events/navigation.ts';

export const BOOKING_PATH = '/meeting-room/booking';

/** The page, the headcount in its address, and the side menu. Machines change the page only through this actor. */
export const navigationMachine = setup({
  types: {
    /** The current or requested path; empty before the first arrival. */
    context: {} as { path: string },
    events: {} as NavigationEvent,
    emitted: {} as { type: 'navigated'; path: string; replaces: boolean },
    tags: {} as 'menuOpen',
  },
  guards: {
    /** The second click of a double click requests the same page. */
    isThere: ({ context, event }) => event.type === 'navigation.go' && event.path === context.path,
    isElsewhere: ({ event }) => event.type === 'navigation.arrived' && event.path !== BOOKING_PATH,
    hasHeadcount: ({ event }) =>
      event.type === 'navigation.arrived' && headcountInLink(event.path, event.query ?? '') !== null,
  },
  actions: {
    rememberPath: assign({
      path: ({ context, event }) => (event.type === 'navigation.arrived' ? event.path : context.path),
    }),
    /** Set when the page is requested; the page itself may still be loading. */
    headThere: assign({
      path: ({ context, event }) => (event.type === 'navigation.go' ? event.path : context.path),
    }),
    notifyCheckoutLeft: sendToFlow('checkout', { type: 'checkout.left' }),
    go: emit(({ context, event }) => ({
      type: 'navigated' as const,
      path: event.type === 'navigation.go' ? event.path : context.path,
      // Leaving the booking screen ends the booking, so going back must not show its empty screen.
      replaces: context.path === BOOKING_PATH,
    })),
    /** Applies the headcount of the link to the search. */
    searchByLink: sendToFlow('search', ({ event }) => ({
      type: 'search.linked' as const,
      headcount:
        event.type === 'navigation.arrived' ? (headcountInLink(event.path, event.query ?? '') ?? '') : '',
    })),
    /** Removes the headcount from the address, because a reload must not override later changes. */
    clearLink: emit(({ context }) => ({ type: 'navigated' as const, path: context.path, replaces: true })),
  },
}).createMachine({
  id: 'navigation',
  context: { path: '' },
  type: 'parallel',
  states: {
    /** The page that is shown or requested. A visitor on any other page has left the checkout. */
    page: {
      on: {
        'navigation.go': { guard: not('isThere'), actions: ['go', 'headThere'] },
        'navigation.arrived': [
          { guard: 'isElsewhere', actions: ['rememberPath', 'notifyCheckoutLeft'] },
          { actions: 'rememberPath' },
        ],
      },
    },
    /** A link of the site may contain a headcount. */
    link: {
      on: { 'navigation.arrived': { guard: 'hasHeadcount', actions: ['searchByLink', 'clearLink'] } },
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

export const navigationFlow = defineFlow({ id: 'navigation', machine: navigationMachine, needs: [] });
