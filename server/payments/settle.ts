import { sql } from 'kysely';
import { startedSlots } from '../../domain/calendar.ts';
import { claimSlots, confirmSlots, releaseSlots } from '../bookings/bookingSlots.ts';
import { paymentOrderColumns } from '../database/columns.ts';
import type { BookingStatus, RefundReason, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { OperatorLog, PaymentDeps } from './deps.ts';
import {
  isExpectedAmount,
  lockBooking,
  recordPayment,
  type CardBooking,
  type OrderPayment,
} from './records.ts';
import { createRefund } from './refunds.ts';

/** A captured payment of one of our orders. */
export type Capture = OrderPayment & { readonly status: 'captured' };

export const isCapture = (payment: OrderPayment): payment is Capture => payment.status === 'captured';

/** What became of the booking: it is paid, or what was paid for it goes back. */
export type Settlement = 'confirmed' | 'refund-due';

/** What one report of money did. `owed`: why this payment has to go back, when that was not known before. */
export interface Settled {
  readonly settlement: Settlement;
  readonly owed: RefundReason | null;
}

/** Statuses in which nothing was decided about money yet: a payment may still come, even for one that was given up. */
export const UNPAID: ReadonlySet<BookingStatus> = new Set(['held', 'expired', 'cancelled']);

/** Makes the half-hours the booking's own: those it holds, or, when it lost them, those that nobody has taken since. */
async function secureSlots(tx: Tx, booking: CardBooking, now: number): Promise<boolean> {
  if (booking.status === 'held' && (await confirmSlots(tx, booking))) return true;
  // Time that has gone by is of no use to who pays late.
  if (startedSlots(booking.day, now) > booking.start_slot) return false;
  await sql`savepoint before_claim`.execute(tx);
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

/** The captured payment, other than this one, that the order's booking is paid with. */
const otherCapture = (tx: Tx, { id, orderId }: Capture) =>
  tx
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.payment_id')
    .select('payment.payment_id')
    .where('payment.order_id', '=', orderId)
    .where('payment.payment_id', '<>', id)
    .where('payment.status', '=', 'captured')
    .where('refund.payment_id', 'is', null)
    .executeTakeFirst();

/**
 * The one place where money meets a booking: whoever learns of a captured payment for one of our orders calls it, as
 * often as they like and in any order. Afterwards that money is either what confirms the booking or due to be refunded,
 * and a booking only ever moves forward. The settlement is 'refund-due' when the half-hours are someone else's by now, or
 * the amount is not the order's. A second payment for a confirmed booking is refunded too. For callers with more to do
 * in the same transaction, who then `logSettlement`. `now`: the server's clock, milliseconds since 1970. Throws for an
 * order that is not ours.
 */
export async function settleIn(tx: Tx, payment: Capture, now: number): Promise<Settled> {
  const order = await tx
    .selectFrom('payment_order')
    .select(paymentOrderColumns)
    .where('order_id', '=', payment.orderId)
    .executeTakeFirstOrThrow();
  const booking = await lockBooking(tx, order.booking_id);
  const status = await recordPayment(tx, payment);
  await tx
    .updateTable('payment_order')
    .set({ status: 'paid' })
    .where('order_id', '=', payment.orderId)
    .execute();
  const createRefundFor = async (reason: RefundReason) =>
    (await createRefund(tx, payment, reason, now)) ? reason : null;

  if (booking.status === 'confirmed') {
    const isSecond = status === 'captured' && (await otherCapture(tx, payment)) !== undefined;
    return { settlement: 'confirmed', owed: isSecond ? await createRefundFor('second-payment') : null };
  }
  // An old report of money that has gone back since.
  if (status === 'refunded') return { settlement: 'refund-due', owed: null };

  const isExpected = isExpectedAmount(payment, order);
  const isUnpaid = UNPAID.has(booking.status);
  if (isUnpaid && isExpected && (await secureSlots(tx, booking, now))) {
    await tx
      .updateTable('booking')
      .set({ status: 'confirmed', confirmed_at: new Date(now), hold_expires_at: null })
      .where('id', '=', booking.id)
      .execute();
    return { settlement: 'confirmed', owed: null };
  }

  const late = isUnpaid || booking.status === 'refund_due' ? 'late' : 'second-payment';
  const owed = await createRefundFor(isExpected ? late : 'wrong-amount');
  await releaseSlots(tx, booking.id);
  if (booking.status !== 'refunded') {
    await tx.updateTable('booking').set({ status: 'refund_due' }).where('id', '=', booking.id).execute();
  }
  return { settlement: 'refund-due', owed };
}

/** Tells the operators, once the transaction is committed, of money that has to go back. */
export function logSettlement(log: OperatorLog, payment: Capture, { owed }: Settled): void {
  if (owed === null) return;
  const details = {
    order: payment.orderId,
    payment: payment.id,
    amountPaise: payment.amountPaise,
    currency: payment.currency,
    reason: owed,
  };
  if (owed === 'wrong-amount') log.error(details, 'a payment is not of the amount of its order: refund due');
  else log.warn(details, 'a payment cannot pay its booking: refund due');
}

/** `settleIn` in a transaction of its own, the operators told. */
export async function settle(
  { database, now, log }: Omit<PaymentDeps, 'gateway'>,
  payment: Capture,
): Promise<Settlement> {
  const settled = await inTransaction(database, (tx) => settleIn(tx, payment, now()));
  logSettlement(log, payment, settled);
  return settled.settlement;
}
