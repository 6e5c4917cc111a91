import type { Rate } from '../money/rates.ts';

export const MAX_RATES = 20;

type Times = Pick<Rate, 'weekdays' | 'start' | 'end'>;

const overlap = (a: Times, b: Times): boolean =>
  a.start < b.end && b.start < a.end && a.weekdays.some((weekday) => b.weekdays.includes(weekday));

/** The positions of the first two rates that overlap, of which only one could apply; null when none do. */
export function overlappingRates(rates: readonly Times[]): readonly [number, number] | null {
  for (const [second, rate] of rates.entries()) {
    const first = rates.slice(0, second).findIndex((earlier) => overlap(earlier, rate));
    if (first !== -1) return [first, second];
  }
  return null;
}
