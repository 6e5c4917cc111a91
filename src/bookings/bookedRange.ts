import type { Booking } from '../../contract/booking.ts';
import { instantOf } from '../../domain/calendar.ts';
import { parseSlotTime, type SlotRange } from '../../domain/slots.ts';

/** The slot range of a booking: its `end_time` is the start of the last slot, which is included (spec 9). */
export const bookedRange = ({ start_time, end_time }: Booking): SlotRange => ({
  start: parseSlotTime(start_time) ?? 0,
  end: (parseSlotTime(end_time) ?? 0) + 1,
});

const startOf = (booking: Booking): number => instantOf(booking.booking_date, bookedRange(booking).start);
const endOf = (booking: Booking): number => instantOf(booking.booking_date, bookedRange(booking).end);

/** A booking is over when its time is and no refund of it is on the way: nobody's money disappears without a word. */
const isOver = (booking: Booking, now: number): boolean =>
  endOf(booking) <= now && booking.refund?.status !== 'refund_due';

/** Bookings that are not over at an instant, the next one first. */
export const upcoming = (bookings: readonly Booking[], now: number): Booking[] =>
  bookings.filter((booking) => !isOver(booking, now)).sort((a, b) => startOf(a) - startOf(b));

/** Bookings that are over at an instant, the latest one first. */
export const completed = (bookings: readonly Booking[], now: number): Booking[] =>
  bookings.filter((booking) => isOver(booking, now)).sort((a, b) => startOf(b) - startOf(a));
