import type { ExtensionFields } from '../../../contract/desk/changedLength.ts';
import { addedRanges } from '../../../domain/bookings/changedLength.ts';
import { messages } from '../../../domain/text/messages.ts';
import { dateAt, startedSlots, weekdayOf } from '../../../domain/time/calendar.ts';
import { priceOfTimes, slotPricesOf, unequalPrices } from '../../../domain/money/rates.ts';
import { isOpenFor } from '../../../domain/time/openingHours.ts';
import { clockTime, slotCount, SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { inHundredths } from '../../bookings/cancelTerms.ts';
import { endPendingMove, extensionLink, releaseOverlappingHolds } from '../../payments/ownHolds.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { bookedSlotPrices, checkAmount, type StoredTariff, tariffOf, tariffOn } from '../../rooms/prices.ts';
import { brokenRuleOfAccount, lockRoomAsItIs, roomIsOnSite } from '../../rules/bookingRules.ts';
import { openRangeOn, type StoredHours } from '../../slots/openHours.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { lockChangedLength, type ChangedLength } from './changedLength.ts';

/** A longer booking that has passed every rule. `price`: of the added slots, in paise or half-points. */
export interface Extension extends ChangedLength {
  readonly added: readonly SlotRange[];
  readonly price: number;
  /** `slot_prices` of the longer booking. */
  readonly slotPrices: readonly number[] | null;
}

/** Its prices are those of today. */
interface Room extends StoredHours, StoredTariff {
  readonly name: string;
  readonly is_on_site: boolean;
}

/** With the room's row locked against a change. */
async function lockedRoom(tx: Tx, roomId: number, now: EpochMs): Promise<Room> {
  await lockRoomAsItIs(tx, roomId);
  return tx
    .selectFrom('room')
    .select(['name', 'opens', 'closes', roomIsOnSite.as('is_on_site')])
    .select(tariffOn(dateAt(now)))
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
}

/** Throws 400 for times outside the opening hours: unlike a sale, an extension keeps to them. */
function checkHours(room: Room, day: string, added: SlotRange): void {
  const open = openRangeOn(room, weekdayOf(day));
  if (isOpenFor(open, added)) return;
  if (open === null) throw fieldError('end_time', `must not change: ${room.name} is closed on this day`);
  if (added.start < open.start)
    throw fieldError('start_time', `must be ${clockTime(open.start)} or later: ${room.name} opens then`);
  const closing = open.end === SLOTS_PER_DAY ? 'midnight' : clockTime(open.end);
  throw fieldError('end_time', `must be ${closing} or earlier: ${room.name} closes then`);
}

/**
 * Locks a booking that becomes longer, before or while it runs or after its end: the added slots cost today's price of the room.
 * The customer's own unpaid holds of the added slots end. Null when the same request has already made it longer. Throws as
 * `lockChangedLength`, 400 for a start in the past and for times outside the opening hours, 403 for a blocked account, 404 for an
 * archived room, 409 'price-changed' for another price than the shown one, and 'payment-under-way' while a payment link for longer
 * times is open, or when a hold of the added slots is being paid.
 */
export async function lockExtension(
  tx: Tx,
  request: ExtensionFields,
  now: EpochMs,
  isRepeated: (booking: StoredBooking) => Promise<boolean>,
): Promise<Extension | null> {
  const change = await lockChangedLength(tx, request, 'longer', now, isRepeated);
  if (!change) return null;
  const { booking, from, to } = change;
  const isEarlier = to.range.start < from.range.start;
  if (isEarlier && to.range.start < startedSlots(booking.day, now))
    throw fieldError('start_time', 'must not be in the past');
  const added = addedRanges(from.range, to.range);
  if ((await brokenRuleOfAccount(tx, booking.user_id)) !== null)
    throw new ApiError('blocked', messages.booking.blocked);
  const room = await lockedRoom(tx, booking.room_id, now);
  if (!room.is_on_site) throw new ApiError('not-found', 'This room takes no more bookings');
  for (const range of added) checkHours(room, booking.day, range);
  const slots = added.reduce((sum, range) => sum + slotCount(range), 0);
  const price =
    booking.paid_with === 'card' ? priceOfTimes(tariffOf(room), booking.day, ...added).total : slots;
  const priceAt = (start: number, end: number) => slotPricesOf(tariffOf(room), booking.day, { start, end });
  const slotPrices =
    booking.paid_with === 'card'
      ? unequalPrices([
          ...priceAt(to.range.start, from.range.start),
          ...bookedSlotPrices(booking),
          ...priceAt(from.range.end, to.range.end),
        ])
      : null;
  checkAmount(request.amount, inHundredths(booking, price), room);
  if (await extensionLink(tx, booking.id, now)) {
    throw new ApiError(
      'payment-under-way',
      'A payment link for longer times of this booking is open: withdraw it first',
    );
  }
  await endPendingMove(tx, booking.id, 'even if paid');
  for (const range of added)
    await releaseOverlappingHolds(tx, { ...to, range, userId: booking.user_id, now });
  return { ...change, added, price, slotPrices };
}
