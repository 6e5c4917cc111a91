import { addDays } from '../time/calendar.ts';

/** The number of dates of a series. */
export const MIN_SERIES_DATES = 2;
export const MAX_SERIES_DATES = 12;

/** The number of weeks between two dates of a series. */
export type SeriesInterval = 1 | 2;

/** The dates of a series from its first date on (IST dates), including those that cannot be booked. */
export const seriesDates = (first: string, every: SeriesInterval, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index * every * 7));
