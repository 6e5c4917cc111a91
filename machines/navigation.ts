import { assign, emit, sendTo, setup } from 'xstate';
import { to } from './system.ts';

export const BOOKING_PATH = '/meeting-room/booking';

export type NavigationEvent =
  /** Another actor wants the visitor on another page of the site. */
  | { type: 'navigation.go'; path: string }
  /** The address has changed, by whatever cause. */
  | { type: 'navigation.arrived'; path: string }
  | { type: 'menu.opened' }
  | { type: 'menu.closed' };

/** Where the visitor is, and whether the side menu lies over it; the one way by which machines change the page. */
export const navigationMachine = setup({
  types: {
    context: {} as { path: string },
    events: {} as NavigationEvent,
    emitted: {} as { type: 'navigated'; path: string; replaces: boolean },
    tags: {} as 'locksScroll',
  },
  guards: {
    isElsewhere: ({ event }) => event.type === 'navigation.arrived' && event.path !== BOOKING_PATH,
  },
  actions: {
    rememberPath: assign({
      path: ({ context, event }) => (event.type === 'navigation.arrived' ? event.path : context.path),
    }),
    tellCheckoutLeft: sendTo(to('checkout'), { type: 'checkout.left' }),
    go: emit(({ context, event }) => ({
      type: 'navigated' as const,
      path: event.type === 'navigation.go' ? event.path : context.path,
      // What leads away from the booking screen has ended the booking: going back must not lead to its empty screen.
      replaces: context.path === BOOKING_PATH,
    })),
  },
}).createMachine({
  id: 'navigation',
  context: { path: '/' },
  initial: 'browsing',
  on: {
    'navigation.go': { target: '.browsing', actions: 'go' },
    'navigation.arrived': [
      { guard: 'isElsewhere', target: '.browsing', actions: ['rememberPath', 'tellCheckoutLeft'] },
      { target: '.browsing', actions: 'rememberPath' },
    ],
  },
  states: {
    browsing: { on: { 'menu.opened': 'menuOpen' } },
    menuOpen: { tags: ['locksScroll'], on: { 'menu.closed': 'browsing' } },
  },
});
