import { z } from 'zod';

/** Times 'HH:MM:SS' at one price per hour, in rupees. */
export const ratedTimes = z.object({
  start_time: z.string(),
  end_time: z.string(),
  price_per_hour: z.number(),
});
export type RatedTimes = z.infer<typeof ratedTimes>;

/** Another price per hour of a room, on some weekdays, 0 for Monday to 6 for Sunday. */
export const roomRate = ratedTimes.extend({ weekdays: z.array(z.number()) });
export type RoomRate = z.infer<typeof roomRate>;
