import { fromPromise } from 'xstate';
import type { Booking } from '../contract/booking.ts';
import { instantOf } from '../domain/calendar.ts';
import { parseSlotTime, type SlotRange } from '../domain/slots.ts';
import type { Clock } from './clock.ts';
import { defineFlow } from './flow.ts';
import { resourceMachine } from './resource.ts';

type BookedTimes = Pick<Booking, 'start_time' | 'end_time'>;

/** The slot range of a booking: its `end_time` is the start of the last slot, which is included (spec 9). */
export const bookedRange = ({ start_time, end_time }: BookedTimes): SlotRange => ({
  start: parseSlotTime(start_time) ?? 0,
  end: (parseSlotTime(end_time) ?? 0) + 1,
});

const startOf = (booking: Booking): number => instantOf(booking.booking_date, bookedRange(booking).start);
const endOf = (booking: Booking): number => instantOf(booking.booking_date, bookedRange(booking).end);

/** A booking is over when its time is, but not while its payment is being refunded: the payer sees that first. */
const isOver = (booking: Booking, now: number): boolean =>
  endOf(booking) <= now && booking.refund?.status !== 'refund_due';

/** The bookings of My bookings (spec 2). */
export interface MyBookings {
  /** Those that are not over, the next one first. */
  readonly upcoming: readonly Booking[];
  /** Those that are over, the latest one first. */
  readonly completed: readonly Booking[];
  /** One of them is not paid yet. */
  readonly isPending: boolean;
}

/** Parts bookings by whether they are over at an instant (milliseconds since 1970, UTC). */
export const partBookings = (bookings: readonly Booking[], now: number): MyBookings => ({
  upcoming: bookings.filter((booking) => !isOver(booking, now)).sort((a, b) => startOf(a) - startOf(b)),
  completed: bookings.filter((booking) => isOver(booking, now)).sort((a, b) => startOf(b) - startOf(a)),
  isPending: bookings.some(({ status }) => status === 'pending'),
});

/** The signed-in user's bookings. An unpaid one changes with its payment or with time. */
const bookingsMachine = resourceMachine<MyBookings>('bookings', ({ isPending }) => isPending);

interface BookingsNeeds {
  readonly bookings: { mine(signal: AbortSignal): Promise<readonly Booking[]> };
  readonly clock: Clock;
}

const bookingsFlow = defineFlow({
  id: 'bookings',
  machine: bookingsMachine,
  needs: ['bookings', 'clock'],
  provide: (machine, { bookings, clock }: BookingsNeeds) =>
    machine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => partBookings(await bookings.mine(signal), clock.now())),
      },
    }),
});

/** The flows of My bookings. */
export const myBookingsFlows = [bookingsFlow] as const;
