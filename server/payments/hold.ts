import type { CreatePaymentRequest } from '../../contract/booking.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { slotCount } from '../../domain/slots.ts';
import type { BookableRange } from '../bookings/checkBookable.ts';
import { bookIfFree, claimSlots } from '../bookings/bookingSlots.ts';
import { cancelOwnHolds } from '../bookings/ownHolds.ts';
import { runBookingTransaction, SlotTaken } from '../bookings/bookingTransaction.ts';
import type { RequestedRange } from '../bookings/requestedRange.ts';
import { bookingColumns } from '../database/columns.ts';
import type { Tx } from '../database/schema.ts';
import { ApiError } from '../apiError.ts';
import { checkHoldLimit, lockHolder, lockHolderFirst } from './holdLimit.ts';
import { holdUntil, secondsToPay } from './holdTimes.ts';
import type { PaymentDeps } from './deps.ts';
import type { CardBooking } from './records.ts';
import { releaseOwnHolds } from './releaseOwnHolds.ts';

/** The user's own hold of just this stretch at the price that was shown, when it can still be paid. */
async function payableHold(
  tx: Tx,
  { userId, roomId, day, range, now }: RequestedRange,
  shownPaise: number,
): Promise<CardBooking | undefined> {
  const existing = await tx
    .selectFrom('booking')
    .select(bookingColumns)
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('day', '=', day)
    .where('start_slot', '=', range.start)
    .where('end_slot', '=', range.end)
    .where('status', '=', 'held')
    .where('total_paise', '=', shownPaise)
    .executeTakeFirst();
  return existing && secondsToPay(existing.created_at, now) > 0 ? existing : undefined;
}

/** The amount is ours to say; the client's is only compared, so that nobody pays another price than was shown. */
function checkAmount(shownPaise: number, rightPaise: number, pricePerHourPaise: number): void {
  if (shownPaise === rightPaise) return;
  throw new ApiError('price-changed', 'The price is not the one shown', {
    amount: rupeesAmount(rightPaise),
    price_per_hour: pricePerHourPaise / 100,
  });
}

/** What becomes of a booking that is about to be paid by card. */
const values = (total: number, now: number) =>
  ({
    status: 'held',
    paid_with: 'card',
    half_points: null,
    total_paise: total,
    hold_expires_at: holdUntil(now),
    confirmed_at: null,
  }) as const;

/** A booking that is held for its payment. `isNew`: made just now, so that it has no order yet. */
export interface HeldBooking {
  readonly booking: CardBooking;
  readonly isNew: boolean;
}

/**
 * Holds a stretch for a user who is about to pay it by card. Asked again while the hold lives, whether by a second click
 * or after a reload, it is the same booking at the price it was made with. Refuses with 409 'price-changed' when
 * `shown.amount` (paise) is not what it costs, and as `checkHoldLimit`, `releaseOwnHolds`, `runBookingTransaction` and
 * `cancelOwnHolds` do.
 */
export async function holdForPayment(
  deps: PaymentDeps,
  requested: BookableRange,
  shown: Pick<CreatePaymentRequest, 'amount'>,
): Promise<HeldBooking> {
  const { total } = priceOf(requested.room.price_per_hour_paise, slotCount(requested.range));
  // A wrong amount is refused below, and must not cost the hold that another tab is paying.
  if (shown.amount === total) {
    const made = await bookIfFree(deps.database, {
      requested: requested,
      lockPayer: (isFree) => lockHolder(requested, isFree),
      values: values(total, requested.now),
    });
    if (made) return { booking: made, isNew: true };
    // A refusal must not cost the holds that the new one would have replaced.
    await checkHoldLimit(deps.database, requested);
    await releaseOwnHolds(deps, requested, total);
  }
  // The provider may have taken its time.
  const later = { ...requested, now: deps.now() };
  return { booking: await holdStepwise(deps, later, shown.amount, total), isNew: false };
}

/** The same where something may be in the way: step by step. */
function holdStepwise(
  { database }: PaymentDeps,
  requested: BookableRange,
  shownPaise: number,
  total: number,
): Promise<CardBooking> {
  const { userId, roomId, room, day, range, now } = requested;
  return runBookingTransaction(database, requested, async (tx) => {
    // Two clicks take turns here, so that the second finds the hold of the first instead of cancelling it.
    await lockHolderFirst(tx, userId);

    const existing = await payableHold(tx, requested, shownPaise);
    if (existing) return existing;
    checkAmount(shownPaise, total, room.price_per_hour_paise);

    await checkHoldLimit(tx, requested);
    await cancelOwnHolds(tx, requested);
    const booking = await tx
      .insertInto('booking')
      .values({
        user_id: userId,
        room_id: roomId,
        day,
        start_slot: range.start,
        end_slot: range.end,
        created_at: new Date(now),
        ...values(total, now),
      })
      .returning(bookingColumns)
      .executeTakeFirstOrThrow();
    const claim = { ...requested, bookingId: booking.id, holdUntil: booking.hold_expires_at };
    if (!(await claimSlots(tx, claim))) throw new SlotTaken();
    return booking;
  });
}
