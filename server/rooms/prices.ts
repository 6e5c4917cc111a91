import { sql } from 'kysely';
import type { RatedTimes, RoomRate } from '../../contract/rooms/rates.ts';
import { pricePerHourOf, rupeesAmount } from '../../domain/money/pricing.ts';
import {
  priceOfTimes,
  type Rate,
  type RatedRange,
  ratedRanges,
  slotPricesOf,
  type Tariff,
  unequalPrices,
} from '../../domain/money/rates.ts';
import { type SlotRange, slotTime } from '../../domain/time/slots.ts';
import { ApiError } from '../platform/http/apiError.ts';

/**
 * The price per hour of `room` on a day (IST date), in paise: the latest price that has begun, else that of the room's row
 * (decision 0068). The price depends only on the day, so all servers change it at midnight without a job.
 */
export const priceOn = (day: string) => sql<number>`coalesce((
  select room_price.price_per_hour_paise from room_price
  where room_price.room_id = room.id and room_price.from_day <= ${day}::date
  order by room_price.from_day desc limit 1
), room.price_per_hour_paise)`;

/** The rates of `room` on a day (IST date): the latest ones that have begun, or none. */
export const ratesOn = (day: string) => sql<readonly Rate[]>`coalesce((
  select room_rates.rates from room_rates
  where room_rates.room_id = room.id and room_rates.from_day <= ${day}::date
  order by room_rates.from_day desc limit 1
), '[]'::jsonb)`;

/** The prices of `room` of bookings that are made on a day (IST date). */
export const tariffOn = (day: string) =>
  [priceOn(day).as('price_per_hour_paise'), ratesOn(day).as('rates')] as const;

/** What `tariffOn` selects. */
export interface StoredTariff {
  readonly price_per_hour_paise: number;
  readonly rates: readonly Rate[];
}

export const tariffOf = ({ price_per_hour_paise, rates }: StoredTariff): Tariff => ({
  pricePerHour: price_per_hour_paise,
  rates,
});

/** What a booking of times of a room on a day (IST date) costs by card, as its columns. */
export const pricedColumns = (room: StoredTariff, day: string, range: SlotRange) => ({
  total_paise: priceOfTimes(tariffOf(room), day, range).total,
  slot_prices: unequalPrices(slotPricesOf(tariffOf(room), day, range)),
});

/** The columns of a booking that say what its slots cost. */
interface BookedPrices {
  readonly start_slot: number;
  readonly end_slot: number;
  readonly total_paise: number | null;
  readonly slot_prices: readonly number[] | null;
}

/** The price per hour (paise) of each slot of a booking by card. */
export function bookedSlotPrices({ start_slot, end_slot, total_paise, slot_prices }: BookedPrices) {
  const slots = end_slot - start_slot;
  return slot_prices?.length === slots
    ? slot_prices
    : Array.from({ length: slots }, () => pricePerHourOf(total_paise ?? 0, slots));
}

export const ratedTimesResponse = ({ start, end, pricePerHour }: RatedRange): RatedTimes => ({
  start_time: slotTime(start),
  end_time: slotTime(end),
  price_per_hour: pricePerHour / 100,
});

export const rateResponse = ({ weekdays, ...range }: Rate): RoomRate => ({
  weekdays: [...weekdays],
  ...ratedTimesResponse(range),
});

/** The prices of the times of a booking; nothing when they all cost the same. */
export function bookedRates(booking: BookedPrices): { rates?: RatedTimes[] } {
  const slotPrices = unequalPrices(bookedSlotPrices(booking));
  return slotPrices ? { rates: ratedRanges(booking.start_slot, slotPrices).map(ratedTimesResponse) } : {};
}

/** The prices of a room as the API returns them. */
export const tariffResponse = ({ price_per_hour_paise, rates }: StoredTariff) => ({
  price_per_hour: price_per_hour_paise / 100,
  ...(rates.length > 0 && { rates: rates.map(rateResponse) }),
});

/**
 * Throws 409 'price-changed' when the shown amount differs from the price. The server decides the amount; the client sends
 * the shown one only so that nobody pays a different price. Both are in paise, or hundredths of a point.
 */
export function checkAmount(shown: number, price: number, room: StoredTariff): void {
  if (shown === price) return;
  throw new ApiError('price-changed', 'The price has changed', {
    amount: rupeesAmount(price),
    ...tariffResponse(room),
  });
}
