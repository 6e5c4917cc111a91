import { weekdayOf } from '../time/calendar.ts';
import { type OpeningHours, WHOLE_DAY } from '../time/openingHours.ts';
import { slotCount, slotsIn, type SlotRange } from '../time/slots.ts';
import { type Price, withTax } from './pricing.ts';

/** A range of slots with one price per hour (paise). */
export interface RatedRange extends SlotRange {
  readonly pricePerHour: number;
}

/** Another price per hour in a range of slots of some weekdays, 0 for Monday to 6 for Sunday. */
export interface Rate extends RatedRange {
  readonly weekdays: readonly number[];
}

/** The prices of a room: its price per hour (paise), which applies to every slot that no rate has. Rates do not overlap. */
export interface Tariff {
  readonly pricePerHour: number;
  /** Missing when there are none. */
  readonly rates?: readonly Rate[] | undefined;
}

/** A tariff, and when the room is open; all day when this is missing. */
export interface SoldTariff extends Tariff {
  readonly openingHours?: OpeningHours | undefined;
}

function pricePerHourOn({ pricePerHour, rates = [] }: Tariff, weekday: number, slot: number): number {
  const rate = rates.find(
    ({ weekdays, start, end }) => weekdays.includes(weekday) && start <= slot && slot < end,
  );
  return rate?.pricePerHour ?? pricePerHour;
}

/** In paise. */
export const pricePerHourAt = (tariff: Tariff, day: string, slot: number): number =>
  pricePerHourOn(tariff, weekdayOf(day), slot);

/** The price per hour of each slot of times on a day (IST date), in paise. */
export const slotPricesOf = (tariff: Tariff, day: string, range: SlotRange): readonly number[] =>
  slotsIn(range).map((slot) => pricePerHourAt(tariff, day, slot));

/** Null when all slots have the same price. */
export const unequalPrices = (slotPrices: readonly number[]): readonly number[] | null =>
  slotPrices.some((price) => price !== slotPrices[0]) ? slotPrices : null;

/** The slots from `start` on, joined where their prices per hour are equal. */
export function ratedRanges(start: number, slotPrices: readonly number[]): readonly RatedRange[] {
  const ranges: RatedRange[] = [];
  for (const [nth, pricePerHour] of slotPrices.entries()) {
    const end = start + nth + 1;
    const last = ranges.at(-1);
    if (last?.pricePerHour === pricePerHour) ranges.splice(-1, 1, { ...last, end });
    else ranges.push({ start: end - 1, end, pricePerHour });
  }
  return ranges;
}

/** The price per hour of each slot of adjacent ranges: the reverse of `ratedRanges`. */
export const slotPricesIn = (ranges: readonly RatedRange[]): readonly number[] =>
  ranges.flatMap((range) => slotsIn(range).map(() => range.pricePerHour));

/** The prices of times on a day (IST date), in order of time; no ranges when the times have no slot of a rate. */
export function rangesWithRates(tariff: Tariff, day: string, range: SlotRange): readonly RatedRange[] {
  const ranges = ratedRanges(range.start, slotPricesOf(tariff, day, range));
  return ranges.some(({ pricePerHour }) => pricePerHour !== tariff.pricePerHour) ? ranges : [];
}

/** Without tax, in paise: half of each slot's price per hour. */
export const subtotalOf = (range: RatedRange): number =>
  Math.round((range.pricePerHour * slotCount(range)) / 2);

/**
 * The price of times of a room on a day (IST date): the sum over their slots, half of each slot's price per hour. The tax is
 * computed once on the sum (ruling 8).
 */
export function priceOfTimes(tariff: Tariff, day: string, ...ranges: readonly SlotRange[]): Price {
  const perHour = ranges.flatMap((range) => slotPricesOf(tariff, day, range));
  return withTax(Math.round(perHour.reduce((sum, price) => sum + price, 0) / 2));
}

const EVERY_DAY: OpeningHours = Array.from({ length: 7 }, () => WHOLE_DAY);

/**
 * All prices per hour at which a room is sold in its opening hours, the lowest first, in paise; its price per hour when it is never
 * open. A price that only applies while the room is closed is none of them.
 */
export function pricesPerHourOf({ openingHours = EVERY_DAY, ...tariff }: SoldTariff): readonly number[] {
  if (!tariff.rates) return [tariff.pricePerHour];
  const sold = openingHours.flatMap((open, weekday) =>
    open === null ? [] : slotsIn(open).map((slot) => pricePerHourOn(tariff, weekday, slot)),
  );
  return sold.length === 0 ? [tariff.pricePerHour] : [...new Set(sold)].sort((a, b) => a - b);
}

export const lowestPricePerHour = (tariff: SoldTariff): number => Math.min(...pricesPerHourOf(tariff));

/** Times for which a room is wanted, on a day (IST date). */
export interface AskedTimes {
  readonly date: string;
  readonly range: SlotRange;
}

/** The price by which rooms are compared, in paise: that of the asked times, or the price per hour. */
export const comparedPrice = (tariff: Tariff, asked: AskedTimes | null): number =>
  asked ? priceOfTimes(tariff, asked.date, asked.range).subtotal : tariff.pricePerHour;
