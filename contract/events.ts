import { z } from 'zod';
import { pageNumber } from './values.ts';

/** GET events: takes a category and a page. Events are not displayed (spec 3). */
export const eventsQuery = z.object({ category: z.string().trim().max(100).optional(), page: pageNumber });
export const eventsResponse = z.object({
  results: z.array(z.object({ id: z.number() })),
  total_pages: z.number(),
  current_page: z.number(),
});
