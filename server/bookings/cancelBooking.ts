import type { CancelRequest, CancelResponse } from '../../contract/booking.ts';
import { ApiError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/outbox.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { changePoints } from '../points/ledger.ts';
import { refundBooking } from '../payments/refundBooking.ts';
import { releaseSlots } from './bookingSlots.ts';
import { endOpenMove } from './ownHolds.ts';
import {
  amountText,
  cancelTermsOf,
  checkChangeable,
  inHundredths,
  ownBooking,
  refundTermsOf,
} from './cancelTerms.ts';
import type { StoredBooking } from './storedBooking.ts';

const resultOf = ({ id, paid_with }: StoredBooking, returned: number): CancelResponse['data'] => ({
  booking_id: id,
  status: 'called_off',
  refund: amountText(paid_with, returned),
});

/**
 * Cancels a confirmed booking, whose row and whose user's row are locked: its slots are free, `refund` (paise or
 * half-points) is back or due, and the letter is queued. `at`: milliseconds since 1970.
 */
export async function applyCancellation(
  tx: Tx,
  booking: StoredBooking,
  refund: number,
  at: number,
): Promise<void> {
  await tx
    .updateTable('booking')
    .set(({ eb }) => ({
      status: 'called_off',
      cancelled_at: new Date(at),
      returned: refund,
      sequence: eb('sequence', '+', 1),
    }))
    .where('id', '=', booking.id)
    .execute();
  await releaseSlots(tx, booking.id);
  await endOpenMove(tx, booking.id, 'even if paid');
  if (booking.paid_with === 'points') {
    await changePoints(tx, booking.user_id, refund, { kind: 'return', bookingId: booking.id, at });
  } else await refundBooking(tx, booking, { amountPaise: refund, reason: 'cancelled', now: at });
  await queueLetter(tx, {
    kind: 'cancelled',
    key: booking.id,
    to: { userId: booking.user_id },
    payload: { booking_id: booking.id, sequence: booking.sequence + 1 },
    now: at,
  });
}

/**
 * POST cancel: cancels a user's own booking in one transaction. The slots are free, points are back, the refund is
 * due and the letter is queued, all of it or nothing. `refund` is what the user saw; when something else comes back by now, nothing is changed and
 * the user is asked again: 409 'terms-changed' with the present terms. A repeated call returns what came back the first
 * time, because the response to the first may have been lost. Otherwise refuses as `cancelTerms` does
 * (docs/decisions/0034-cancelling.md).
 */
export function cancelBooking(
  { database, now }: Pick<PaymentDeps, 'database' | 'now'>,
  { booking_id: bookingId, refund: shownRefund }: CancelRequest,
  userId: string,
): Promise<CancelResponse['data']> {
  return inTransaction(database, async (tx) => {
    // The user's row is locked first, as in every booking.
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const booking = await ownBooking(tx, bookingId, userId, 'lock');
    if (booking.status === 'called_off') return resultOf(booking, booking.returned ?? 0);
    const at = now();
    checkChangeable(booking, at);
    const terms = refundTermsOf(booking, at);
    const { refund } = terms;
    if (shownRefund !== inHundredths(booking, refund)) {
      throw new ApiError('terms-changed', 'What comes back is not what was shown', {
        terms: cancelTermsOf(booking, terms),
      });
    }

    await applyCancellation(tx, booking, refund, at);
    return resultOf(booking, refund);
  });
}
