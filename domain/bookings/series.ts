import { addDays } from '../time/calendar.ts';

export const MIN_SERIES_DATES = 2;
export const MAX_SERIES_DATES = 12;

/** In weeks. */
export type SeriesInterval = 1 | 2;

/** The dates of a series from its first date on (IST dates), including those that cannot be booked. */
export const seriesDates = (first: string, every: SeriesInterval, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index * every * 7));
