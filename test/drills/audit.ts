import { sql } from 'kysely';
import type { Database } from '../../server/database/schema.ts';
import type { Acknowledged } from './load.ts';

/** What must be none after any trouble. */
export interface Audit {
  /** Bookings that were acknowledged and are not there. */
  readonly lost: number;
  /** Pairs of bookings that share a slot. */
  readonly double: number;
  /** Bookings without exactly their slots, and members whose points are not those of their bookings. */
  readonly halfWritten: number;
}

/** Compares the visitors' responses with the database; `points`: each member's initial half-points. */
export async function audit(
  database: Database,
  acknowledged: readonly Acknowledged[],
  points: number,
): Promise<Audit> {
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
    (await query.execute(database)).rows[0]?.count ?? 0;
  const column = <K extends keyof Acknowledged>(name: K) => acknowledged.map((each) => each[name]);
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
    double: await count(sql`
      select count(*) as count from booking one join booking other
        on other.room_id = one.room_id and other.day = one.day and other.id > one.id
        and other.start_slot < one.end_slot and one.start_slot < other.end_slot
      where one.status in ('held', 'confirmed') and other.status in ('held', 'confirmed')`),
    halfWritten:
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
