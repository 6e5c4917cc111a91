import { z } from 'zod';
import { CURRENCY } from '../domain/pricing.ts';
import { MIN_SERIES_DATES, MAX_SERIES_DATES } from '../domain/series.ts';
import { parseBookingTimes, type BookingTimes } from '../domain/slots.ts';
import { alternatives } from './booking.ts';
import { calendarDate, count, policyFrom, rowId, rupeesInPaise, slotBoundary } from './values.ts';

const times = { stime: slotBoundary, etime: slotBoundary, ctime: slotBoundary };

function checkTimes(body: BookingTimes, context: z.RefinementCtx): void {
  if (parseBookingTimes(body) !== null) return;
  context.addIssue({
    code: 'custom',
    path: ['ctime'],
    message: 'stime, etime and ctime must be first start, last start and end of adjacent slots',
  });
}

/**
 * GET series at a glance: the room and times of every date, the first date, how many weeks are between two dates, and how
 * many dates there are.
 */
export const seriesQuery = z
  .object({
    mid: rowId,
    bdate: calendarDate,
    ...times,
    every: z
      .union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')])
      .transform((weeks) => (Number(weeks) === 2 ? 2 : 1)),
    count: count.refine(
      (dates) => dates >= MIN_SERIES_DATES && dates <= MAX_SERIES_DATES,
      `must be from ${MIN_SERIES_DATES} to ${MAX_SERIES_DATES}`,
    ),
  })
  .superRefine(checkTimes);
export type SeriesQuery = z.output<typeof seriesQuery>;

/**
 * A date of a series at a glance. 'free': all of its times can be booked; 'taken': some of them cannot, and `alternatives`
 * says what can; 'closed': the room is closed then; 'outside': after the last date that can be booked.
 */
const seriesDatePreview = z.object({
  bdate: z.string(),
  state: z.enum(['free', 'taken', 'closed', 'outside']),
  alternatives: alternatives.optional(),
});
export type SeriesDatePreview = z.infer<typeof seriesDatePreview>;

/** GET series at a glance: its dates in order of time. */
export const seriesResponse = z.object({ data: z.array(seriesDatePreview) });

/** A date of a series: it may have another room or other times than the others. */
const seriesDate = z.object({ mid: rowId, bdate: calendarDate, ...times }).superRefine(checkTimes);

const seriesFields = {
  uid: z.string().min(1).max(64),
  policy_from: policyFrom,
  dates: z
    .array(seriesDate)
    .min(MIN_SERIES_DATES, `must be at least ${MIN_SERIES_DATES}`)
    .max(MAX_SERIES_DATES, `must be at most ${MAX_SERIES_DATES}`),
};

/** POST book series (points): all of its dates or none. */
export const bookSeriesRequest = z.object(seriesFields);
export type BookSeriesRequest = z.output<typeof bookSeriesRequest>;

/** POST book series: its bookings in order of time. A repeated call returns the same. */
export const bookSeriesResponse = z.object({ data: z.object({ booking_ids: z.array(z.string()) }) });

/**
 * POST create series payment: `amount` in rupees is the price of all dates together. The response is that of a single
 * booking; its `booking_id` names the whole series in the calls about its payment: complete, release and status.
 */
export const createSeriesPaymentRequest = z.object({
  ...seriesFields,
  amount: rupeesInPaise,
  currency: z.literal(CURRENCY),
});
export type CreateSeriesPaymentRequest = z.output<typeof createSeriesPaymentRequest>;
