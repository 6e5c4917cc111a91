import { assign, fromPromise, setup } from 'xstate';
import type { Room } from '../../domain/rooms/room.ts';
import { CITIES } from '../../domain/rooms/city.ts';
import { failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import type { BookingSelection, ReleaseResult } from './events.ts';
import { heldSelection } from './heldSelection.ts';
import type { BookingPages } from '../bookings/exports.ts';
import { BOOKING_PATH } from '../engine/navigation.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

type UnpaidBookingEvent =
  | { type: 'unpaidBooking.payPressed'; bookingId: string }
  | { type: 'unpaidBooking.givenUp'; bookingId: string };

/**
 * An interrupted payment of a held booking: it is paid now, in the checkout, or given up, which releases the room. The server
 * checks the payment with the provider before it releases anything (decision 0004).
 */
export const unpaidBookingMachine = setup({
  types: {
    context: {} as { bookingId: string },
    events: {} as UnpaidBookingEvent,
    tags: {} as 'busy',
  },
  actors: {
    findSelection: fromPromise<BookingSelection | null, { bookingId: string }>(() =>
      Promise.reject(new Error('findSelection is not provided')),
    ),
    release: retrying(
      fromPromise<ReleaseResult, { bookingId: string }>(() =>
        Promise.reject(new Error('release is not provided')),
      ),
    ),
  },
  guards: {
    isPayable: (_, { selection }: { selection: BookingSelection | null }) => selection !== null,
    wasPaid: (_, { status }: ReleaseResult) => status === 'confirmed',
    isBeingPaid: (_, { status }: ReleaseResult) => status === 'pending',
    wasPaidLate: (_, { error }: { error: unknown }) => failureOf(error).code === 'hold-over',
  },
  actions: {
    setBookingId: assign((_, { bookingId }: { bookingId: string }) => ({ bookingId })),
    startCheckout: sendToFlow('checkout', (_, { selection }: { selection: BookingSelection | null }) => ({
      type: 'checkout.started' as const,
      // The guard isPayable has checked that there is one.
      selection: selection as BookingSelection,
    })),
    confirmCheckout: sendToFlow('checkout', { type: 'checkout.confirmed' }),
    goToCheckout: sendToFlow('navigation', { type: 'navigation.go', path: BOOKING_PATH }),
    goToBookings: sendToFlow('navigation', { type: 'navigation.go', path: '/my-bookings' }),
    announceChange: sendToFlow('root', dataChanged('bookings', 'availability')),
    showEndedToast: sendToFlow(
      'notifier',
      toast('info', 'This payment is no longer open. See My bookings for its result.'),
    ),
    showNotOpenedToast: sendToFlow(
      'notifier',
      toast('error', 'The payment could not be opened. Nothing was charged; please try again.'),
    ),
    showGivenUpToast: sendToFlow(
      'notifier',
      toast('success', 'The room has been released. Nothing was charged.'),
    ),
    showPaidToast: sendToFlow(
      'notifier',
      toast('success', 'It has been paid in the meantime: the room is booked.'),
    ),
    showBeingPaidToast: sendToFlow(
      'notifier',
      toast('info', 'Your bank is completing the payment. The result appears here.'),
    ),
    showPaidLateToast: sendToFlow(
      'notifier',
      toast('info', 'Your payment arrived too late for this booking. It will be refunded.'),
    ),
    showNotReleasedToast: sendToFlow(
      'notifier',
      toast('error', 'The room could not be released. Nothing has changed; please try again.'),
    ),
  },
}).createMachine({
  id: 'unpaidBooking',
  context: { bookingId: '' },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'unpaidBooking.payPressed': {
          target: 'preparing',
          actions: { type: 'setBookingId', params: ({ event }) => event },
        },
        'unpaidBooking.givenUp': {
          target: 'givingUp',
          actions: { type: 'setBookingId', params: ({ event }) => event },
        },
      },
    },
    preparing: {
      description:
        'What is held is selected again, and the checkout continues its payment. A second press is ignored.',
      tags: ['busy'],
      invoke: {
        id: 'findSelection',
        src: 'findSelection',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isPayable', params: ({ event }) => ({ selection: event.output }) },
            target: 'idle',
            actions: [
              { type: 'startCheckout', params: ({ event }) => ({ selection: event.output }) },
              'goToCheckout',
              'confirmCheckout',
            ],
          },
          { target: 'idle', actions: ['showEndedToast', 'announceChange'] },
        ],
        onError: { target: 'idle', actions: 'showNotOpenedToast' },
      },
    },
    givingUp: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'release',
        src: 'release',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'wasPaid', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'showPaidToast',
          },
          {
            guard: { type: 'isBeingPaid', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'showBeingPaidToast',
          },
          { target: 'idle', actions: ['showGivenUpToast', 'goToBookings'] },
        ],
        onError: [
          {
            guard: { type: 'wasPaidLate', params: ({ event }) => event },
            target: 'idle',
            actions: 'showPaidLateToast',
          },
          { target: 'idle', actions: 'showNotReleasedToast' },
        ],
      },
      exit: 'announceChange',
    },
  },
});

interface Needs {
  readonly bookings: {
    loadPages(pages: number, signal: AbortSignal): Promise<BookingPages>;
    releaseHold(bookingId: string, evenIfPending: boolean): Promise<ReleaseResult>;
  };
  readonly rooms: { list(city: string, signal: AbortSignal): Promise<readonly Room[]> };
}

const unpaidBookingFlow = defineFlow({
  id: 'unpaidBooking',
  machine: unpaidBookingMachine,
  whenSessionEnds: 'cleared',
  needs: ['bookings', 'rooms'],
  provide: (machine, { bookings, rooms }: Needs) =>
    machine.provide({
      actors: {
        findSelection: fromPromise(async ({ input, signal }) => {
          // The booking, or a date of its series, may stand behind the first page.
          const [loaded, offeredRooms] = await Promise.all([
            bookings.loadPages(Number.POSITIVE_INFINITY, signal),
            rooms.list(CITIES[0], signal),
          ]);
          return heldSelection(loaded.bookings, offeredRooms, input.bookingId);
        }),
        release: retrying(fromPromise(({ input }) => bookings.releaseHold(input.bookingId, true))),
      },
    }),
});

export const unpaidBookingFlows = [unpaidBookingFlow] as const;
