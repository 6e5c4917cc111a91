import { z } from 'zod';
import { pageNumber, typedText } from '../values.ts';

/**
 * An event. `date` is 'YYYY-MM-DD' and the times are 'HH:MM:SS', all in IST and null for an event that was entered without
 * them. The site does not display events (spec 3).
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
