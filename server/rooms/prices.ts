import { sql } from 'kysely';

/**
 * The price per hour of `room` on a day (IST date), in paise: the latest price that has begun, else that of the room's row
 * (decision 0068). The price depends only on the day, so all servers change it at midnight without a job.
 */
export const priceOn = (day: string) => sql<number>`coalesce((
  select room_price.price_per_hour_paise from room_price
  where room_price.room_id = room.id and room_price.from_day <= ${day}::date
  order by room_price.from_day desc limit 1
), room.price_per_hour_paise)`;
