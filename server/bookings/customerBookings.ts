import { anyOf } from '../platform/database/anyOf.ts';
import type { Database } from '../platform/database/schema.ts';
import { addressColumns } from '../rooms/rooms.ts';
import { seriesBookingIds } from '../slots/seriesDates.ts';
import { paymentSummary, type PaymentSummary } from './bookingPayments.ts';

/** Bookings with their rooms and users, for emails and calendars. */
export const customerBookings = (database: Database) =>
  database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['room.name as room_name', ...addressColumns])
    .select(['first_name', 'last_name', 'email'])
    .select([
      'booking.id',
      'booking.user_id',
      'day',
      'start_slot',
      'end_slot',
      'status',
      'paid_with',
      'booking.half_points',
      'total_paise',
      'policy',
      'sequence',
      'returned',
      'booking.created_at',
      'confirmed_at',
      'cancelled_at',
      'paid_by_payment_id',
    ]);

export type CustomerBooking = Awaited<ReturnType<ReturnType<typeof customerBookings>['execute']>>[number];

export const customerBooking = (database: Database, id: string): Promise<CustomerBooking | undefined> =>
  customerBookings(database).where('booking.id', '=', id).executeTakeFirst();

/** All dates of a booking's series, ascending; the booking alone without one. */
export const seriesOfBooking = async (database: Database, id: string): Promise<CustomerBooking[]> =>
  customerBookings(database)
    .where('booking.id', '=', anyOf(await seriesBookingIds(database, id), 'uuid'))
    .orderBy('day')
    .orderBy('start_slot')
    .execute();

/** A booking with its payments, for emails. */
export type PaidCustomerBooking = CustomerBooking & { readonly paymentSummary: PaymentSummary };

export async function paidCustomerBooking(
  database: Database,
  id: string,
): Promise<PaidCustomerBooking | undefined> {
  const booking = await customerBooking(database, id);
  return booking && { ...booking, paymentSummary: await paymentSummary(database, booking) };
}
