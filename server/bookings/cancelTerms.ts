import type { CancelTerms } from '../../contract/bookings/booking.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import {
  defaultCancellationPolicies,
  policyInWords,
  refundablePaise,
  refundTerms,
  type CancellationPolicy,
  type AmountPaid,
  type RefundTerms,
} from '../../domain/money/cancellation.ts';
import { isOnAccount } from '../../domain/money/deskPayment.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import { leftOfBooking, lockLeftOfBooking, type LeftOfBooking } from '../payments/refunds/bookingLeft.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

/** A user's own booking. Throws 404 for any other id. 'lock' locks the row until the end of the transaction. */
export async function ownBooking(
  database: Database | Tx,
  bookingId: string,
  userId: string,
  lock: 'lock' | 'read' = 'read',
): Promise<StoredBooking> {
  const query = database
    .selectFrom('booking')
    .select(bookingColumns)
    .where('id', '=', bookingId)
    .where('user_id', '=', userId)
    .where('moves_booking_id', 'is', null);
  const booking = await (lock === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (!booking) throw new ApiError('not-found', 'There is no such booking');
  return booking;
}

/** Throws 409 for a booking that is not confirmed or has started. */
export function checkChangeable({ status, day, start_slot }: StoredBooking, now: EpochMs): void {
  if (status === bookingCodes.cancelled)
    throw new ApiError('called-off', 'This booking has already been cancelled');
  if (status === 'held') throw new ApiError('not-paid', 'This booking has not been paid yet');
  if (status !== 'confirmed') throw new ApiError('not-booked', 'These times are not booked');
  if (now >= instantOf(day, start_slot))
    throw new ApiError('already-begun', 'This booking has already started');
}

/** By card or with points. */
export const paidFor = ({ paid_with, total_paise, half_points }: StoredBooking): AmountPaid => ({
  with: paid_with,
  amount: (paid_with === 'card' ? total_paise : half_points) ?? 0,
});

/** A booking of an earlier version stores none and has the default policy. */
export const policyOf = ({ policy, paid_with }: StoredBooking): CancellationPolicy =>
  policy ?? defaultCancellationPolicies[paid_with];

/** In paise or half-points. */
export function refundTermsOf(booking: StoredBooking, now: EpochMs): RefundTerms {
  const bookedAt = (booking.confirmed_at ?? booking.created_at).getTime();
  const startsAt = instantOf(booking.day, booking.start_slot);
  return refundTerms(policyOf(booking), startsAt, bookedAt, now, paidFor(booking));
}

/** With what was returned before. */
export interface CancellationRefund extends RefundTerms {
  readonly left: LeftOfBooking;
}

/**
 * The refund for cancelling a booking at an instant: what its policy returns less what was returned already, no matter who returned
 * it, and never more than is left. 'lock' locks the booking's payments until the end of the transaction.
 */
export async function cancellationRefund(
  database: Database | Tx,
  booking: StoredBooking,
  now: EpochMs,
  lock: 'lock' | 'read' = 'read',
): Promise<CancellationRefund> {
  const terms = refundTermsOf(booking, now);
  const left = await (lock === 'lock'
    ? lockLeftOfBooking(database as Tx, booking)
    : leftOfBooking(database, booking));
  if (booking.paid_with !== 'card' || left.goneBackPaise === 0) return { ...terms, left };
  return { ...terms, refund: refundablePaise(terms.refund - left.goneBackPaise, left.leftPaise), left };
}

/** An amount of paise or half-points in hundredths of a rupee or of a point. */
export const inHundredths = ({ paid_with }: StoredBooking, amount: number): number =>
  paid_with === 'card' ? amount : amount * 50;

/** The inverse of `inHundredths`. */
export const fromHundredths = ({ paid_with }: StoredBooking, hundredths: number): number =>
  paid_with === 'card' ? hundredths : hundredths / 50;

export function cancelTermsOf(
  booking: StoredBooking,
  { percent, refund, freeUntil, left }: CancellationRefund,
): CancelTerms {
  const { id, paid_with: paidWith } = booking;
  return {
    booking_id: id,
    paid_with: paidWith,
    refund: amountField({ with: paidWith, amount: refund }),
    percent,
    free_until: freeUntil === null ? null : new Date(freeUntil).toISOString(),
    terms: policyInWords(policyOf(booking), paidWith).join(' '),
    ...(left.goneBackPaise > 0 && { returned_before: rupeesAmount(left.goneBackPaise) }),
    ...(left.isDisputed && { disputed: true }),
    ...(isOnAccount(booking) && { on_account: true }),
  };
}

/**
 * GET cancel terms: the refund for cancelling a booking now. Throws 404 for another user's booking and, like
 * `checkChangeable`, 409 for a booking that cannot be cancelled.
 */
export function cancelTerms(
  database: Database,
  bookingId: string,
  userId: string,
  now: EpochMs,
): Promise<CancelTerms> {
  return inSnapshot(database, async (tx) => {
    const booking = await ownBooking(tx, bookingId, userId);
    checkChangeable(booking, now);
    return cancelTermsOf(booking, await cancellationRefund(tx, booking, now));
  });
}
