import { z } from 'zod';

/** GET calendar: the booking whose calendar entry is downloaded. */
export const calendarQuery = z.object({ booking_id: z.uuid() });

/** GET calendar feed: whether the user has one, and since when (ISO). Its URL is shown only once, when it is created. */
export const calendarFeedResponse = z.object({
  data: z.object({ active: z.boolean(), since: z.string().nullable() }),
});
export type CalendarFeed = z.infer<typeof calendarFeedResponse>['data'];

/**
 * POST calendar feed: creates a feed, which replaces the previous one. `path` is on the API's origin and is a secret: it gives
 * access to the user's bookings. `since`: when it was created (ISO).
 */
export const newCalendarFeedResponse = z.object({
  data: z.object({ path: z.string(), since: z.string() }),
});
export type NewCalendarFeed = z.infer<typeof newCalendarFeedResponse>['data'];

/** Any other text is refused like an unknown secret. */
export const calendarFeedParams = z.object({ secret: z.string().max(100) });
