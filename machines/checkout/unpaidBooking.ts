import { assertEvent, assign, fromPromise, setup } from 'xstate';
import type { Room } from '../../contract/rooms/rooms.ts';
import { CITIES } from '../../domain/text/validation.ts';
import { bookingFlows } from './bookingFlows.ts';
import { failureOf } from '../engine/failure.ts';
import { defineFlow } from '../engine/flow.ts';
import type { BookingSelection, ReleaseResult } from './events.ts';
import { heldSelection } from './heldSelection.ts';
import type { BookingPages } from '../bookings/myBookings.ts';
import { BOOKING_PATH } from '../engine/navigation.ts';
import { retrying } from '../engine/retry.ts';
import { sendToFlow, toast } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

type UnpaidBookingEvent =
  | { type: 'unpaidBooking.payPressed'; bookingId: string }
  | { type: 'unpaidBooking.givenUp'; bookingId: string };

const hasStatus = (status: ReleaseResult['status'], event: object): boolean =>
  'output' in event && (event.output as ReleaseResult).status === status;

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
    isPayable: ({ event }) => 'output' in event && event.output !== null,
    wasPaid: ({ event }) => hasStatus('confirmed', event),
    isBeingPaid: ({ event }) => hasStatus('pending', event),
    wasPaidLate: ({ event }) => 'error' in event && failureOf(event.error).code === 'hold-over',
  },
  actions: {
    setBookingId: assign(({ event }) => {
      assertEvent(event, ['unpaidBooking.payPressed', 'unpaidBooking.givenUp']);
      return { bookingId: event.bookingId };
    }),
    startCheckout: sendToFlow('checkout', ({ event }) => ({
      type: 'checkout.started' as const,
      selection: (event as unknown as { output: BookingSelection }).output,
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
        'unpaidBooking.payPressed': { target: 'preparing', actions: 'setBookingId' },
        'unpaidBooking.givenUp': { target: 'givingUp', actions: 'setBookingId' },
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
            guard: 'isPayable',
            target: 'idle',
            actions: ['startCheckout', 'goToCheckout', 'confirmCheckout'],
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
          { guard: 'wasPaid', target: 'idle', actions: 'showPaidToast' },
          { guard: 'isBeingPaid', target: 'idle', actions: 'showBeingPaidToast' },
          { target: 'idle', actions: ['showGivenUpToast', 'goToBookings'] },
        ],
        onError: [
          { guard: 'wasPaidLate', target: 'idle', actions: 'showPaidLateToast' },
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

/** The flows that pay for a held booking, or release it. */
export const unpaidBookingFlows = [...bookingFlows, unpaidBookingFlow] as const;
