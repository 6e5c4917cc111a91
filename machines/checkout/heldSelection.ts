import type { Room } from '../../domain/rooms/room.ts';
import { addDays, weekdayOf } from '../../domain/time/calendar.ts';
import { pricePerHourOf } from '../../domain/money/pricing.ts';
import type { Tariff } from '../../domain/money/rates.ts';
import { slotCount } from '../../domain/time/slots.ts';
import type { BookingSelection, SeriesDate } from './events.ts';
import type { Booking } from '../bookings/exports.ts';

/** At the price of the hold. Throws when the room can no longer be booked. */
function dateOf(booking: Booking, rooms: readonly Room[]): SeriesDate {
  const room = rooms.find(({ id }) => id === booking.meetingRoom.id);
  if (!room) throw new Error('the room of a held booking is not offered any more');
  const { bookingDate: date, range, rates } = booking;
  const { rates: _current, pricePerHour, ...others } = room;
  const held: Tariff = rates
    ? { pricePerHour, rates: rates.map((rate) => ({ ...rate, weekdays: [weekdayOf(date)] })) }
    : { pricePerHour: pricePerHourOf(booking.amount.amount, slotCount(range)) };
  return { room: { ...others, ...held }, date, range };
}

/**
 * With all dates of the booking's series. Null when the booking no longer waits for a payment, or waits for
 * that of a link. `bookings`: the user's bookings in order of time.
 */
export function heldSelection(
  bookings: readonly Booking[],
  rooms: readonly Room[],
  bookingId: string,
): BookingSelection | null {
  const isPayable = ({ unpaid }: Booking) => unpaid !== undefined && !unpaid.byLink;
  const booking = bookings.find((each) => each.id === bookingId && isPayable(each));
  if (!booking) return null;
  const { series } = booking;
  if (!series) return { ...dateOf(booking, rooms), paysByCard: true };
  const [first, ...others] = bookings
    .filter((each) => each.series?.id === series.id && isPayable(each))
    .map((each) => dateOf(each, rooms)) as [SeriesDate, ...SeriesDate[]];
  const every = others[0] && others[0].date === addDays(first.date, 14) ? 2 : 1;
  return { ...first, paysByCard: true, series: { every, dates: [first, ...others] } };
}
