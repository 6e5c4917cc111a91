import { z } from 'zod';
import { CURRENCY } from '../../domain/money/pricing.ts';
import { MIN_SERIES_DATES, MAX_SERIES_DATES } from '../../domain/bookings/series.ts';
import { alternatives } from './booking.ts';
import { bookingTimes, checkContiguous } from './bookingTimes.ts';
import { visitFields } from './visit.ts';
import { count, policyFrom, rupeesInPaise } from '../values.ts';

/**
 * GET series: the room and times of every date, the first date, the number of weeks between two dates, and the number of dates.
 */
export const seriesQuery = z
  .object({
    ...bookingTimes,
    every: z
      .union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')])
      .transform((weeks) => (Number(weeks) === 2 ? 2 : 1)),
    count: count.refine(
      (dates) => dates >= MIN_SERIES_DATES && dates <= MAX_SERIES_DATES,
      `must be from ${MIN_SERIES_DATES} to ${MAX_SERIES_DATES}`,
    ),
  })
  .superRefine(checkContiguous);
export type SeriesQuery = z.output<typeof seriesQuery>;

/**
 * A date of a series before it is booked. 'free': all of its times can be booked; 'taken': some cannot, and `alternatives` can
 * be booked instead; 'closed': the room is closed at that time; 'outside': it is after the booking window.
 */
const seriesDatePreview = z.object({
  bdate: z.string(),
  state: z.enum(['free', 'taken', 'closed', 'outside']),
  alternatives: alternatives.optional(),
});
export type SeriesDatePreview = z.infer<typeof seriesDatePreview>;

/** GET series: its dates in order of time. */
export const seriesResponse = z.object({ data: z.array(seriesDatePreview) });

/** A date of a series. It may have another room or other times than the other dates. */
const seriesDate = z.object(bookingTimes).superRefine(checkContiguous);

const seriesFields = {
  uid: z.string().min(1).max(64),
  policy_from: policyFrom,
  ...visitFields,
  dates: z
    .array(seriesDate)
    .min(MIN_SERIES_DATES, `must be at least ${MIN_SERIES_DATES}`)
    .max(MAX_SERIES_DATES, `must be at most ${MAX_SERIES_DATES}`),
};

/** POST book series (with points): books all of its dates or none. */
export const bookSeriesRequest = z.object(seriesFields);
export type BookSeriesRequest = z.output<typeof bookSeriesRequest>;

/** POST book series: its bookings in order of time. A repeated call returns the same. */
export const bookSeriesResponse = z.object({ data: z.object({ booking_ids: z.array(z.string()) }) });

/**
 * POST create series payment: `amount` is the price of all dates together, in rupees. The response is that of a single booking.
 * In the calls about its payment (complete, release and status) its `booking_id` identifies the whole series.
 */
export const createSeriesPaymentRequest = z.object({
  ...seriesFields,
  amount: rupeesInPaise,
  currency: z.literal(CURRENCY),
});
export type CreateSeriesPaymentRequest = z.output<typeof createSeriesPaymentRequest>;
