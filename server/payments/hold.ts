import type { CreatePaymentRequest } from '../../contract/booking.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { halfHoursIn } from '../../domain/slots.ts';
import type { BookableStretch } from '../bookings/checkBookable.ts';
import { claimFree, claimSlots } from '../bookings/claim.ts';
import { cancelOwnHolds } from '../bookings/ownHolds.ts';
import { makeBooking, SlotTaken } from '../bookings/slotTaken.ts';
import type { WantedStretch } from '../bookings/wantedStretch.ts';
import { bookingColumns } from '../database/columns.ts';
import type { Tx } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { checkHoldLimit, lockHolder, lockHolderFirst } from './holdLimit.ts';
import { holdUntil, secondsToPay } from './holdTimes.ts';
import type { PaymentParts } from './parts.ts';
import type { CardBooking } from './records.ts';
import { releaseOwnHolds } from './releaseOwnHolds.ts';

/** The user's own hold of just this stretch at the price that was shown, when it can still be paid. */
async function payableHold(
  tx: Tx,
  { userId, roomId, day, range, now }: WantedStretch,
  shownPaise: number,
): Promise<CardBooking | undefined> {
  const hold = await tx
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
  return hold && secondsToPay(hold.created_at, now) > 0 ? hold : undefined;
}

/** The amount is ours to say; the client's is only compared, so that nobody pays another price than was shown. */
function checkAmount(shownPaise: number, rightPaise: number, pricePerHourPaise: number): void {
  if (shownPaise === rightPaise) return;
  throw new Refusal('price-changed', 'The price is not the one shown', {
    amount: rupeesAmount(rightPaise),
    price_per_hour: pricePerHourPaise / 100,
  });
}

/** What becomes of a booking that is about to be paid by card. */
const terms = (total: number, now: number) =>
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
 * `shown.amount` (paise) is not what it costs, and as `checkHoldLimit`, `releaseOwnHolds`, `makeBooking` and
 * `cancelOwnHolds` do.
 */
export async function holdForPayment(
  parts: PaymentParts,
  stretch: BookableStretch,
  shown: Pick<CreatePaymentRequest, 'amount'>,
): Promise<HeldBooking> {
  const { total } = priceOf(stretch.room.price_per_hour_paise, halfHoursIn(stretch.range));
  // A wrong amount is refused below, and must not cost the hold that another tab is paying.
  if (shown.amount === total) {
    const made = await claimFree(parts.database, {
      wanted: stretch,
      payer: (isFree) => lockHolder(stretch, isFree),
      terms: terms(total, stretch.now),
    });
    if (made) return { booking: made, isNew: true };
    // A refusal must not cost the holds that the new one would have replaced.
    await checkHoldLimit(parts.database, stretch);
    await releaseOwnHolds(parts, stretch, total);
  }
  // The provider may have taken its time.
  const later = { ...stretch, now: parts.now() };
  return { booking: await holdInTurn(parts, later, shown.amount, total), isNew: false };
}

/** The same where something may be in the way: step by step. */
function holdInTurn(
  { database }: PaymentParts,
  stretch: BookableStretch,
  shownPaise: number,
  total: number,
): Promise<CardBooking> {
  const { userId, roomId, room, day, range, now } = stretch;
  return makeBooking(database, stretch, async (tx) => {
    // Two clicks take turns here, so that the second finds the hold of the first instead of cancelling it.
    await lockHolderFirst(tx, userId);

    const hold = await payableHold(tx, stretch, shownPaise);
    if (hold) return hold;
    checkAmount(shownPaise, total, room.price_per_hour_paise);

    await checkHoldLimit(tx, stretch);
    await cancelOwnHolds(tx, stretch);
    const booking = await tx
      .insertInto('booking')
      .values({
        user_id: userId,
        room_id: roomId,
        day,
        start_slot: range.start,
        end_slot: range.end,
        created_at: new Date(now),
        ...terms(total, now),
      })
      .returning(bookingColumns)
      .executeTakeFirstOrThrow();
    const claim = { ...stretch, bookingId: booking.id, holdUntil: booking.hold_expires_at };
    if (!(await claimSlots(tx, claim))) throw new SlotTaken();
    return booking;
  });
}
