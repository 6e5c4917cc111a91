import { sql } from 'kysely';
import { begunSlots } from '../../domain/calendar.ts';
import { CURRENCY } from '../../domain/pricing.ts';
import { claimSlots, confirmSlots, releaseSlots } from '../bookings/claim.ts';
import type { BookingStatus, Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { GatewayPayment } from './gateway.ts';
import { lockBooking, recordPayment, type CardBooking } from './records.ts';

/** A captured payment of one of our orders. */
export type Capture = GatewayPayment & { readonly orderId: string };

/** What became of the money: it pays the booking, or it goes back. */
export type Settlement = 'confirmed' | 'refund-due';

/** Statuses in which nothing was decided about money yet. */
const UNPAID: ReadonlySet<BookingStatus> = new Set(['held', 'expired', 'cancelled']);

/** Makes the half-hours the booking's own: those it holds, or, when it lost them, those that nobody has taken since. */
async function takeSlots(tx: Tx, booking: CardBooking, now: number): Promise<boolean> {
  if (booking.status === 'held' && (await confirmSlots(tx, booking))) return true;
  // Time that has gone by is of no use to who pays late.
  if (begunSlots(booking.day, now) > booking.start_slot) return false;
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
const otherMoney = (tx: Tx, { id, orderId }: Capture) =>
  tx
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.payment_id')
    .select('payment.payment_id')
    .where('payment.order_id', '=', orderId)
    .where('payment.payment_id', '<>', id)
    .where('payment.status', '=', 'captured')
    .where('refund.payment_id', 'is', null)
    .executeTakeFirst();

/** Writes down, once, that this payment must be given back. */
async function oweRefund(tx: Tx, payment: Capture, now: number): Promise<void> {
  await tx
    .insertInto('refund')
    .values({ payment_id: payment.id, amount_paise: payment.amountPaise, due_since: new Date(now) })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/**
 * The one place where money meets a booking: whoever learns of a captured payment for one of our orders calls it, as
 * often as they like and in any order. Afterwards that money is either what confirms the booking or due to be refunded,
 * and a booking only ever moves forward. The answer is what became of the booking: 'refund-due' when the half-hours are
 * someone else's by now, or the amount is not the order's. A second payment for a confirmed booking is refunded too.
 * `now`: the server's clock, milliseconds since 1970. Throws for an order that is not ours.
 */
export const settle = (database: Database, payment: Capture, now: number): Promise<Settlement> =>
  inTransaction(database, async (tx) => {
    const order = await tx
      .selectFrom('payment_order')
      .selectAll()
      .where('order_id', '=', payment.orderId)
      .executeTakeFirstOrThrow();
    const booking = await lockBooking(tx, order.booking_id);
    await recordPayment(tx, payment);
    await tx
      .updateTable('payment_order')
      .set({ status: 'paid' })
      .where('order_id', '=', payment.orderId)
      .execute();

    if (booking.status === 'confirmed') {
      if (await otherMoney(tx, payment)) await oweRefund(tx, payment, now);
      return 'confirmed';
    }

    const rightMoney = payment.amountPaise === order.amount_paise && payment.currency === CURRENCY;
    if (UNPAID.has(booking.status) && rightMoney && (await takeSlots(tx, booking, now))) {
      await tx
        .updateTable('booking')
        .set({ status: 'confirmed', confirmed_at: new Date(now), hold_expires_at: null })
        .where('id', '=', booking.id)
        .execute();
      return 'confirmed';
    }

    await oweRefund(tx, payment, now);
    await releaseSlots(tx, booking.id);
    if (booking.status !== 'refunded') {
      await tx.updateTable('booking').set({ status: 'refund_due' }).where('id', '=', booking.id).execute();
    }
    return 'refund-due';
  });
