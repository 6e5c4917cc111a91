import { z } from 'zod';
import { MAX_RATES, overlappingRates } from '../../domain/rooms/roomRates.ts';
import { parseSlotTime, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { roomRate } from '../rooms/rates.ts';
import { calendarDate, count, rowId, slotBoundary } from '../values.ts';
import { pricePerHour } from './pricePerHour.ts';

/** Rates of a room that are not in force yet. */
export const futureRates = z.object({ from_day: z.string(), rates: z.array(roomRate) });

const enteredRate = z
  .object({
    weekdays: z
      .array(z.int().min(0).max(6))
      .min(1, 'must be on a weekday')
      .refine((days) => new Set(days).size === days.length, 'must not name a weekday twice'),
    start_time: slotBoundary,
    end_time: slotBoundary,
    price_per_hour: pricePerHour,
  })
  .transform(({ weekdays, start_time, end_time, price_per_hour }, context) => {
    const start = parseSlotTime(start_time) ?? 0;
    // Midnight at the end of the day.
    const end = parseSlotTime(end_time) || SLOTS_PER_DAY;
    if (start >= end)
      context.addIssue({ code: 'custom', path: ['end_time'], message: 'must end after it begins' });
    return { weekdays: weekdays.toSorted((a, b) => a - b), start, end, pricePerHour: price_per_hour };
  });

/**
 * POST set rates: all rates of a room for bookings that are made from a date on; none with an empty list. `end_time`: '24:00:00' is
 * midnight at the end of the day.
 */
export const setRatesRequest = z.object({
  id: rowId,
  version: count,
  from_day: calendarDate,
  rates: z
    .array(enteredRate)
    .max(MAX_RATES, `must be at most ${MAX_RATES}`)
    .refine((rates) => overlappingRates(rates) === null, 'must not overlap'),
});
export type SetRatesRequest = z.output<typeof setRatesRequest>;

/** POST remove rates: removes rates that are not in force yet. */
export const removeRatesRequest = z.object({ id: rowId, version: count, from_day: calendarDate });
export type RemoveRatesRequest = z.output<typeof removeRatesRequest>;
