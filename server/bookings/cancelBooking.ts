import type { CancelRequest, CancelResponse } from '../../contract/bookings/booking.ts';
import { amountField } from '../../domain/money/amounts.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import { lockUserRow } from '../account/users.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { queueEmail } from '../outbox/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { returnPoints } from '../points/renewal.ts';
import { refundBooking } from '../payments/refunds/refundBooking.ts';
import { releaseSlots } from '../slots/bookingSlots.ts';
import { endPendingMove } from '../payments/ownHolds.ts';
import {
  cancellationRefund,
  cancelTermsOf,
  checkChangeable,
  inHundredths,
  ownBooking,
} from './cancelTerms.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

const resultOf = ({ id, paid_with }: StoredBooking, returned: number): CancelResponse['data'] => ({
  booking_id: id,
  state: 'cancelled',
  status: bookingCodes.cancelled,
  refund: amountField({ with: paid_with, amount: returned }),
});

/**
 * Cancels a confirmed booking: releases its slots, returns `refund` (half-points) or makes it due (paise), and queues the
 * email. `abovePolicyPaise`: the part that the desk gives above the policy. The caller has locked the rows of the user and of the booking.
 */
export async function applyCancellation(
  tx: Tx,
  booking: StoredBooking,
  refund: number,
  at: EpochMs,
  abovePolicyPaise = 0,
): Promise<void> {
  await tx
    .updateTable('booking')
    .set(({ eb }) => ({
      status: bookingCodes.cancelled,
      cancelled_at: new Date(at),
      returned: refund,
      sequence: eb('sequence', '+', 1),
    }))
    .where('id', '=', booking.id)
    .execute();
  await releaseSlots(tx, booking.id);
  await endPendingMove(tx, booking.id, 'even if paid');
  if (booking.paid_with === 'points') {
    await returnPoints(tx, booking.user_id, refund, { bookingId: booking.id, at });
  } else
    await refundBooking(tx, booking, { amountPaise: refund, reason: 'cancelled', abovePolicyPaise, now: at });
  await queueEmail(tx, {
    kind: 'cancelled',
    key: booking.id,
    to: { userId: booking.user_id },
    payload: { booking_id: booking.id, sequence: booking.sequence + 1 },
    now: at,
  });
}

/**
 * POST cancel: cancels a user's own booking in one transaction, which releases the slots, returns the points or makes the
 * refund due, and queues the email. The request's `refund` is the refund that the user saw, in hundredths of a rupee or
 * point. Throws 409 'terms-changed' with the current terms, and changes nothing, when the refund is different now. A
 * repeated call returns the result of the first call, because the first response may have been lost. Otherwise throws what
 * `cancelTerms` throws.
 */
export function cancelBooking(
  { database, now }: Pick<PaymentDeps, 'database' | 'now'>,
  { booking_id: bookingId, refund: shownRefund }: CancelRequest,
  userId: string,
): Promise<CancelResponse['data']> {
  return inTransaction(database, async (tx) => {
    await lockUserRow(tx, userId);
    const booking = await ownBooking(tx, bookingId, userId, 'lock');
    if (booking.status === bookingCodes.cancelled) return resultOf(booking, booking.returned ?? 0);
    const at = now();
    checkChangeable(booking, at);
    const terms = await cancellationRefund(tx, booking, at, 'lock');
    const { refund } = terms;
    if (shownRefund !== inHundredths(booking, refund)) {
      throw new ApiError('terms-changed', 'The refund has changed', {
        terms: cancelTermsOf(booking, terms),
      });
    }

    await applyCancellation(tx, booking, refund, at);
    return resultOf(booking, refund);
  });
}
