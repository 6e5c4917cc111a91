import { assign, emit, setup } from 'xstate';
import { headcountInLink } from '../domain/roomsLink.ts';
import { sendToFlow } from './system.ts';
import { defineFlow } from './flow.ts';
import type { NavigationEvent } from './events/navigation.ts';

export const BOOKING_PATH = '/meeting-room/booking';

/** Where the visitor is, and whether the side menu lies over it; the one way by which machines change the page. */
export const navigationMachine = setup({
  types: {
    /** Where the visitor is or is led; empty before the first arrival. */
    context: {} as { path: string },
    events: {} as NavigationEvent,
    emitted: {} as { type: 'navigated'; path: string; replaces: boolean },
    tags: {} as 'locksScroll',
  },
  guards: {
    /** The second press of a double click wants what is on its way already. */
    isThere: ({ context, event }) => event.type === 'navigation.go' && event.path === context.path,
    isElsewhere: ({ event }) => event.type === 'navigation.arrived' && event.path !== BOOKING_PATH,
    hasLink: ({ event }) =>
      event.type === 'navigation.arrived' && headcountInLink(event.path, event.query ?? '') !== null,
  },
  actions: {
    rememberPath: assign({
      path: ({ context, event }) => (event.type === 'navigation.arrived' ? event.path : context.path),
    }),
    /** From the moment it was asked for: the page itself may still be on its way. */
    headThere: assign({
      path: ({ context, event }) => (event.type === 'navigation.go' ? event.path : context.path),
    }),
    notifyCheckoutLeft: sendToFlow('checkout', { type: 'checkout.left' }),
    go: emit(({ context, event }) => ({
      type: 'navigated' as const,
      path: event.type === 'navigation.go' ? event.path : context.path,
      // What leads away from the booking screen has ended the booking: going back must not lead to its empty screen.
      replaces: context.path === BOOKING_PATH,
    })),
    /** What the address asks rooms for goes into the search. */
    searchByLink: sendToFlow('search', ({ event }) => ({
      type: 'search.linked' as const,
      headcount:
        event.type === 'navigation.arrived' ? (headcountInLink(event.path, event.query ?? '') ?? '') : '',
    })),
    /** The search has it now: a reload must not undo what the visitor changes after it. */
    clearLink: emit(({ context }) => ({ type: 'navigated' as const, path: context.path, replaces: true })),
  },
}).createMachine({
  id: 'navigation',
  context: { path: '' },
  initial: 'browsing',
  on: {
    'navigation.go': [
      { guard: 'isThere', target: '.browsing' },
      { target: '.browsing', actions: ['go', 'headThere'] },
    ],
    'navigation.arrived': [
      {
        guard: 'hasLink',
        target: '.browsing',
        actions: ['rememberPath', 'notifyCheckoutLeft', 'searchByLink', 'clearLink'],
      },
      { guard: 'isElsewhere', target: '.browsing', actions: ['rememberPath', 'notifyCheckoutLeft'] },
      { target: '.browsing', actions: 'rememberPath' },
    ],
  },
  states: {
    browsing: { on: { 'menu.opened': 'menuOpen' } },
    menuOpen: { tags: ['locksScroll'], on: { 'menu.closed': 'browsing' } },
  },
});

export const navigationFlow = defineFlow({ id: 'navigation', machine: navigationMachine, needs: [] });
