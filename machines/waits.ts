import { assertEvent, assign, fromPromise, setup } from 'xstate';
import type { WaitlistEntry } from '../contract/waitlist.ts';
import { parseSlotTime } from '../domain/slots.ts';
import { bookingFlows } from './bookingFlows.ts';
import { type Failure, failureOf } from './failure.ts';
import { defineFlow } from './flow.ts';
import { BOOKING_PATH } from './navigation.ts';
import { sendToFlow, toast } from './system.ts';

export type WaitsEvent =
  /** A page shows what the user waits for. */
  | { type: 'waits.shown' }
  | { type: 'waits.hidden' }
  | { type: 'waits.retried' }
  | { type: 'waits.leavePressed'; id: string }
  /** The times are free, or held for the user. */
  | { type: 'waits.bookPressed'; entry: WaitlistEntry };

interface WaitsContext {
  entries: readonly WaitlistEntry[];
  /** Why they could not be loaded or left. */
  failure: Failure | null;
  /** The entry that is being left; null for all others. */
  leavingId: string | null;
}

/** How often the list is loaded again while it is shown, in milliseconds: an offer comes and ends by itself. */
const REFRESH_MS = 30_000;

/**
 * What somebody waits for, with the ways to book it and to leave: the list of the signed-in user, or the one entry that the
 * link of a letter names.
 */
export const waitsMachine = setup({
  types: { context: {} as WaitsContext, events: {} as WaitsEvent, tags: {} as 'busy' },
  actors: {
    load: fromPromise<readonly WaitlistEntry[]>(() => Promise.reject(new Error('load is not provided'))),
    leave: fromPromise<void, { id: string }>(() => Promise.reject(new Error('leave is not provided'))),
  },
  delays: { refreshInterval: REFRESH_MS },
  guards: {
    /** The link of a letter: nothing is waited for by it any more. */
    isOver: ({ event }) => 'error' in event && failureOf(event.error).code === 'link-over',
  },
  actions: {
    setLeavingId: assign({
      leavingId: ({ context, event }) => (event.type === 'waits.leavePressed' ? event.id : context.leavingId),
    }),
    clear: assign({ entries: [], failure: null, leavingId: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign({ failure: ({ event }) => failureOf('error' in event ? event.error : null) }),
    showLeftToast: sendToFlow('notifier', toast('success', 'You are off the waiting list.')),
    startCheckout: sendToFlow('checkout', ({ event }) => {
      assertEvent(event, 'waits.bookPressed');
      const { meeting_room: room, booking_date: date, start_time, end_time } = event.entry;
      return {
        type: 'checkout.started' as const,
        selection: {
          room,
          date,
          range: { start: parseSlotTime(start_time) ?? 0, end: (parseSlotTime(end_time) ?? 0) + 1 },
        },
      };
    }),
    openBookingScreen: sendToFlow('navigation', { type: 'navigation.go', path: BOOKING_PATH }),
  },
}).createMachine({
  id: 'waits',
  context: { entries: [], failure: null, leavingId: null },
  initial: 'hidden',
  on: { 'waits.hidden': { target: '.hidden', actions: 'clear' } },
  states: {
    hidden: { on: { 'waits.shown': 'loading' } },
    loading: {
      description: 'What was loaded before stays in view',
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'listed',
          actions: assign({ entries: ({ event }) => event.output, failure: null, leavingId: null }),
        },
        onError: [
          { guard: 'isOver', target: 'over', actions: 'clear' },
          { target: 'failed', actions: 'setFailure' },
        ],
      },
    },
    failed: { on: { 'waits.retried': { target: 'loading', actions: 'clearFailure' } } },
    listed: {
      after: { refreshInterval: 'loading' },
      on: {
        'waits.leavePressed': { target: 'leaving', actions: ['setLeavingId', 'clearFailure'] },
        'waits.bookPressed': { actions: ['startCheckout', 'openBookingScreen'] },
      },
    },
    leaving: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context }) => ({ id: context.leavingId ?? '' }),
        onDone: { target: 'loading', actions: 'showLeftToast' },
        onError: [
          { guard: 'isOver', target: 'over', actions: 'clear' },
          { target: 'listed', actions: ['setFailure', assign({ leavingId: null })] },
        ],
      },
    },
    over: {
      description: 'The link of a letter does not lead to anything any more: left, booked, or too late',
    },
  },
});

interface Needs {
  readonly waits: {
    /** What the signed-in user waits for. */
    list(signal: AbortSignal): Promise<readonly WaitlistEntry[]>;
    leave(id: string): Promise<void>;
    /** The entry of the link that the page was opened by. */
    listByLink(signal: AbortSignal): Promise<readonly WaitlistEntry[]>;
    leaveByLink(): Promise<void>;
  };
}

const waitsFlow = defineFlow({
  id: 'waits',
  machine: waitsMachine,
  needs: ['waits'],
  provide: (machine, { waits }: Needs) =>
    machine.provide({
      actors: {
        load: fromPromise(({ signal }) => waits.list(signal)),
        leave: fromPromise(({ input }) => waits.leave(input.id)),
      },
    }),
});

const waitLinkFlow = defineFlow({
  id: 'waitLink',
  machine: waitsMachine,
  needs: ['waits'],
  provide: (machine, { waits }: Needs) =>
    machine.provide({
      actors: {
        load: fromPromise(({ signal }) => waits.listByLink(signal)),
        leave: fromPromise(() => waits.leaveByLink()),
      },
    }),
});

/** The flows of what one waits for, and of booking it. */
export const waitsFlows = [...bookingFlows, waitsFlow, waitLinkFlow] as const;
