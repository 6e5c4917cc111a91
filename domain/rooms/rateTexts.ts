import {
  pricesPerHourOf,
  type Rate,
  type RatedRange,
  slotPricesOf,
  type SoldTariff,
  type Tariff,
} from '../money/rates.ts';
import { rupees } from '../money/pricing.ts';
import { weekdayName } from '../time/calendar.ts';
import { rangeText } from '../time/ranges.ts';
import { type SlotRange, SLOTS_PER_DAY } from '../time/slots.ts';

export const perHourText = (paise: number): string => `${rupees(paise)} / hr`;

/** From this many adjacent weekdays on, only the first and the last one are named. */
const MIN_RUN = 3;

/** 'Every day', 'Monday to Friday', 'Saturday and Sunday', 'Monday to Wednesday, Friday and Sunday'. */
export function weekdaysText(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'Every day';
  const sorted = weekdays.toSorted((a, b) => a - b);
  const names: string[] = [];
  for (let nth = 0; nth < sorted.length;) {
    const first = sorted[nth] ?? 0;
    let run = 1;
    while (sorted[nth + run] === first + run) run += 1;
    if (run < MIN_RUN) run = 1;
    names.push(run === 1 ? weekdayName(first) : `${weekdayName(first)} to ${weekdayName(first + run - 1)}`);
    nth += run;
  }
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** 'Saturday and Sunday', 'Monday to Friday, 6:00 PM–12:00 AM'. */
export const rateTimesText = ({ weekdays, start, end }: Omit<Rate, 'pricePerHour'>): string =>
  start === 0 && end === SLOTS_PER_DAY
    ? weekdaysText(weekdays)
    : `${weekdaysText(weekdays)}, ${rangeText({ start, end })}`;

/** 'Saturday and Sunday: ₹350 / hr'. */
export const rateText = (rate: Rate): string => `${rateTimesText(rate)}: ${perHourText(rate.pricePerHour)}`;

/** '6:00–9:00 PM at ₹800 / hr'. */
export const ratedRangeText = (range: RatedRange): string =>
  `${rangeText(range)} at ${perHourText(range.pricePerHour)}`;

/** '₹500 / hr', 'from ₹350 / hr' for several prices. */
const pricesText = (prices: readonly number[]): string =>
  `${new Set(prices).size > 1 ? 'from ' : ''}${perHourText(Math.min(...prices))}`;

/** Of a room at no particular time: '₹500 / hr', 'from ₹350 / hr'. */
export const roomPriceText = (tariff: SoldTariff): string => pricesText(pricesPerHourOf(tariff));

/** Of times of a room on a day (IST date). */
export const timesPriceText = (tariff: Tariff, day: string, range: SlotRange): string =>
  pricesText(slotPricesOf(tariff, day, range));

/**
 * The prices at which a room is sold besides its price per hour: '₹350 at other times', '₹350 to ₹800 at other times'. Null when there
 * are none.
 */
export function otherPricesText(tariff: SoldTariff): string | null {
  const others = pricesPerHourOf(tariff).filter((price) => price !== tariff.pricePerHour);
  if (others.length === 0) return null;
  const shown = others.length > 1 ? [others[0], others.at(-1)] : others;
  return `${shown.map((price) => rupees(price ?? 0)).join(' to ')} at other times`;
}
