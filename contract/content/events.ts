import { z } from 'zod';
import { pageNumber, rowId, typedText } from '../values.ts';

/**
 * An event. `date` is 'YYYY-MM-DD' and the times are 'HH:MM:SS', all in IST and null for an event that was entered without
 * them.
 */
export const event = z.object({
  id: z.number(),
  category: z.string(),
  title: z.string(),
  date: z.string().nullable(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  place: z.string(),
  summary: z.string(),
});
export type Event = z.infer<typeof event>;

/** GET events: an optional category, upper or lower case, and a page. The latest day is first. */
export const eventsQuery = z.object({ category: typedText.max(100).optional(), page: pageNumber });
export const eventsResponse = z.object({
  results: z.array(event),
  total_pages: z.number(),
  current_page: z.number(),
});
export type EventsResponse = z.infer<typeof eventsResponse>;

/** GET coming events: those whose day is not over, the next one first, and those without a day last. */
export const comingEventsResponse = z.object({ data: z.array(event) });
export type ComingEventsResponse = z.infer<typeof comingEventsResponse>;

/** GET event: one of the coming events. */
export const eventParams = z.object({ id: rowId });
