import { sql } from 'kysely';
import type { CreatePaymentRequest } from '../../contract/bookings/booking.ts';
import { slotCount } from '../../domain/time/slots.ts';
import { checkStillBookable, type BookableRange } from './checkBookable.ts';
import { bookIfFree, holdIsOnlyTaken, insertHold } from './bookIfFree.ts';
import { releaseOverlappingHolds } from '../payments/ownHolds.ts';
import { runBookingTransaction, takenByOthersError } from './bookingTransaction.ts';
import { insertBooking } from './insertBooking.ts';
import type { RequestedRange } from '../slots/requestedRange.ts';
import { bookingColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inSnapshot } from '../platform/database/transaction.ts';
import { policyAt } from '../rooms/policies.ts';
import { checkAmount, pricedColumns } from '../rooms/prices.ts';
import { isOfSeries } from '../slots/seriesDates.ts';
import { hasLink } from '../payments/links.ts';
import { checkHoldLimit, countHold, lockUserForHold, mayHold } from './holdLimit.ts';
import { holdUntil, secondsToPay } from '../payments/holdTimes.ts';
import { releaseOwnHolds } from './releaseOwnHolds.ts';
import {
  checkUnpaidLimit,
  heldFromColumns,
  lockNetwork,
  unpaidLimitParts,
  type HoldDeps,
  type Requester,
} from './unpaidLimit.ts';
import type { StoredBooking } from '../slots/storedBooking.ts';

/**
 * The user's own live hold of exactly this range at the shown price, if it can still be paid. The hold of a waiting list
 * offer is not paid: the checkout replaces it by a new hold with the full time to pay. A date of a series is paid only
 * together with the series, and a booking with a payment link only by the link.
 */
async function payableHold(
  tx: Database | Tx,
  { userId, roomId, day, range, now }: RequestedRange,
  shownPaise: number,
): Promise<StoredBooking | undefined> {
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
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('waitlist_entry').whereRef('waitlist_entry.booking_id', '=', 'booking.id'))),
    )
    .where(({ not }) => not(isOfSeries))
    .where(({ not }) => not(hasLink))
    .executeTakeFirst();
  return existing && secondsToPay(existing.created_at, now) > 0 ? existing : undefined;
}

/** A booking that is held for a card payment. */
const heldBookingValues = (requester: Requester, { room, day, range, now, policyFrom }: BookableRange) =>
  ({
    status: 'held',
    paid_with: 'card',
    half_points: null,
    ...pricedColumns(room, day, range),
    hold_expires_at: holdUntil(now),
    confirmed_at: null,
    policy: policyAt(now, 'card', policyFrom),
    ...heldFromColumns(requester),
  }) as const;

/**
 * A held booking. `isNew`: this call created the booking, so it has no order yet. `seriesPaise`: the price of the series
 * whose head it is.
 */
export interface HeldBooking {
  readonly booking: StoredBooking;
  readonly isNew: boolean;
  readonly seriesPaise?: number;
}

/**
 * Holds a slot range for a card payment. A repeated call while the hold is live, from a second click or after a reload,
 * returns the same booking at its original price. Throws 409 'price-changed' when `shown.amount` (paise) is not the price,
 * and what `checkHoldLimit`, `checkUnpaidLimit`, `releaseOwnHolds`, `runBookingTransaction` and `releaseOverlappingHolds` throw.
 */
export async function holdForPayment(
  deps: HoldDeps,
  requested: BookableRange,
  requester: Requester,
  shown: Pick<CreatePaymentRequest, 'amount'>,
): Promise<HeldBooking> {
  const { total_paise: total } = pricedColumns(requested.room, requested.day, requested.range);
  // A wrong amount is rejected below and must not release a hold that another tab is paying.
  if (shown.amount === total) {
    const made = await holdIfFree(deps, requested, requester);
    if (made === 'taken') throw await takenByOthersError(deps.database, requested);
    if (made) return { booking: made, isNew: true };
    // The limits are checked first, so that a rejected hold does not release the holds that it would have replaced. A hold that
    // exists already needs nothing more.
    if (!(await payableHold(deps.database, requested, shown.amount))) {
      await inSnapshot(deps.database, (tx) => checkLimits(deps, tx, requested, requester));
    }
    await releaseOwnHolds(deps, requested, total);
  }
  // The call to the provider may have taken several seconds.
  const requestedNow = { ...requested, now: deps.now() };
  return {
    booking: await holdInTransaction(deps, requestedNow, requester, shown.amount),
    isNew: false,
  };
}

/** Holds in one statement, as `bookIfFree` does. */
export function holdIfFree(
  { database, unpaidLimits: limits }: Pick<HoldDeps, 'database' | 'unpaidLimits'>,
  requested: BookableRange,
  requester: Requester,
): Promise<StoredBooking | 'taken' | null> {
  const { range, now } = requested;
  const { ctes, isWithin, isNew } = unpaidLimitParts({ requester, slots: slotCount(range), limits, now });
  const mayBook = sql<boolean>`(${mayHold(requested)} and ${isWithin})`;
  const values = { ...heldBookingValues(requester, requested), by_new_customer: isNew };
  return bookIfFree(database, {
    requested,
    insert: () => insertHold(database, { requested, ctes, lockUser: countHold, mayBook, values }),
    isOnlyTaken: () => holdIsOnlyTaken(database, { requested, ctes, mayBook }),
  });
}

/** Throws 409 'too-many-holds' or 'unpaid-limit' for a hold of a single booking. */
async function checkLimits(
  { unpaidLimits: limits }: Pick<HoldDeps, 'unpaidLimits'>,
  tx: Tx,
  requested: RequestedRange,
  requester: Requester,
): Promise<void> {
  const replaced = await checkHoldLimit(tx, 'booking', [requested], requested.now);
  const hold = { requester, slots: slotCount(requested.range), limits, now: requested.now };
  await checkUnpaidLimit(tx, hold, replaced);
}

/** Holds in several statements, which may replace own and expired holds, and name the rule that is broken. */
export function holdInTransaction(
  deps: Pick<HoldDeps, 'database' | 'unpaidLimits'>,
  requested: BookableRange,
  requester: Requester,
  shownPaise: number,
): Promise<StoredBooking> {
  const { userId, room, now } = requested;
  const values = heldBookingValues(requester, requested);
  return runBookingTransaction(deps.database, requested, async (tx) => {
    await lockNetwork(tx, requester, now);
    // The lock serialises two clicks: the second finds the hold of the first and does not release it.
    await lockUserForHold(tx, userId);
    await checkStillBookable(tx, requested);

    const existing = await payableHold(tx, requested, shownPaise);
    if (existing) return existing;
    checkAmount(shownPaise, values.total_paise, room);

    await checkLimits(deps, tx, requested, requester);
    await releaseOverlappingHolds(tx, requested);
    return insertBooking(tx, requested, values);
  });
}
