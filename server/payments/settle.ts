import { sql } from 'kysely';
import { startedSlots } from '../../domain/time/calendar.ts';
import type { UnusedPaymentReason } from '../../domain/money/refundReasons.ts';
import { type BookingCode, bookingCodes } from '../../domain/bookings/bookingStates.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import {
  brokenAccountRule,
  brokenRule,
  isLengthRule,
  type LengthRule,
  type AccountRule,
  type BrokenRule,
} from '../rules/bookingRules.ts';
import {
  HELD,
  claimSlots,
  confirmSlots,
  lockSeriesBookings,
  releaseSlots,
  type StoredBooking,
} from '../slots/exports.ts';
import { endOtherOwnHolds } from './ownHolds.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import { paymentOrderColumns } from '../platform/database/columns.ts';
import type { Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { queueInvoice } from '../invoices/queueTaxDocuments.ts';
import { bookedEmail, queueEmail } from '../outbox/outbox.ts';
import { applyMove, firstNewSlot, slotRangeOf } from './applyMove.ts';
import { isLink } from './links.ts';
import { settlePurchase } from './settlePurchase.ts';
import type { CapturedPayment, Settlement, SettleResult } from './settlement.ts';
import type { OperatorLog, PaymentDeps } from './deps.ts';
import {
  lockBooking,
  isPurchaseOrder,
  recordPayment,
  soldPaise,
  type BookingOrder,
  type PaymentOrder,
} from './records.ts';
import { createRefund, markBookingRefunded } from './refunds/refunds.ts';

/** A payment can still pay such a booking. It may come even for a released hold. */
export const UNPAID: ReadonlySet<BookingCode> = new Set([
  'held',
  'expired',
  bookingCodes.released,
  'moving',
  'not_moved',
]);

const PAID: ReadonlySet<BookingCode> = new Set(['confirmed', bookingCodes.cancelled, 'moved']);

/**
 * Confirms the slots of a held booking. If the hold was lost, it claims the slots again when they are free or held by the same
 * user, whose own hold then ends: a payment in an older tab counts more than an unpaid hold in a newer one. `ownIds`: the
 * bookings of this payment.
 */
async function confirmOrClaimSlots(
  tx: Tx,
  booking: StoredBooking,
  ownIds: readonly string[],
  now: EpochMs,
): Promise<boolean> {
  if (booking.status === 'held' && (await confirmSlots(tx, booking))) return true;
  // A late payment cannot book slots that have started.
  if (startedSlots(booking.day, now) > booking.start_slot) return false;
  await sql`savepoint before_claim`.execute(tx);
  await endOtherOwnHolds(tx, booking, ownIds, now);
  const claimed = await claimSlots(tx, {
    bookingId: booking.id,
    roomId: booking.room_id,
    day: booking.day,
    range: { start: booking.start_slot, end: booking.end_slot },
    holdUntil: null,
    now,
  });
  if (!claimed) await sql`rollback to savepoint before_claim`.execute(tx);
  return claimed;
}

/**
 * The id of the payment that confirmed a confirmed or cancelled booking; undefined when it was this payment. A booking that
 * an earlier version confirmed does not store its payment. Then it is the captured payment without a full refund.
 */
async function otherConfirmingPayment(
  tx: Tx,
  booking: StoredBooking,
  { id, orderId }: CapturedPayment,
): Promise<string | undefined> {
  const { paid_by_payment_id: paidBy } = booking;
  if (paidBy !== null) return paidBy === id ? undefined : paidBy;
  const other = await tx
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.payment_id')
    .select('payment.payment_id')
    .where('payment.order_id', '=', orderId)
    .where('payment.payment_id', '<>', id)
    .where('payment.status', '=', 'captured')
    .where('refund.payment_id', 'is', null)
    .executeTakeFirst();
  return other?.payment_id;
}

/** Confirms or claims the slots of every date of a series, in the order in which slots are claimed, or of no date. */
async function confirmOrClaimAllSlots(
  tx: Tx,
  dates: readonly StoredBooking[],
  now: EpochMs,
): Promise<boolean> {
  const sorted = dates.toSorted(
    (a, b) => a.room_id - b.room_id || a.day.localeCompare(b.day) || a.start_slot - b.start_slot,
  );
  await sql`savepoint before_dates`.execute(tx);
  for (const date of sorted) {
    if (await confirmOrClaimSlots(tx, date, idsOf(dates), now)) continue;
    await sql`rollback to savepoint before_dates`.execute(tx);
    return false;
  }
  return true;
}

/**
 * Sets the prices of bookings to what an offer has left of them, so that the invoice and a refund are computed from what was paid.
 * The dates of a series share the reduction by their prices, to the paisa.
 */
async function reducePrices(
  tx: Tx,
  bookings: readonly StoredBooking[],
  paidPaise: number,
  orderedPaise: number,
): Promise<void> {
  let ordered = 0;
  let assigned = 0;
  for (const { id, total_paise: price } of bookings) {
    ordered += price ?? 0;
    const paise = Math.round((ordered * paidPaise) / orderedPaise) - assigned;
    assigned += paise;
    await tx.updateTable('booking').set({ total_paise: paise }).where('id', '=', id).execute();
    await tx.updateTable('series_date').set({ amount: paise }).where('booking_id', '=', id).execute();
  }
}

/**
 * Confirms an unpaid booking, or all dates of a series, and queues the invoice. False when another booking now has some of
 * the slots.
 */
async function confirmBookings(
  tx: Tx,
  { booking, seriesBookings }: Pick<OrderedBookings, 'booking' | 'seriesBookings'>,
  payment: CapturedPayment,
  orderedPaise: number,
  now: EpochMs,
): Promise<boolean> {
  const isSecured =
    seriesBookings.length > 1
      ? await confirmOrClaimAllSlots(tx, seriesBookings, now)
      : await confirmOrClaimSlots(tx, booking, [booking.id], now);
  if (!isSecured) return false;
  await tx
    .updateTable('booking')
    .set({
      status: 'confirmed',
      confirmed_at: new Date(now),
      hold_expires_at: null,
    })
    .where('id', '=', anyOf(idsOf(seriesBookings), 'uuid'))
    .execute();
  if (payment.amountPaise < orderedPaise)
    await reducePrices(tx, seriesBookings, payment.amountPaise, orderedPaise);
  // Only the head of a series stores the payment, because the payment pays all of its bookings.
  await tx
    .updateTable('booking')
    .set({ paid_by_payment_id: payment.id })
    .where('id', '=', booking.id)
    .execute();
  const { id: paymentId, amountPaise } = payment;
  await queueInvoice(tx, { bookingId: booking.id, paymentId, amountPaise, paidFor: 'booking', now });
  const others = seriesBookings.filter(({ id }) => id !== booking.id);
  await queueEmail(tx, bookedEmail(booking, now, others));
  return true;
}

/**
 * The bookings that an order pays. `booking`: the row that the order names. `movedBooking`: the booking that moves, if that
 * row is a move. `seriesBookings`: all bookings of the series, including `booking`; a single booking is the only element.
 */
interface OrderedBookings {
  readonly booking: StoredBooking;
  readonly movedBooking: StoredBooking | null;
  readonly seriesBookings: readonly StoredBooking[];
  /** Null when the account is neither closed nor blocked. */
  readonly accountRule: AccountRule | null;
}

/** Why a payment of the right amount could not pay these bookings. */
function refundReasonOf(
  { booking, movedBooking, seriesBookings, accountRule }: OrderedBookings,
  now: EpochMs,
): UnusedPaymentReason {
  if (accountRule !== null) return accountRule;
  if (movedBooking?.status === bookingCodes.cancelled) return 'booking-cancelled';
  if (movedBooking && movedBooking.sequence !== booking.moves_sequence) return 'booking-moved';
  if (!movedBooking && !UNPAID.has(booking.status)) return 'booking-ended';
  if (movedBooking)
    return startedSlots(booking.day, now) > firstNewSlot(movedBooking, booking) ? 'begun' : 'move-ended';
  return seriesBookings.some(({ day, start_slot }) => startedSlots(day, now) > start_slot) ? 'begun' : 'late';
}

/** The hold was not lost, so the payment is not late. */
const isHeld = ({ status }: StoredBooking): boolean => HELD.includes(status);

/**
 * The one rule that decides about a captured payment of a customer or a room that can no longer book or be booked (decision
 * 0113); null when the payment may pay. Nobody books for a blocked or closed account. A payment of a hold that is not lost counts
 * even if the room was archived or its hours were changed meanwhile, as for a confirmed booking. A lost hold is booked again only
 * if it could be booked now. The desk sells outside the opening hours, so a link may be paid there.
 */
async function ruleAgainst(
  tx: Tx,
  { booking, movedBooking, seriesBookings, accountRule }: OrderedBookings,
  order: PaymentOrder,
): Promise<Exclude<BrokenRule, LengthRule> | null> {
  if (accountRule !== null) return accountRule;
  if (movedBooking || !UNPAID.has(booking.status)) return null;
  for (const date of seriesBookings) {
    if (isHeld(date)) continue;
    const rule = await brokenRule(tx, { userId: date.user_id, ...slotRangeOf(date) });
    // The hold had an allowed length.
    if (rule === null || isLengthRule(rule)) continue;
    if (!(rule === 'hours-closed' && isLink(order))) return rule;
  }
  return null;
}

const idsOf = (bookings: readonly StoredBooking[]): string[] => bookings.map(({ id }) => id);

/**
 * Locks the bookings that an order pays. The customer's row is locked first, so that the account cannot be closed or blocked
 * meanwhile, then the booking that moves, then the other rows. All transactions use this order.
 */
async function lockOrderedBookings(tx: Tx, bookingId: string): Promise<OrderedBookings> {
  const { moves_booking_id: movesId, accountRule } = await tx
    .selectFrom('booking')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['booking.moves_booking_id', brokenAccountRule.as('accountRule')])
    .where('booking.id', '=', bookingId)
    .forNoKeyUpdate('app_user')
    .executeTakeFirstOrThrow();
  const movedBooking = movesId === null ? null : await lockBooking(tx, movesId);
  const seriesBookings = await lockSeriesBookings(tx, bookingId);
  const booking = seriesBookings.find(({ id }) => id === bookingId) as StoredBooking;
  return { booking, movedBooking, seriesBookings, accountRule };
}

/**
 * The only place where a captured payment confirms a booking, applies a move or grants points. Every report of a captured payment
 * calls it, any number of times and in any order. Afterwards the payment either pays the booking, the move or the points and has
 * an invoice queued, or it has a refund. Statuses only move forward. A series is booked as a whole or not at all. 'refund-due':
 * another booking now has the slots, the account was closed, or the amount differs from the order's. A second payment for a
 * confirmed booking is refunded too, also after the customer has cancelled the booking. For callers with other statements in the
 * same transaction, which call `logSettlement` after the commit. `now`: the server's clock. Throws for
 * an unknown order.
 */
export async function settleInTransaction(
  tx: Tx,
  captured: CapturedPayment,
  now: EpochMs,
): Promise<SettleResult> {
  const order = await tx
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('order_id', '=', captured.orderId)
    .executeTakeFirstOrThrow();
  const sold = soldPaise(captured, order);
  const payment: CapturedPayment = { ...captured, amountPaise: sold ?? captured.amountPaise };
  if (isPurchaseOrder(order)) return settlePurchase(tx, captured, order, now);
  const ordered = await lockOrderedBookings(tx, (order as BookingOrder).booking_id);
  const { booking, movedBooking, seriesBookings } = ordered;
  const status = await recordPayment(tx, captured);
  await tx
    .updateTable('payment_order')
    .set({ status: 'paid' })
    .where('order_id', '=', payment.orderId)
    .execute();
  const to = { userId: booking.user_id };
  async function createRefundFor(reason: UnusedPaymentReason): Promise<UnusedPaymentReason | null> {
    if (!(await createRefund(tx, payment, movedBooking?.id ?? booking.id, reason, now))) return null;
    const payload = { payment_id: payment.id };
    await queueEmail(tx, { kind: 'paid-late', key: payment.id, to, payload, now });
    return reason;
  }

  if (PAID.has(booking.status)) {
    const isSecond =
      status === 'captured' && (await otherConfirmingPayment(tx, booking, payment)) !== undefined;
    return {
      settlement: (movedBooking ?? booking).status === bookingCodes.cancelled ? 'cancelled' : 'confirmed',
      refundReason: isSecond ? await createRefundFor('second-payment') : null,
    };
  }
  // This is an old report of a payment that has been refunded since.
  if (status === 'refunded') return { settlement: 'refund-due', refundReason: null };

  const isExpected = sold !== null;
  const broken = await ruleAgainst(tx, ordered, order);
  const isPayable = UNPAID.has(booking.status) && broken === null;
  const pay = () =>
    movedBooking
      ? applyMove(tx, { booking: movedBooking, move: booking }, payment, now)
      : confirmBookings(tx, ordered, payment, order.amount_paise, now);
  if (isPayable && isExpected && (await pay())) return { settlement: 'confirmed', refundReason: null };

  const refundReason = await createRefundFor(
    isExpected ? (broken ?? refundReasonOf(ordered, now)) : 'wrong-amount',
  );
  for (const { id } of seriesBookings) await releaseSlots(tx, id);
  if (booking.status !== 'refunded') {
    await tx
      .updateTable('booking')
      .set({ status: 'refund_due' })
      .where('id', '=', anyOf(idsOf(seriesBookings), 'uuid'))
      .execute();
    // All of the payment may have been returned already.
    if (refundReason === null) await markBookingRefunded(tx, payment.id);
  }
  return { settlement: 'refund-due', refundReason };
}

/** Logs a payment that has to be refunded. Must be called after the commit. */
export function logSettlement(
  log: OperatorLog,
  payment: CapturedPayment,
  { refundReason }: SettleResult,
): void {
  if (refundReason === null) return;
  const details = {
    order: payment.orderId,
    payment: payment.id,
    amountPaise: payment.amountPaise,
    currency: payment.currency,
    reason: refundReason,
  };
  if (refundReason === 'wrong-amount')
    log.error(details, 'a payment is not of the amount of its order: refund due');
  else log.warn(details, 'a payment cannot pay its booking: refund due');
}

/** Runs `settleInTransaction` in a new transaction and logs the result. */
export async function settle(
  { database, now, log }: Omit<PaymentDeps, 'gateway'>,
  payment: CapturedPayment,
): Promise<Settlement> {
  const settled = await inTransaction(database, (tx) => settleInTransaction(tx, payment, now()));
  logSettlement(log, payment, settled);
  return settled.settlement;
}
