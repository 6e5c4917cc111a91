import { addDays } from './calendar.ts';

/** How many dates a series has. */
export const FEWEST_DATES = 2;
export const MOST_DATES = 12;

/** How many weeks are between two dates of a series. */
export type SeriesRhythm = 1 | 2;

/** The dates of a series from its first one on, whether they can be booked or not. IST dates. */
export const seriesDates = (first: string, every: SeriesRhythm, count: number): string[] =>
  Array.from({ length: count }, (_, nth) => addDays(first, nth * every * 7));
