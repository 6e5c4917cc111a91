import { sql } from 'kysely';
import type { Database } from '../../../server/platform/database/schema.ts';
import type { AcknowledgedBooking } from './load.ts';

/** Numbers that must be 0 after any failure. */
export interface BookingCheck {
  /** Confirmed bookings that are not in the database. */
  readonly lost: number;
  /** Pairs of bookings that share a slot. */
  readonly doubleBooked: number;
  /** Bookings with wrong slots, and members whose balance does not match their bookings. */
  readonly incomplete: number;
}

/** Compares the visitors' responses with the database. `points` is the initial balance of each member in half-points. */
export async function checkBookings(
  database: Database,
  acknowledged: readonly AcknowledgedBooking[],
  points: number,
): Promise<BookingCheck> {
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(database)).rows[0]?.count ?? 0;
  const column = <K extends keyof AcknowledgedBooking>(name: K) => acknowledged.map((each) => each[name]);
  return {
    lost: await count(sql`
      select count(*) as count
      from unnest(
        ${column('id')}::uuid[], ${column('userId')}::uuid[], ${column('roomId')}::integer[],
        ${column('day')}::date[], ${column('slot')}::integer[]
      ) as acknowledged (id, user_id, room_id, day, slot)
      where not exists (
        select from booking join booking_slot on booking_slot.booking_id = booking.id
        where booking.id = acknowledged.id and booking.user_id = acknowledged.user_id and booking.status = 'confirmed'
          and booking_slot.room_id = acknowledged.room_id and booking_slot.day = acknowledged.day
          and booking_slot.slot = acknowledged.slot
      )`),
    doubleBooked: await count(sql`
      select count(*) as count from booking one join booking other
        on other.room_id = one.room_id and other.day = one.day and other.id > one.id
        and other.start_slot < one.end_slot and one.start_slot < other.end_slot
      where one.status in ('held', 'confirmed') and other.status in ('held', 'confirmed')`),
    incomplete:
      (await count(sql`
        select count(*) as count from (
          select from booking left join booking_slot on booking_id = booking.id
          where status in ('held', 'confirmed')
          group by booking.id
          having count(slot) <> end_slot - start_slot or min(slot) <> start_slot or max(slot) <> end_slot - 1
        ) as partial`)) +
      (await count(sql`
        select count(*) as count from (
          select from app_user left join booking
            on booking.user_id = app_user.id and booking.status = 'confirmed' and booking.paid_with = 'points'
          where app_user.email like 'racer-%'
          group by app_user.id
          having ${points} - app_user.half_points <> coalesce(sum(booking.half_points), 0)
        ) as wrong`)),
  };
}
