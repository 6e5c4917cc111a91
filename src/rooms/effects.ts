import type { Alternatives as ApiAlternatives } from '../../contract/bookings/booking.ts';
import type { RatedTimes, RoomRate } from '../../contract/rooms/rates.ts';
import type { Room as ApiRoom } from '../../contract/rooms/rooms.ts';
import type { Alternatives } from '../../domain/bookings/alternatives.ts';
import { paiseOf } from '../../domain/money/pricing.ts';
import type { Rate, RatedRange } from '../../domain/money/rates.ts';
import type { Room } from '../../domain/rooms/room.ts';
import { camelCased } from '../../domain/text/camelCased.ts';
import { openRangeOf } from '../../domain/time/openingHours.ts';
import { ranged } from '../../domain/time/apiTimes.ts';
import { parseBookingTimes, MINUTES_PER_SLOT } from '../../domain/time/slots.ts';

export function ratedRangeOf(sent: RatedTimes): RatedRange {
  const { range, pricePerHour } = ranged(sent);
  return { ...range, pricePerHour: paiseOf(pricePerHour) };
}

export const rateOf = ({ weekdays, ...rate }: RoomRate): Rate => ({ weekdays, ...ratedRangeOf(rate) });

/** The price in paise, the opening hours as slot ranges, lengths in slots. */
export const roomOf = ({
  price_per_hour,
  rates,
  opening_hours,
  min_minutes,
  max_minutes,
  buffer_minutes,
  ...room
}: ApiRoom): Room => ({
  ...camelCased(room),
  pricePerHour: paiseOf(price_per_hour),
  ...(rates && { rates: rates.map(rateOf) }),
  ...(min_minutes !== undefined && { minSlots: min_minutes / MINUTES_PER_SLOT }),
  ...(max_minutes !== undefined && { maxSlots: max_minutes / MINUTES_PER_SLOT }),
  ...(buffer_minutes !== undefined && { bufferSlots: buffer_minutes / MINUTES_PER_SLOT }),
  ...(opening_hours && { openingHours: opening_hours.map((times) => times && openRangeOf(times)) }),
});

/** Times that are no slot range are left out. */
export const alternativesOf = ({ times, rooms }: ApiAlternatives): Alternatives => ({
  times: times.flatMap((text) => parseBookingTimes(text) ?? []),
  rooms: rooms.map(roomOf),
});
