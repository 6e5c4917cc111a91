import type { MoveRequest, MoveTerms } from '../../contract/booking.ts';
import { instantOf } from '../../domain/calendar.ts';
import { policyInWords, refundTerms, SMALLEST_REFUND, type RefundTerms } from '../../domain/cancellation.ts';
import { priceOf } from '../../domain/pricing.ts';
import { slotCount, slotsIn } from '../../domain/slots.ts';
import { ApiError } from '../apiError.ts';
import type { Database } from '../database/schema.ts';
import { availabilityForMove, slotsTakenError } from './bookingTransaction.ts';
import { amountText, checkChangeable, ownBooking, paidFor, policyOf, refundTermsOf } from './cancelTerms.ts';
import { checkBookable, type BookableRange } from './checkBookable.ts';
import { requestedRange } from './requestedRange.ts';
import type { StoredBooking } from './storedBooking.ts';

/** What a booking costs after a move, and how much more that is: paise, or half-points. */
export interface MovePrice {
  readonly amount: number;
  readonly difference: number;
}

/** The price of the new times. A difference below the provider's smallest order and refund is none. */
function priceAt(booking: StoredBooking, { room, range }: BookableRange): MovePrice {
  const { with: paidWith, amount: paid } = paidFor(booking);
  const slots = slotCount(range);
  const amount = paidWith === 'card' ? priceOf(room.price_per_hour_paise, slots).total : slots;
  const difference = amount - paid;
  return Math.abs(difference) < SMALLEST_REFUND[paidWith]
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
 * The price of a move that is allowed now. Refuses (409) as `checkChangeable`, and when cancelling is not free any more
 * or the booking has these times already.
 */
export function checkMove(booking: StoredBooking, requested: BookableRange, now: number): MovePrice {
  checkChangeable(booking, now);
  if (refundTermsOf(booking, now).percent < 100) {
    throw new ApiError('too-late-to-move', 'A booking can be moved as long as cancelling it is free');
  }
  if (isBookedAt(booking, requested)) throw new ApiError('same-times', 'The booking has these times already');
  return priceAt(booking, requested);
}

/** The refund for cancelling directly after the move, in paise or half-points. `now`: milliseconds since 1970. */
export function refundTermsAfterMove(
  booking: StoredBooking,
  { day, range }: BookableRange,
  { amount }: MovePrice,
  now: number,
): RefundTerms {
  const bookedAt = (booking.confirmed_at ?? booking.created_at).getTime();
  const startsAt = instantOf(day, range.start);
  return refundTerms(policyOf(booking), startsAt, bookedAt, now, { with: booking.paid_with, amount });
}

/** A move's price as the API sends it. `now`: milliseconds since 1970. */
export function moveTermsOf(
  booking: StoredBooking,
  requested: BookableRange,
  price: MovePrice,
  now: number,
): MoveTerms {
  const { id, paid_with: paidWith, sequence } = booking;
  const { amount, difference } = price;
  const { refund, percent, freeUntil } = refundTermsAfterMove(booking, requested, price, now);
  return {
    booking_id: id,
    paid_with: paidWith,
    sequence,
    amount: amountText(paidWith, amount),
    difference: `${difference < 0 ? '-' : ''}${amountText(paidWith, Math.abs(difference))}`,
    refund: amountText(paidWith, refund),
    percent,
    free_until: freeUntil === null ? null : new Date(freeUntil).toISOString(),
    terms: policyInWords(policyOf(booking), paidWith).join(' '),
  };
}

/** Where a booking is to move. */
export type MoveFields = Pick<MoveRequest, 'booking_id' | 'mid' | 'bdate' | 'stime' | 'etime' | 'ctime'>;

/** The new times, checked like those of a new booking. Refuses as `requestedRange` and `checkBookable` do. */
export const requestedMove = (
  database: Database,
  fields: MoveFields,
  userId: string,
  now: number,
): Promise<BookableRange> => checkBookable(database, requestedRange({ ...fields, uid: userId }, userId, now));

/**
 * GET move terms: what moving a booking would cost now. Refuses with 404 for another user's booking, as `requestedMove`
 * and `checkMove` do, and with 409 and the taken slots when the new ones are not free.
 */
export async function moveTerms(
  database: Database,
  fields: MoveFields,
  userId: string,
  now: number,
): Promise<MoveTerms> {
  const booking = await ownBooking(database, fields.booking_id, userId);
  const requested = await requestedMove(database, fields, userId, now);
  const price = checkMove(booking, requested, now);
  const { taken } = await availabilityForMove(database, requested, booking);
  if (slotsIn(requested.range).some((slot) => taken.includes(slot))) {
    throw await slotsTakenError(database, requested, booking);
  }
  return moveTermsOf(booking, requested, price, now);
}
