import { fromPromise } from 'xstate';
import { instantOf } from '../../domain/time/calendar.ts';
import type { Clock } from '../engine/clock.ts';
import { defineFlow } from '../engine/flow.ts';
import { resourceMachine } from '../engine/resource/resource.ts';
import type { Booking } from './booking.ts';

const startOf = ({ bookingDate, range }: Booking): number => instantOf(bookingDate, range.start);
const endOf = ({ bookingDate, range }: Booking): number => instantOf(bookingDate, range.end);

/** Such a booking is listed first, even when its time is over. */
const isRefundDue = ({ refund }: Booking): boolean => refund?.status === 'refundDue';
const isCancelled = ({ state }: Booking): boolean => state === 'cancelled';

const isUpcoming = (booking: Booking, now: number): boolean =>
  isRefundDue(booking) || (!isCancelled(booking) && endOf(booking) > now);
const isCompleted = (booking: Booking, now: number): boolean =>
  !isUpcoming(booking, now) && !isCancelled(booking);

const soonestFirst = (a: Booking, b: Booking): number => startOf(a) - startOf(b);
const latestFirst = (a: Booking, b: Booking): number => startOf(b) - startOf(a);

/** Spec 2. */
export interface MyBookings {
  /** Not over, or with a due refund; the next one first. */
  readonly upcoming: readonly Booking[];
  /** The latest one first. */
  readonly completed: readonly Booking[];
  /** Cancelled by the customer; the latest one first. */
  readonly cancelled: readonly Booking[];
  /** One of them is not paid yet. */
  readonly isPending: boolean;
  /** There are more upcoming bookings than the loaded ones. */
  readonly hasMore: boolean;
}

export interface BookingPages {
  readonly bookings: readonly Booking[];
  readonly hasMore: boolean;
}

/** `now` is in milliseconds since 1970, UTC. */
export const groupBookings = (bookings: readonly Booking[], now: number, hasMore = false): MyBookings => ({
  upcoming: bookings.filter((booking) => isUpcoming(booking, now)).sort(soonestFirst),
  completed: bookings.filter((booking) => isCompleted(booking, now)).sort(latestFirst),
  cancelled: bookings.filter(isCancelled).sort(latestFirst),
  isPending: bookings.some(({ state }) => state === 'pending'),
  hasMore,
});

/** Keeps the order of the list; the dates of a series are together, at the place of the first one. */
export function inSeries(bookings: readonly Booking[]): (readonly [Booking, ...Booking[]])[] {
  const groups = new Map<string, [Booking, ...Booking[]]>();
  for (const booking of bookings) {
    const key = booking.series?.id ?? booking.id;
    const group = groups.get(key);
    if (group) group.push(booking);
    else groups.set(key, [booking]);
  }
  return [...groups.values()];
}

/** The key is the number of loaded pages; '' is one page. */
export const pagesOf = (key: string): number => Math.max(1, Number(key));

export const keyWithMore = (key: string): string => String(pagesOf(key) + 1);

/** The signed-in user's bookings; the key is the number of loaded pages. An unpaid booking changes with its payment or with time. */
const bookingsMachine = resourceMachine<MyBookings>('bookings', ({ isPending }) => isPending);

interface BookingsNeeds {
  readonly bookings: {
    /** The first page has every booking that is listed regardless of its date. */
    loadPages(pages: number, signal: AbortSignal): Promise<BookingPages>;
  };
  readonly clock: Clock;
}

const bookingsFlow = defineFlow({
  id: 'bookings',
  machine: bookingsMachine,
  whenSessionEnds: 'cleared',
  shows: ['bookings'],
  needs: ['bookings', 'clock'],
  provide: (machine, { bookings, clock }: BookingsNeeds) =>
    machine.provide({
      actors: {
        load: fromPromise(async ({ input, signal }) => {
          const loaded = await bookings.loadPages(pagesOf(input.key), signal);
          return groupBookings(loaded.bookings, clock.now(), loaded.hasMore);
        }),
      },
    }),
});

export const myBookingsFlows = [bookingsFlow] as const;
