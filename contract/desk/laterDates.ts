import { z } from 'zod';
import { MAX_SERIES_DATES } from '../../domain/bookings/series.ts';
import { calendarDate } from '../values.ts';

/** The further dates of a booking that repeats at the desk, ascending. */
export const laterDates = z
  .array(calendarDate)
  .max(MAX_SERIES_DATES - 1, `must be at most ${MAX_SERIES_DATES - 1}`)
  .default([]);

export const checkLaterDates = (
  { bdate, later_dates: dates }: { readonly bdate: string; readonly later_dates: readonly string[] },
  context: z.RefinementCtx,
): void => {
  if (dates.every((date, index) => (index === 0 ? bdate : (dates[index - 1] ?? '')) < date)) return;
  context.addIssue({
    code: 'custom',
    path: ['later_dates'],
    message: 'must be in order and after the first date',
  });
};
