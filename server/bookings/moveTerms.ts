import { amountField } from '../../domain/money/amounts.ts';
import { isOnAccount } from '../../domain/money/deskPayment.ts';
import type { MoveRequest, MoveTerms } from '../../contract/bookings/booking.ts';
import { instantOf } from '../../domain/time/calendar.ts';
import {
  policyInWords,
  refundablePaise,
  refundTerms,
  MIN_REFUND,
  type RefundTerms,
} from '../../domain/money/cancellation.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import { slotCount, slotsIn } from '../../domain/time/slots.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import { leftOfBooking, lockLeftOfBooking, type LeftOfBooking } from '../payments/refunds/bookingLeft.ts';
import { availabilityForMove, slotsTakenError } from '../checkout/bookingTransaction.ts';
import { checkChangeable, ownBooking, paidFor, policyOf, refundTermsOf } from './cancelTerms.ts';
import { checkBookableOrOwn, isWithin, type BookableRange } from '../checkout/checkBookable.ts';
import { pricedColumns } from '../rooms/prices.ts';
import { requestedRange } from '../slots/requestedRange.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

/** In paise or half-points. */
export interface MovePrice {
  readonly amount: number;
  /** Negative for the amount that the move refunds. */
  readonly difference: number;
  /** What is left of the booking's payments before the move. */
  readonly left: LeftOfBooking;
}

/** A difference below the provider's smallest order and refund counts as zero. */
function priceAt(booking: StoredBooking, { room, day, range }: BookableRange): Omit<MovePrice, 'left'> {
  const { with: paidWith, amount: paid } = paidFor(booking);
  const amount = paidWith === 'card' ? pricedColumns(room, day, range).total_paise : slotCount(range);
  const difference = amount - paid;
  return Math.abs(difference) < MIN_REFUND[paidWith]
    ? { amount: paid, difference: 0 }
    : { amount, difference };
}

/** True when the booking has the requested room, date and times. */
export const isBookedAt = (booking: StoredBooking, { roomId, day, range }: BookableRange): boolean =>
  booking.room_id === roomId &&
  booking.day === day &&
  booking.start_slot === range.start &&
  booking.end_slot === range.end;

/**
 * The price of a move that is allowed now. What we or the provider have already returned is not refunded again. Throws 409 when
 * `checkChangeable` does, when cancelling is no longer free, and when the booking already has these times. 'lock' locks the
 * booking's payments until the end of the transaction.
 */
export async function checkMove(
  database: Database | Tx,
  booking: StoredBooking,
  requested: BookableRange,
  now: EpochMs,
  lock: 'lock' | 'read' = 'read',
): Promise<MovePrice> {
  checkChangeable(booking, now);
  if (refundTermsOf(booking, now).percent < 100) {
    throw new ApiError('too-late-to-move', 'A booking can be moved only while cancelling it is free');
  }
  if (isBookedAt(booking, requested)) throw new ApiError('same-times', 'The booking already has these times');
  const { amount, difference } = priceAt(booking, requested);
  const left = await (lock === 'lock'
    ? lockLeftOfBooking(database as Tx, booking)
    : leftOfBooking(database, booking));
  if (booking.paid_with !== 'card' || difference >= 0) return { amount, difference, left };
  const refund = refundablePaise(Math.min(-difference, left.leftPaise - amount), left.leftPaise);
  return { amount, difference: 0 - refund, left };
}

/** In paise or half-points, for cancelling directly after the move. */
export function refundTermsAfterMove(
  booking: StoredBooking,
  { day, range }: BookableRange,
  { amount, difference, left }: MovePrice,
  now: EpochMs,
): RefundTerms {
  const bookedAt = (booking.confirmed_at ?? booking.created_at).getTime();
  const startsAt = instantOf(day, range.start);
  const terms = refundTerms(policyOf(booking), startsAt, bookedAt, now, { with: booking.paid_with, amount });
  const leftPaise = left.leftPaise + difference;
  if (booking.paid_with !== 'card' || leftPaise >= amount) return terms;
  return { ...terms, refund: refundablePaise(terms.refund - (amount - leftPaise), leftPaise) };
}

export function moveTermsOf(
  booking: StoredBooking,
  requested: BookableRange,
  price: MovePrice,
  now: EpochMs,
): MoveTerms {
  const { id, paid_with: paidWith, sequence } = booking;
  const { amount, difference, left } = price;
  const { refund, percent, freeUntil } = refundTermsAfterMove(booking, requested, price, now);
  return {
    booking_id: id,
    paid_with: paidWith,
    sequence,
    amount: amountField({ with: paidWith, amount }),
    difference: amountField({ with: paidWith, amount: difference }),
    refund: amountField({ with: paidWith, amount: refund }),
    percent,
    free_until: freeUntil === null ? null : new Date(freeUntil).toISOString(),
    terms: policyInWords(policyOf(booking), paidWith).join(' '),
    ...(left.goneBackPaise > 0 && { returned_before: rupeesAmount(left.goneBackPaise) }),
    ...(left.isDisputed && { disputed: true }),
    ...(isOnAccount(booking) && { on_account: true }),
  };
}

export type MoveFields = Pick<MoveRequest, 'booking_id' | 'mid' | 'bdate' | 'stime' | 'etime' | 'ctime'>;

/**
 * The new times, validated like those of a new booking, except that a booking may always be shortened. Throws what
 * `requestedRange` and `checkBookable` throw.
 */
export const requestedMove = (
  tx: Tx,
  fields: MoveFields,
  booking: StoredBooking,
  now: EpochMs,
): Promise<BookableRange> => {
  const { user_id: userId } = booking;
  return checkBookableOrOwn(tx, requestedRange({ ...fields, uid: userId }, userId, now), booking);
};

/**
 * GET move terms: the price of moving a booking now. Throws 404 for another user's booking, 409 with the taken slots when
 * the new ones are not free, and what `requestedMove` and `checkMove` throw.
 */
export function moveTerms(
  database: Database,
  fields: MoveFields,
  userId: string,
  now: EpochMs,
): Promise<MoveTerms> {
  return inSnapshot(database, async (tx) => {
    const booking = await ownBooking(tx, fields.booking_id, userId);
    const requested = await requestedMove(tx, fields, booking, now);
    const price = await checkMove(tx, booking, requested, now);
    // A booking has its own times, even if the buffer became longer and another booking is in it.
    const taken = isWithin(booking, requested)
      ? []
      : (await availabilityForMove(tx, requested, booking)).taken;
    if (slotsIn(requested.range).some((slot) => taken.includes(slot))) {
      throw await slotsTakenError(tx, requested, booking);
    }
    return moveTermsOf(booking, requested, price, now);
  });
}
