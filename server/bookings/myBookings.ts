import { sql, type RawBuilder } from 'kysely';
import type { Booking, Refund } from '../../contract/booking.ts';
import { pointsFromHalf } from '../../domain/points.ts';
import { rupeesAmount } from '../../domain/pricing.ts';
import { slotTime } from '../../domain/slots.ts';
import type { Database } from '../database/schema.ts';
import { addressColumns, locationOf } from '../rooms/rooms.ts';

/** A booking's statuses that its owner is shown: it is theirs, or money paid for it goes back. */
const SHOWN = ['confirmed', 'refund_due', 'refunded'] as const;

/** What of a booking's money goes back; `done` when all of it has. */
interface MoneyBack {
  readonly paise: number;
  readonly done: boolean;
}

/** The money that goes back for the booking of the surrounding query; null when there is none. */
const moneyBack: RawBuilder<MoneyBack | null> = sql`(
  select json_build_object('paise', sum(refund.amount_paise), 'done', bool_and(refund.status = 'processed'))
  from refund
  join payment on payment.payment_id = refund.payment_id
  join payment_order on payment_order.order_id = payment.order_id
  where payment_order.booking_id = booking.id
  having count(*) > 0
)`;

const refundOf = ({ paise, done }: MoneyBack): Refund => ({
  amount: rupeesAmount(paise),
  status: done ? 'refunded' : 'refund_due',
});

/**
 * A user's bookings with their rooms, soonest first; those of the past come before (spec 3). Confirmed ones, and those
 * that were paid too late: nobody's money disappears without a word.
 */
export async function myBookings(database: Database, userId: string): Promise<Booking[]> {
  const rows = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select(['room.id', 'name', 'images', ...addressColumns])
    .select([
      'booking.id as booking_id',
      'day',
      'start_slot',
      'end_slot',
      'status',
      'paid_with',
      'half_points',
      'total_paise',
      moneyBack.as('money_back'),
    ])
    .where('user_id', '=', userId)
    .where('status', 'in', SHOWN)
    .orderBy('day')
    .orderBy('start_slot')
    .orderBy('booking.id')
    .execute();
  return rows.map((row) => ({
    id: row.booking_id,
    booking_date: row.day,
    start_time: slotTime(row.start_slot),
    end_time: slotTime(row.end_slot - 1),
    status: row.status as (typeof SHOWN)[number],
    paid_with: row.paid_with,
    amount:
      row.paid_with === 'card'
        ? rupeesAmount(row.total_paise ?? 0)
        : String(pointsFromHalf(row.half_points ?? 0)),
    ...(row.money_back && { refund: refundOf(row.money_back) }),
    meeting_room: {
      id: row.id,
      room_name: row.name,
      image: { image: row.images[0] ?? '' },
      location: locationOf(row),
    },
  }));
}
