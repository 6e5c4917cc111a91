import { assign, fromPromise, setup } from 'xstate';
import type { WaitingListEntry } from '../../../contract/bookings/waitingList.ts';
import { parseSlotTime } from '../../../domain/time/slots.ts';
import { bookingFlows } from '../../checkout/bookingFlows.ts';
import { type Failure, failureOf } from '../../engine/failure.ts';
import { defineFlow } from '../../engine/flow.ts';
import { BOOKING_PATH } from '../../engine/navigation.ts';
import { sendToFlow, toast } from '../../engine/system.ts';
import type { DataOutdated } from '../../engine/topics.ts';

export type WaitingListEvent =
  | DataOutdated
  /** The page is visible or online again: a failed list is loaded again. */
  | { type: 'app.resumed' }
  /** A page shows the user's entries. */
  | { type: 'waitingList.shown' }
  | { type: 'waitingList.hidden' }
  | { type: 'waitingList.retried' }
  | { type: 'waitingList.leavePressed'; id: string }
  /** The user books times that are free, or held for the user. */
  | { type: 'waitingList.bookPressed'; entry: WaitingListEntry };

interface WaitingListContext {
  entries: readonly WaitingListEntry[];
  /** Why the entries could not be loaded, or one could not be left. */
  failure: Failure | null;
  /** The id of the entry that the user is leaving; null when there is none. */
  leavingId: string | null;
}

/** How often the shown list is loaded again, in milliseconds, because offers start and end without the user. */
const REFRESH_MS = 30_000;

/**
 * The waiting-list entries of the signed-in user, or the single entry of a link in an email. The user can book the times of an
 * entry, or leave the list.
 */
export const waitingListMachine = setup({
  types: { context: {} as WaitingListContext, events: {} as WaitingListEvent, tags: {} as 'busy' },
  actors: {
    load: fromPromise<readonly WaitingListEntry[]>(() => Promise.reject(new Error('load is not provided'))),
    leave: fromPromise<void, { id: string }>(() => Promise.reject(new Error('leave is not provided'))),
  },
  delays: { refreshInterval: REFRESH_MS },
  guards: {
    /** The entry of the link has ended. */
    isOver: (_, { error }: { error: unknown }) => failureOf(error).code === 'link-over',
  },
  actions: {
    setLeavingId: assign((_, { id }: { id: string }) => ({ leavingId: id })),
    clear: assign({ entries: [], failure: null, leavingId: null }),
    clearFailure: assign({ failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    showLeftToast: sendToFlow('notifier', toast('success', 'You are off the waiting list.')),
    startCheckout: sendToFlow('checkout', (_, { entry }: { entry: WaitingListEntry }) => {
      const { meeting_room: room, booking_date: date, start_time, end_time } = entry;
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
  id: 'waitingList',
  context: { entries: [], failure: null, leavingId: null },
  initial: 'hidden',
  on: { 'waitingList.hidden': { target: '.hidden', actions: 'clear' } },
  states: {
    hidden: { on: { 'waitingList.shown': 'loading' } },
    loading: {
      description: 'The previously loaded entries stay visible',
      tags: ['busy'],
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'listed',
          actions: assign({ entries: ({ event }) => event.output, failure: null, leavingId: null }),
        },
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over', actions: 'clear' },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    failed: {
      on: {
        'waitingList.retried': { target: 'loading', actions: 'clearFailure' },
        'app.resumed': { target: 'loading', actions: 'clearFailure' },
        'data.outdated': { target: 'loading', actions: 'clearFailure' },
      },
    },
    listed: {
      after: { refreshInterval: 'loading' },
      on: {
        'data.outdated': 'loading',
        'waitingList.leavePressed': {
          target: 'leaving',
          actions: [{ type: 'setLeavingId', params: ({ event }) => event }, 'clearFailure'],
        },
        'waitingList.bookPressed': {
          actions: [{ type: 'startCheckout', params: ({ event }) => event }, 'openBookingScreen'],
        },
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
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over', actions: 'clear' },
          {
            target: 'listed',
            actions: [{ type: 'setFailure', params: ({ event }) => event }, assign({ leavingId: null })],
          },
        ],
      },
    },
    over: {
      description: 'The entry of the link has ended: the user has left or booked it, or its time has passed',
    },
  },
});

interface Needs {
  readonly waitingList: {
    list(signal: AbortSignal): Promise<readonly WaitingListEntry[]>;
    leave(id: string): Promise<void>;
    /** The entry of the link that opened the page. */
    listByLink(signal: AbortSignal): Promise<readonly WaitingListEntry[]>;
    leaveByLink(): Promise<void>;
  };
}

const waitingListFlow = defineFlow({
  id: 'waitingList',
  machine: waitingListMachine,
  whenSessionEnds: 'cleared',
  shows: ['waitingList', 'bookings'],
  needs: ['waitingList'],
  provide: (machine, { waitingList }: Needs) =>
    machine.provide({
      actors: {
        load: fromPromise(({ signal }) => waitingList.list(signal)),
        leave: fromPromise(({ input }) => waitingList.leave(input.id)),
      },
    }),
});

const waitingListLinkFlow = defineFlow({
  id: 'waitingListLink',
  machine: waitingListMachine,
  whenSessionEnds: 'cleared',
  shows: ['waitingList', 'bookings'],
  needs: ['waitingList'],
  provide: (machine, { waitingList }: Needs) =>
    machine.provide({
      actors: {
        load: fromPromise(({ signal }) => waitingList.listByLink(signal)),
        leave: fromPromise(() => waitingList.leaveByLink()),
      },
    }),
});

/** The flows of the waiting-list entries, and of booking their times. */
export const waitingListFlows = [...bookingFlows, waitingListFlow, waitingListLinkFlow] as const;
