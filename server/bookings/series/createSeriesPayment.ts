import type { CreatePaymentResponse } from '../../../contract/bookings/booking.ts';
import type { CreateSeriesPaymentRequest } from '../../../contract/bookings/series.ts';
import { slotCount } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { checkStillBookable, type BookableRange } from '../../checkout/checkBookable.ts';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.ts';
import type { HeldBooking } from '../../checkout/hold.ts';
import { checkHoldLimit, lockUserForHold } from '../../checkout/holdLimit.ts';
import { holdUntil, secondsToPay } from '../../payments/holdTimes.ts';
import { openCheckout } from '../../checkout/openCheckout.ts';
import { releaseOwnHolds } from '../../checkout/releaseOwnHolds.ts';
import {
  checkUnpaidLimit,
  heldFromColumns,
  lockNetwork,
  type HoldDeps,
  type Requester,
} from '../../checkout/unpaidLimit.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { policyAt } from '../../rooms/policies.ts';
import { checkAmount, pricedColumns } from '../../rooms/prices.ts';
import { insertSeries, findSameSeries } from './insertSeries.ts';
import { checkInvoiceName } from '../../invoices/checkInvoiceName.ts';
import { bookableSeries, runSeriesTransaction, type SeriesRanges } from './requestedSeries.ts';
import { hasLink } from '../../payments/links.ts';
import { seriesTotal } from '../../slots/seriesDates.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';

const pricedDate = ({ room, day, range }: BookableRange) => pricedColumns(room, day, range);

/** Head of the user's own live hold of exactly this series at the shown price, if it can still be paid. */
async function payableSeries(
  tx: Tx,
  dates: SeriesRanges<BookableRange>,
  shownPaise: number,
  now: EpochMs,
): Promise<StoredBooking | null> {
  const [head] = (await findSameSeries(tx, dates, { status: 'held', paidWith: 'card' })) ?? [];
  if (!head || secondsToPay(head.created_at, now) <= 0) return null;
  // A series with a payment link is paid only by the link.
  const linked = tx.selectFrom('booking').select(hasLink.as('has_link')).where('id', '=', head.id);
  if ((await linked.executeTakeFirstOrThrow()).has_link) return null;
  return (await seriesTotal(tx, head.id)) === shownPaise ? head : null;
}

/** Throws 409 'too-many-holds' or 'unpaid-limit' for the hold of a series. */
async function checkLimits(
  { unpaidLimits: limits }: HoldDeps,
  tx: Tx,
  dates: SeriesRanges<BookableRange>,
  requester: Requester,
  now: EpochMs,
): Promise<void> {
  const replaced = await checkHoldLimit(tx, 'series', dates, now);
  const slots = dates.reduce((sum, { range }) => sum + slotCount(range), 0);
  await checkUnpaidLimit(tx, { requester, slots, limits, now }, replaced);
}

/**
 * Holds all dates of a series for one card payment, or none. A repeated call while the hold is live returns the same hold.
 * Throws 409 'price-changed' when `shownPaise` is not the total price of all dates, 'slot-taken' or 'already-booked' for the
 * first date that is not free, 'payment-under-way', and what `checkLimits` throws.
 */
async function holdSeries(
  deps: HoldDeps,
  dates: SeriesRanges<BookableRange>,
  requester: Requester,
  shownPaise: number,
): Promise<HeldBooking> {
  const { database } = deps;
  const total = dates.reduce((sum, date) => sum + pricedDate(date).total_paise, 0);
  const [first] = dates;
  const existing = await inTransaction(database, (tx) => payableSeries(tx, dates, shownPaise, deps.now()));
  if (existing) return { booking: existing, isNew: false, seriesPaise: shownPaise };
  checkAmount(shownPaise, total, first.room);
  // The limit is checked first, so that a rejected series does not release the holds that it would have replaced.
  await inSnapshot(database, (tx) => checkLimits(deps, tx, dates, requester, deps.now()));
  for (const date of dates) await releaseOwnHolds(deps, date, null);

  const booking = await runSeriesTransaction(database, dates, async (tx) => {
    await lockNetwork(tx, requester, deps.now());
    await lockUserForHold(tx, first.userId);
    // The calls to the provider may have taken several seconds.
    const now = deps.now();
    for (const date of dates) await checkStillBookable(tx, { ...date, now });
    const concurrent = await payableSeries(tx, dates, total, now);
    if (concurrent) return concurrent;
    await checkLimits(deps, tx, dates, requester, now);
    const until = holdUntil(now);
    const [head] = await insertSeries(
      tx,
      dates.map((date) => ({
        requested: { ...date, now },
        amount: pricedDate(date).total_paise,
        values: {
          status: 'held',
          paid_with: 'card',
          half_points: null,
          ...pricedDate(date),
          hold_expires_at: until,
          confirmed_at: null,
          policy: policyAt(now, 'card', date.policyFrom),
          ...heldFromColumns(requester),
        },
      })),
      now,
    );
    return head as StoredBooking;
  });
  return { booking, isNew: false, seriesPaise: total };
}

/**
 * POST create series payment: holds the slots of all dates and opens one order for their price. Throws what
 * `bookableSeries`, `checkInvoiceName`, `holdSeries` and `openCheckout` throw.
 */
export async function createSeriesPayment(
  deps: HoldDeps,
  request: CreateSeriesPaymentRequest,
  requester: Requester,
): Promise<CreatePaymentResponse> {
  const dates = await bookableSeries(deps.database, request, requester.id, deps.now());
  await checkInvoiceName(deps.database, requester.id);
  const held = await holdSeries(deps, dates, requester, request.amount);
  return { data: await openCheckout(deps, held, dates[0]) };
}
