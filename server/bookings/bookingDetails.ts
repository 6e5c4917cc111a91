import type { BookingDetails } from '../../contract/bookingDetails.ts';
import { bookingReference } from '../../domain/bookingReference.ts';
import { policyInWords } from '../../domain/cancellation.ts';
import { ApiError } from '../apiError.ts';
import type { Database } from '../database/schema.ts';
import { amountText } from './cancelTerms.ts';
import { headOf } from '../series/seriesDates.ts';
import { myBookings } from './myBookings.ts';

/**
 * One of a user's own bookings, with what its page shows beyond the list. Refuses (404) an unknown id and another user's
 * booking alike. `now`: the server's clock, milliseconds since 1970.
 */
export async function bookingDetails(
  database: Database,
  userId: string,
  id: string,
  now: number,
): Promise<BookingDetails> {
  const { data } = await myBookings(database, userId, { id }, now);
  const [booking] = data;
  if (!booking) throw new ApiError('not-found', 'There is no such booking');
  const more = await database
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .select(['capacity', 'amenities', 'policy', 'cancelled_at', 'returned', 'booking.created_at'])
    .where('booking.id', '=', id)
    .executeTakeFirstOrThrow();
  const { paid_by_payment_id: paidBy } = await database
    .selectFrom('booking')
    .select('paid_by_payment_id')
    .where('id', '=', await headOf(database, id))
    .executeTakeFirstOrThrow();
  return {
    ...booking,
    reference: bookingReference(id),
    booked_at: more.created_at.toISOString(),
    policy: more.policy ? policyInWords(more.policy, booking.paid_with) : [],
    payment_reference: paidBy,
    ...(more.cancelled_at && {
      cancelled: {
        at: more.cancelled_at.toISOString(),
        returned: amountText(booking.paid_with, more.returned ?? 0),
      },
    }),
    meeting_room: {
      ...booking.meeting_room,
      room_capacity: more.capacity,
      amenities: more.amenities.map((name) => ({ name })),
    },
  };
}
