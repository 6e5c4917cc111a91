import { z } from 'zod';
import { MINUTES_PER_SLOT, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { CITIES } from '../../domain/rooms/city.ts';
import { calendarDate, count, rowId, slotBoundary, typedText } from '../values.ts';

const MINUTES_PER_DAY = SLOTS_PER_DAY * MINUTES_PER_SLOT;

/** A length of time in minutes: whole slots, a day at most. */
const duration = count
  .refine((minutes) => minutes > 0 && minutes % MINUTES_PER_SLOT === 0, 'must be 30 minutes or a multiple')
  .refine((minutes) => minutes <= MINUTES_PER_DAY, 'must be a day at most');

/**
 * GET search: the rooms of a city that seat `headcount` people, and whether they are free on a date from `start` for
 * `duration` minutes. A range that ends after midnight is refused (400), because no booking crosses it.
 */
export const searchQuery = z.object({
  city: typedText.toLowerCase().pipe(z.enum(CITIES)).default('chennai'),
  date: calendarDate,
  start: slotBoundary,
  duration,
  headcount: rowId.default(1),
});

/** A range of slots, 'HH:MM:SS'; the end of the day is '24:00:00'. */
const foundRange = z.object({ start: z.string(), end: z.string() });

/**
 * A room of the search. 'free': it is free at the requested time, which is the only entry of `ranges`. 'other-time': it is not,
 * and `ranges` are the nearest free ranges of that length, the nearest first. 'full': there is none on that date. `time` and
 * `open` are as in una-slot.
 */
export const foundRoom = z.object({
  id: z.number(),
  match: z.enum(['free', 'other-time', 'full']),
  ranges: z.array(foundRange),
  time: z.array(z.string()),
  open: z.object({ opens: z.string(), closes: z.string() }).nullable(),
});
export type FoundRoom = z.infer<typeof foundRoom>;

/** GET search: the free rooms first, then those that are free at another time, then the full ones; rooms of a group by id. */
export const searchResponse = z.object({ data: z.array(foundRoom) });
export type SearchResponse = z.infer<typeof searchResponse>;
