import type { CreatePaymentRequest } from '../../contract/booking.ts';
import { priceOf, rupeesAmount } from '../../domain/pricing.ts';
import { halfHoursIn } from '../../domain/slots.ts';
import type { BookableStretch } from '../bookings/checkBookable.ts';
import { claimSlots } from '../bookings/claim.ts';
import { cancelOwnHolds } from '../bookings/ownHolds.ts';
import { makeBooking, SlotTaken } from '../bookings/slotTaken.ts';
import type { Database, Tx } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { holdUntil, secondsToPay } from './holdTimes.ts';
import type { CardBooking } from './records.ts';

/** The user's own hold of just this stretch at the price that was shown, when it can still be paid. */
async function payableHold(
  tx: Tx,
  { user, room, day, range }: BookableStretch,
  shownPaise: number,
  now: number,
): Promise<CardBooking | undefined> {
  const hold = await tx
    .selectFrom('booking')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('room_id', '=', room.id)
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

/**
 * Holds a stretch for a user who is about to pay it by card. Asked again while the hold lives, whether by a second click
 * or after a reload, it is the same booking at the price it was made with. Refuses with 409 'price-changed' when
 * `shown.amount` (paise) is not what it costs, and as `makeBooking` and `cancelOwnHolds` do. `now`: the server's clock, milliseconds since 1970.
 */
export function holdForPayment(
  database: Database,
  stretch: BookableStretch,
  shown: Pick<CreatePaymentRequest, 'amount'>,
  now: number,
): Promise<CardBooking> {
  const { user, room, day, range } = stretch;
  const attempt = { userId: user.id, roomId: room.id, day, range, now };
  return makeBooking(database, attempt, async (tx) => {
    // Two clicks take turns here, so that the second finds the hold of the first instead of cancelling it.
    await tx.selectFrom('app_user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();

    const hold = await payableHold(tx, stretch, shown.amount, now);
    if (hold) return hold;
    const { total } = priceOf(room.price_per_hour_paise, halfHoursIn(range));
    checkAmount(shown.amount, total, room.price_per_hour_paise);

    await cancelOwnHolds(tx, attempt);
    const booking = await tx
      .insertInto('booking')
      .values({
        user_id: user.id,
        room_id: room.id,
        day,
        start_slot: range.start,
        end_slot: range.end,
        status: 'held',
        paid_with: 'card',
        total_paise: total,
        hold_expires_at: holdUntil(now),
        created_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const claim = { ...attempt, bookingId: booking.id, holdUntil: booking.hold_expires_at };
    if (!(await claimSlots(tx, claim))) throw new SlotTaken();
    return booking;
  });
}
