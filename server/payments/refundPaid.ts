import { sql } from 'kysely';
import type { PartRefundReason, Tx } from '../database/schema.ts';
import { creditNoteDue } from '../papers/due.ts';
import type { CardBooking } from './records.ts';

/** A payment that paid a booking. */
interface PayingPayment {
  readonly id: string;
  /** What is neither refunded nor about to be, in paise. */
  readonly leftPaise: number;
}

/**
 * Stores which payment paid a booking that an earlier version confirmed: the captured one which is not refunded whole.
 * The booking's row is locked.
 */
const storePaidBy = (tx: Tx, bookingId: string): Promise<unknown> =>
  sql`
    update booking set paid_by_payment_id = payment.payment_id
    from payment_order join payment on payment.order_id = payment_order.order_id
    where booking.id = ${bookingId}::uuid and payment_order.booking_id = booking.id
      and booking.paid_by_payment_id is null and payment.status in ('captured', 'refunded')
      and not exists (select from refund where refund.payment_id = payment.payment_id)`.execute(tx);

/** The payments that paid a booking, whose row is locked. */
async function payingPayments(tx: Tx, bookingId: string): Promise<PayingPayment[]> {
  const { rows } = await sql<PayingPayment>`
    select payment.payment_id as id, (payment.amount_paise - coalesce((
      select sum(amount_paise) from refund where source_payment_id = payment.payment_id
    ), 0))::integer as "leftPaise"
    from booking join payment on payment.payment_id = booking.paid_by_payment_id
    where booking.id = ${bookingId}::uuid`.execute(tx);
  return rows;
}

/** An amount of a booking's price that goes back. */
export interface PaidRefund {
  readonly amountPaise: number;
  readonly reason: PartRefundReason;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
}

/**
 * Makes refunds due of the payments that paid a booking, whose row is locked: together `amountPaise`, each with its
 * credit note. Throws when the
 * payments have less left, which rolls the transaction back: what a booking costs is never more than what its payments
 * have left.
 */
export async function refundPaid(
  tx: Tx,
  booking: CardBooking,
  { amountPaise, reason, now }: PaidRefund,
): Promise<void> {
  if (booking.paid_by_payment_id === null) await storePaidBy(tx, booking.id);
  let duePaise = amountPaise;
  for (const { id, leftPaise } of await payingPayments(tx, booking.id)) {
    const part = Math.min(leftPaise, duePaise);
    if (part <= 0) continue;
    const { id: refundId } = await tx
      .insertInto('refund')
      .values({
        paying_payment_id: id,
        booking_id: booking.id,
        amount_paise: part,
        reason,
        due_since: new Date(now),
        next_try_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await creditNoteDue(tx, { refundId, paymentId: id, amountPaise: part, reason, now });
    duePaise -= part;
  }
  if (duePaise > 0) throw new Error(`booking ${booking.id}: ${duePaise} paise are not left of its payments`);
}
