import type { DeskCancelRequest } from '../../contract/deskBooking.ts';
import { MIN_REFUND } from '../../domain/cancellation.ts';
import { ApiError, fieldError } from '../apiError.ts';
import { applyCancellation } from '../bookings/cancelBooking.ts';
import { amountText, cancelTermsOf, inHundredths, paidFor, refundTermsOf } from '../bookings/cancelTerms.ts';
import type { Tx } from '../database/schema.ts';
import { lockBooking } from './deskBooking.ts';
import type { Changed } from './staffChange.ts';

/**
 * Cancels a customer's booking. What comes back is what the policy says, or, as an exception that the audit names, any
 * amount up to what was paid; then also when the booking has begun. Refuses (409) a booking that is not booked, and
 * 'terms-changed' with the present terms when the policy returns something else than was shown. A repeated call changes
 * nothing, and one for another amount is refused. `now`: milliseconds since 1970.
 */
export async function deskCancel(
  tx: Tx,
  { booking_id: id, policy_refund: shown, refund: asked, reason }: DeskCancelRequest,
  now: number,
): Promise<Changed<null>> {
  const booking = await lockBooking(tx, id);
  if (booking.status === 'called_off') {
    if (inHundredths(booking, booking.returned ?? 0) === asked) return { result: null, changes: [] };
    throw new ApiError('not-booked', 'This booking was cancelled already, and returned another amount');
  }
  if (booking.status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  const terms = refundTermsOf(booking, now);
  if (shown !== inHundredths(booking, terms.refund)) {
    throw new ApiError('terms-changed', 'The policy does not return what was shown', {
      terms: cancelTermsOf(booking, terms),
    });
  }
  const paid = paidFor(booking);
  const unit = booking.paid_with === 'card' ? 1 : 50;
  const refund = asked / unit;
  if (asked > inHundredths(booking, paid.amount))
    throw fieldError('refund', 'must not be more than was paid');
  if (!Number.isInteger(refund)) throw fieldError('refund', 'must be whole or half points');
  if (refund > 0 && refund < MIN_REFUND[paid.with]) throw fieldError('refund', 'is too small to go back');
  await applyCancellation(tx, booking, refund, now);
  const change = {
    action: refund === terms.refund ? 'cancelled' : 'cancelled by exception',
    subject: 'booking',
    subjectId: id,
    was: { status: booking.status, paid: amountText(paid.with, paid.amount) },
    became: {
      status: 'called_off',
      returned: amountText(paid.with, refund),
      policy_returns: amountText(paid.with, terms.refund),
    },
    reason,
  } as const;
  return { result: null, changes: [change] };
}
