import type { BookingDetails } from '../../contract/bookings/bookingDetails.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { policyInWords } from '../../domain/money/cancellation.ts';
import { MINUTES_PER_SLOT } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import { paymentSummary, apiPayments } from './bookingPayments.ts';
import { ownBooking, refundTermsOf } from './cancelTerms.ts';
import { headOf } from '../slots/seriesDates.ts';
import { myBookings } from './myBookings.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

/** Until then cancelling is free, too. Null when the booking cannot be moved. */
function movableUntil(stored: StoredBooking, now: EpochMs): string | null {
  if (stored.status !== 'confirmed') return null;
  const { freeUntil } = refundTermsOf(stored, now);
  return freeUntil === null ? null : new Date(freeUntil).toISOString();
}

async function readBookingDetails(tx: Tx, userId: string, id: string, now: EpochMs): Promise<BookingDetails> {
  const { data } = await myBookings(tx, userId, { id }, now);
  const [booking] = data;
  if (!booking) throw new ApiError('not-found', 'There is no such booking');
  const stored = await ownBooking(tx, id, userId);
  const room = await tx
    .selectFrom('room')
    .select(['capacity', 'amenities', 'buffer_slots'])
    .where('id', '=', stored.room_id)
    .executeTakeFirstOrThrow();
  const summary = await paymentSummary(tx, stored);
  const { paid_by_payment_id: payingPaymentId } = await tx
    .selectFrom('booking')
    .select('paid_by_payment_id')
    .where('id', '=', await headOf(tx, id))
    .executeTakeFirstOrThrow();
  return {
    ...booking,
    reference: bookingReference(id),
    booked_at: stored.created_at.toISOString(),
    policy: stored.policy ? policyInWords(stored.policy, booking.paid_with) : [],
    payment_reference: payingPaymentId,
    payments: apiPayments(booking.paid_with, summary),
    paid: amountField({ with: booking.paid_with, amount: summary.paid }),
    back: amountField({ with: booking.paid_with, amount: summary.refunded }),
    kept: amountField({ with: booking.paid_with, amount: summary.paid - summary.refunded }),
    movable_until: movableUntil(stored, now),
    ...(stored.cancelled_at && {
      cancelled: {
        at: stored.cancelled_at.toISOString(),
        returned: amountField({ with: booking.paid_with, amount: stored.returned ?? 0 }),
      },
    }),
    meeting_room: {
      ...booking.meeting_room,
      room_capacity: room.capacity,
      ...(room.buffer_slots > 0 && { buffer_minutes: room.buffer_slots * MINUTES_PER_SLOT }),
      amenities: room.amenities.map((name) => ({ name })),
    },
  };
}

/**
 * One of a user's own bookings, with the details that only the booking's page shows, read from one state of the database. Throws
 * 404 for an unknown id and for another user's booking.
 */
export const bookingDetails = (
  database: Database,
  userId: string,
  id: string,
  now: EpochMs,
): Promise<BookingDetails> => inSnapshot(database, (tx) => readBookingDetails(tx, userId, id, now));
