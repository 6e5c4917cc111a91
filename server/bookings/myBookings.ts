import type { Booking } from '../../contract/booking.ts';
import { pointsFromHalf } from '../../domain/points.ts';
import { rupeesAmount } from '../../domain/pricing.ts';
import { slotTime } from '../../domain/slots.ts';
import type { Database } from '../database/schema.ts';
import { locationOf } from '../rooms/rooms.ts';

/** A user's confirmed bookings with their rooms, soonest first; those of the past come before (spec 3). */
export async function confirmedBookings(database: Database, userId: string): Promise<Booking[]> {
  const rows = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .selectAll('room')
    .select([
      'booking.id as booking_id',
      'day',
      'start_slot',
      'end_slot',
      'paid_with',
      'half_points',
      'total_paise',
    ])
    .where('user_id', '=', userId)
    .where('status', '=', 'confirmed')
    .orderBy('day')
    .orderBy('start_slot')
    .orderBy('booking.id')
    .execute();
  return rows.map((row) => ({
    id: row.booking_id,
    booking_date: row.day,
    start_time: slotTime(row.start_slot),
    end_time: slotTime(row.end_slot - 1),
    status: 'confirmed',
    paid_with: row.paid_with,
    amount:
      row.paid_with === 'card'
        ? rupeesAmount(row.total_paise ?? 0)
        : String(pointsFromHalf(row.half_points ?? 0)),
    meeting_room: {
      id: row.id,
      room_name: row.name,
      image: { image: row.images[0] ?? '' },
      location: locationOf(row),
    },
  }));
}
