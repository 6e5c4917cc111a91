import { z } from 'zod';

/** GET calendar: the booking whose calendar entry is downloaded. */
export const calendarQuery = z.object({ booking_id: z.uuid() });

/** GET calendar feed: whether the user has one, and since when (ISO). Its address is shown only when it is made. */
export const calendarFeedResponse = z.object({
  data: z.object({ active: z.boolean(), since: z.string().nullable() }),
});
export type CalendarFeed = z.infer<typeof calendarFeedResponse>['data'];

/**
 * POST calendar feed: a new one, which replaces the one before. `path` is on the API's origin and is a secret: who has it
 * reads the user's bookings. `since`: when it was made (ISO); a server of the version before does not say it.
 */
export const newCalendarFeedResponse = z.object({
  data: z.object({ path: z.string(), since: z.string().optional() }),
});
export type NewCalendarFeed = z.infer<typeof newCalendarFeedResponse>['data'];

/** The secret of a feed. Anything else is refused like one that nobody has. */
export const calendarFeedParams = z.object({ secret: z.string().max(100) });
