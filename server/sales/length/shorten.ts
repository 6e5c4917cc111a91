import type { ShortenRequest } from '../../../contract/desk/changedLength.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { MIN_REFUND } from '../../../domain/money/cancellation.ts';
import { unequalPrices } from '../../../domain/money/rates.ts';
import { shorteningRefund } from '../../../domain/money/shortening.ts';
import { startedSlots } from '../../../domain/time/calendar.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';
import {
  cancellationRefund,
  cancelTermsOf,
  fromHundredths,
  inHundredths,
  paidFor,
} from '../../bookings/cancelTerms.ts';
import { slotRangeColumns } from '../../checkout/bookingRow.ts';
import { movedEmail, queueEmail } from '../../outbox/outbox.ts';
import { endPendingMove } from '../../payments/ownHolds.ts';
import { refundBooking } from '../../payments/refunds/refundBooking.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { bookedSlotPrices } from '../../rooms/prices.ts';
import { returnPoints } from '../../points/renewal.ts';
import { moveSlots } from '../../slots/bookingSlots.ts';
import { checkAbovePolicy, termsAtDeskMoves } from '../booking/refundable.ts';
import { lockChangedLength, auditOfLength, isChangedBy, type ChangedLength } from './changedLength.ts';

/** A slot that has begun stays booked. */
function checkFutureSlots({ booking, from, to }: ChangedLength, now: EpochMs): void {
  const started = startedSlots(booking.day, now);
  if (to.range.start > from.range.start && started > from.range.start)
    throw fieldError('start_time', 'must not change any more: the booking has begun');
  if (to.range.end < started) throw fieldError('end_time', 'must not be in the past');
}

/** In paise or half-points. Throws 400 for an amount that the booking cannot return. */
function refundOf({ booking }: ChangedLength, requested: number, leftPaise: number): number {
  const { with: paidWith, amount } = paidFor(booking);
  const refund = fromHundredths(booking, requested);
  if (!Number.isInteger(refund)) throw fieldError('refund', 'must be whole or half points');
  if (refund >= amount)
    throw fieldError('refund', 'must be less than was paid: to return everything, cancel the booking');
  if (paidWith === 'card' && refund > leftPaise)
    throw fieldError('refund', 'must not be more than is left of what was paid');
  if (refund > 0 && refund < MIN_REFUND[paidWith]) throw fieldError('refund', 'is too small to refund');
  return refund;
}

/**
 * Makes a customer's booking shorter, before or while it runs; slots that have begun stay. The refund is the policy's share of the
 * price of the lost slots, or another amount below the price, which the audit records as an exception. The price of the booking
 * falls by what is returned. A repeated call changes nothing. Throws as `lockChangedLength`, 400 for times that have begun and for
 * an invalid amount, and 409 'terms-changed' with the current terms of the booking when the refund under the policy is not the one
 * that was shown, and 409 'above-refund-limit' for an exception above the limit of the caller's role.
 */
export async function shortenAtDesk(
  tx: Tx,
  request: ShortenRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  const shortened = await lockChangedLength(tx, request, 'shorter', now, (booking) =>
    isChangedBy(tx, request, staff, {
      returned: amountField({ with: booking.paid_with, amount: fromHundredths(booking, request.refund) }),
    }),
  );
  if (!shortened) return { result: null, changes: [] };
  checkFutureSlots(shortened, now);
  const { booking, from, to } = shortened;
  const { paid_with: paidWith } = booking;
  const paid = paidFor(booking);
  const terms = await cancellationRefund(tx, booking, now, 'lock');
  const slotPrices = paidWith === 'card' ? bookedSlotPrices(booking) : null;
  const ranges = { from: from.range, to: to.range, slotPrices: slotPrices && unequalPrices(slotPrices) };
  const policyRefund = shorteningRefund(paid, ranges, terms.percent, terms.left.goneBackPaise);
  if (request.policy_refund !== inHundredths(booking, policyRefund)) {
    throw new ApiError('terms-changed', 'The refund under the policy has changed', {
      terms: cancelTermsOf(booking, terms),
    });
  }
  const refund = refundOf(shortened, request.refund, terms.left.leftPaise);
  let abovePolicyPaise = 0;
  if (paidWith === 'card') {
    const earlier = await termsAtDeskMoves(tx, booking);
    const percent = Math.min(terms.percent, earlier?.percent ?? terms.percent);
    const policyPaise = shorteningRefund(paid, ranges, percent, terms.left.goneBackPaise);
    abovePolicyPaise = await checkAbovePolicy(tx, booking.id, staff, { refundPaise: refund, policyPaise });
  }

  await endPendingMove(tx, booking.id, 'even if paid');
  const slots = { bookingId: booking.id, holdId: null, from, to, by: 'staff', now } as const;
  if (!(await moveSlots(tx, slots))) throw new Error(`booking ${booking.id} has lost its own slots`);
  const sequence = booking.sequence + 1;
  const price =
    slotPrices === null
      ? { half_points: paid.amount - refund }
      : {
          total_paise: paid.amount - refund,
          slot_prices: unequalPrices(
            slotPrices.slice(to.range.start - from.range.start, to.range.end - from.range.start),
          ),
        };
  await tx
    .updateTable('booking')
    .set({ ...slotRangeColumns(to), sequence, ...price })
    .where('id', '=', booking.id)
    .execute();
  if (paidWith === 'card')
    await refundBooking(tx, booking, { amountPaise: refund, reason: 'moved', abovePolicyPaise, now });
  else await returnPoints(tx, booking.user_id, refund, { bookingId: booking.id, at: now });
  const returned = paidWith === 'card' ? { refundPaise: refund } : { halfPoints: 0 - refund };
  await queueEmail(tx, movedEmail({ ...booking, sequence }, { ...returned, length: 'shorter' }, now));
  const audited = auditOfLength(shortened);
  const change = {
    action: refund === policyRefund ? 'shortened' : 'shortened by exception',
    subject: 'booking',
    subjectId: booking.id,
    was: audited.was,
    became: {
      ...audited.became,
      returned: amountField({ with: paidWith, amount: refund }),
      policy_returns: amountField({ with: paidWith, amount: policyRefund }),
    },
    reason: request.reason,
  } as const;
  return { result: null, changes: [change] };
}
