import { z } from 'zod';
import { pageNumber } from './values.ts';

/**
 * An event. `date` is 'YYYY-MM-DD' and the times 'HH:MM:SS', all null for one that was entered without them; they are IST.
 * Events are not displayed on the site (spec 3).
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

/** GET events: takes a category, in any case of its letters, and a page. The latest day is first. */
export const eventsQuery = z.object({ category: z.string().trim().max(100).optional(), page: pageNumber });
export const eventsResponse = z.object({
  results: z.array(event),
  total_pages: z.number(),
  current_page: z.number(),
});
export type EventsResponse = z.infer<typeof eventsResponse>;
