import { sql } from 'kysely';

/**
 * What an hour of `room` costs on a day (IST date), in paise: the latest price that began by then, else the column's
 * (decision 0068). The servers agree on it at midnight without a job.
 */
export const priceOn = (day: string) => sql<number>`coalesce((
  select room_price.price_per_hour_paise from room_price
  where room_price.room_id = room.id and room_price.from_day <= ${day}::date
  order by room_price.from_day desc limit 1
), room.price_per_hour_paise)`;
