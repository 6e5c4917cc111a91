import { fromPromise } from 'xstate';
import type { BookingTaxDocuments } from '../invoices/exports.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import type { BookingDetails } from './booking.ts';
import { cancellationFlow } from './cancellation.ts';
import type { Clock } from '../engine/clock.ts';
import { downloadFlow } from '../engine/download.ts';
import { defineFlow } from '../engine/flow.ts';
import { pendingMoveFlow } from './pendingMove.ts';
import { resourceMachine } from '../engine/resource/resource.ts';

/**
 * 'over': its time has passed. 'unpaid': its slots are held. 'not-booked': its payment arrived after the
 * slots were taken.
 */
export type BookingSituation = 'booked' | 'over' | 'unpaid' | 'cancelled' | 'not-booked';

export interface UserBooking {
  readonly details: BookingDetails;
  readonly situation: BookingSituation;
  /** As of the last load. The server checks each move. */
  readonly canMove: boolean;
  /** The booking changes without the user: it or its move waits for a payment, or a refund is not processed yet. */
  readonly isChanging: boolean;
}

/** `now` is in milliseconds since 1970, UTC. */
export function situationOf({ state, bookingDate, range }: BookingDetails, now: number): BookingSituation {
  if (state === 'confirmed') return instantOf(bookingDate, range.end) <= now ? 'over' : 'booked';
  return situationsByState[state];
}

const situationsByState = {
  pending: 'unpaid',
  cancelled: 'cancelled',
  refundDue: 'not-booked',
  refunded: 'not-booked',
} as const;

/** One of the signed-in user's bookings. The key is its id. */
const bookingMachine = resourceMachine<UserBooking>('booking', ({ isChanging }) => isChanging);

interface Needs {
  readonly booking: { details(bookingId: string, signal: AbortSignal): Promise<BookingDetails> };
  readonly clock: Clock;
}

export const bookingFlow = defineFlow({
  id: 'booking',
  machine: bookingMachine,
  whenSessionEnds: 'cleared',
  shows: ['bookings'],
  needs: ['booking', 'clock'],
  provide: (machine, { booking, clock }: Needs) =>
    machine.provide({
      actors: {
        load: fromPromise(async ({ input, signal }) => {
          const details = await booking.details(input.key, signal);
          const { state, movableUntil, pendingMove, refunds } = details;
          const now = clock.now();
          return {
            details,
            situation: situationOf(details, now),
            canMove: movableUntil !== null && Date.parse(movableUntil) >= now,
            isChanging:
              state === 'pending' ||
              pendingMove !== undefined ||
              refunds?.some((refund) => refund.status !== 'processed') === true,
          };
        }),
      },
    }),
});

/** The invoices and credit notes of a booking. The key is its id. A due tax document gets its number within a minute. */
const taxDocumentsMachine = resourceMachine<BookingTaxDocuments>(
  'taxDocuments',
  ({ status }) => status === 'being-issued',
);

interface TaxDocumentsNeeds {
  readonly taxDocuments: { ofBooking(bookingId: string, signal: AbortSignal): Promise<BookingTaxDocuments> };
}

const taxDocumentsFlow = defineFlow({
  id: 'taxDocuments',
  machine: taxDocumentsMachine,
  whenSessionEnds: 'cleared',
  shows: ['invoices'],
  needs: ['taxDocuments'],
  provide: (machine, { taxDocuments }: TaxDocumentsNeeds) =>
    machine.provide({
      actors: { load: fromPromise(({ input, signal }) => taxDocuments.ofBooking(input.key, signal)) },
    }),
});

export const bookingPageFlows = [
  bookingFlow,
  taxDocumentsFlow,
  cancellationFlow,
  downloadFlow,
  pendingMoveFlow,
] as const;
