import { sql } from 'kysely';
import type { PartRefundReason, Tx } from '../database/schema.ts';
import { queueCreditNote } from '../papers/queuePapers.ts';
import { splitRefund, type Refundable } from './splitRefund.ts';
import type { StoredBooking } from '../bookings/storedBooking.ts';

/**
 * Stores the payment that paid a booking of an earlier version, which did not store it: the captured payment without a full
 * refund. The caller has locked the booking's row.
 */
const storePayingPayment = (tx: Tx, bookingId: string): Promise<unknown> =>
  sql`
    update booking set paid_by_payment_id = payment.payment_id
    from payment_order join payment on payment.order_id = payment_order.order_id
    where booking.id = ${bookingId}::uuid and payment_order.booking_id = booking.id
      and booking.paid_by_payment_id is null and payment.status in ('captured', 'refunded')
      and not exists (select from refund where refund.payment_id = payment.payment_id)`.execute(tx);

/**
 * The payments that paid a booking and its moves, with the amount of each that has no refund yet. For a booking of a series,
 * only its part of the series' payment counts. The caller has locked the booking's row.
 */
async function refundablePayments(tx: Tx, bookingId: string): Promise<Refundable[]> {
  const { rows } = await sql<Refundable>`
    select payment.payment_id as id, (coalesce(series_date.amount, payment.amount_paise) - coalesce((
      select sum(amount_paise) from refund where source_payment_id = payment.payment_id
        and (series_date.booking_id is null or refund.booking_id = series_date.booking_id)
    ), 0))::integer as "leftPaise"
    from booking left join series_date on series_date.booking_id = booking.id
      join booking payer on payer.id = coalesce(series_date.head_id, booking.id)
      join payment on payment.payment_id = payer.paid_by_payment_id
    where booking.id = ${bookingId}::uuid or booking.moves_booking_id = ${bookingId}::uuid and booking.status = 'moved'
    order by payment.payment_id`.execute(tx);
  return rows;
}

/** An amount of a booking's price to refund. */
export interface BookingRefund {
  readonly amountPaise: number;
  readonly reason: PartRefundReason;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
}

/**
 * Creates refunds of `amountPaise` in total for the payments that paid a booking, and queues a credit note for each. The
 * caller has locked the booking's row. Throws when the payments have less left, which rolls the transaction back; this
 * cannot happen while the booking's price is at most what its payments have left.
 */
export async function refundBooking(
  tx: Tx,
  booking: StoredBooking,
  { amountPaise, reason, now }: BookingRefund,
): Promise<void> {
  if (booking.paid_with === 'card' && booking.paid_by_payment_id === null)
    await storePayingPayment(tx, booking.id);
  const parts = splitRefund(await refundablePayments(tx, booking.id), amountPaise);
  if (!parts) throw new Error(`booking ${booking.id}: ${amountPaise} paise are not left of its payments`);
  for (const { id: paymentId, paise } of parts) {
    const { id: refundId } = await tx
      .insertInto('refund')
      .values({
        paying_payment_id: paymentId,
        booking_id: booking.id,
        amount_paise: paise,
        reason,
        due_since: new Date(now),
        next_try_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await queueCreditNote(tx, {
      bookingId: booking.id,
      refundId,
      paymentId,
      amountPaise: paise,
      reason,
      now,
    });
  }
}
