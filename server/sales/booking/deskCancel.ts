import type { DeskCancelRequest } from '../../../contract/desk/booking.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { MIN_REFUND } from '../../../domain/money/cancellation.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import { applyCancellation } from '../../bookings/cancelBooking.ts';
import {
  cancellationRefund,
  cancelTermsOf,
  fromHundredths,
  inHundredths,
  paidFor,
} from '../../bookings/cancelTerms.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { lockCustomerBooking } from './deskBooking.ts';
import { checkAbovePolicy, termsAtDeskMoves } from './refundable.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';

/**
 * Cancels a customer's booking, also after its start. The refund is that of the policy, or any other amount up to what is
 * left of what was paid; the audit records such an exception. Throws 409 'not-booked' for a booking that is not confirmed, 409 'terms-changed'
 * with the current terms when the refund under the policy is not the one that was shown, 409
 * 'above-refund-limit' for an exception above the limit of the caller's role, and 400 for an invalid amount. A
 * repeated call with the same amount changes nothing; with another amount it throws 409.
 */
export async function deskCancel(
  tx: Tx,
  { booking_id: id, policy_refund: shownRefund, refund: requestedRefund, reason }: DeskCancelRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  const booking = await lockCustomerBooking(tx, id);
  if (booking.status === bookingCodes.cancelled) {
    if (inHundredths(booking, booking.returned ?? 0) === requestedRefund)
      return { result: null, changes: [] };
    throw new ApiError('not-booked', 'This booking is already cancelled, with a different refund');
  }
  if (booking.status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  const terms = await cancellationRefund(tx, booking, now, 'lock');
  if (shownRefund !== inHundredths(booking, terms.refund)) {
    throw new ApiError('terms-changed', 'The refund under the policy has changed', {
      terms: cancelTermsOf(booking, terms),
    });
  }
  const paid = paidFor(booking);
  const refund = fromHundredths(booking, requestedRefund);
  if (requestedRefund > inHundredths(booking, paid.amount))
    throw fieldError('refund', 'must not be more than was paid');
  if (booking.paid_with === 'card' && refund > terms.left.leftPaise)
    throw fieldError('refund', 'must not be more than is left of what was paid');
  if (!Number.isInteger(refund)) throw fieldError('refund', 'must be whole or half points');
  if (refund > 0 && refund < MIN_REFUND[paid.with]) throw fieldError('refund', 'is too small to refund');
  let abovePolicyPaise = 0;
  if (booking.paid_with === 'card') {
    const earlier = await termsAtDeskMoves(tx, booking);
    const returned = Math.max((earlier?.refund ?? paid.amount) - terms.left.goneBackPaise, 0);
    const policyPaise = Math.min(terms.refund, returned);
    abovePolicyPaise = await checkAbovePolicy(tx, id, staff, { refundPaise: refund, policyPaise });
  }
  await applyCancellation(tx, booking, refund, now, abovePolicyPaise);
  const change = {
    action: refund === terms.refund ? 'cancelled' : 'cancelled by exception',
    subject: 'booking',
    subjectId: id,
    was: { status: booking.status, paid: amountField({ with: paid.with, amount: paid.amount }) },
    became: {
      status: bookingCodes.cancelled,
      returned: amountField({ with: paid.with, amount: refund }),
      policy_returns: amountField({ with: paid.with, amount: terms.refund }),
    },
    reason,
  } as const;
  return { result: null, changes: [change] };
}
