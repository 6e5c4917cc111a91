import { addDays } from './calendar.ts';

/** How many dates a series has. */
export const MIN_SERIES_DATES = 2;
export const MAX_SERIES_DATES = 12;

/** How many weeks are between two dates of a series. */
export type SeriesInterval = 1 | 2;

/** The dates of a series from its first one on, whether they can be booked or not. IST dates. */
export const seriesDates = (first: string, every: SeriesInterval, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index * every * 7));
