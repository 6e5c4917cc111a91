import { sql } from 'kysely';
import { deskMethodOf } from '../../../domain/money/deskPayment.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { refundColumns } from '../../platform/database/columns.ts';
import type { PartRefundReason, Tx } from '../../platform/database/schema.ts';
import { queueCreditNote } from '../../invoices/queueTaxDocuments.ts';
import { lockPayments, markRefundProcessed, type StoredRefund } from './refunds.ts';
import { splitRefund } from './splitRefund.ts';
import { refundablePayments } from './bookingLeft.ts';
import type { StoredBooking } from '../../slots/exports.ts';

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

/** An amount of a booking's price to refund. */
export interface BookingRefund {
  readonly amountPaise: number;
  readonly reason: Extract<PartRefundReason, 'cancelled' | 'moved' | 'desk'>;
  /** Only the payments that the provider can refund. */
  readonly onlyAtProvider?: boolean;
  /** The part of the amount that the desk gives above the policy. */
  readonly abovePolicyPaise?: number;
  readonly now: EpochMs;
}

/**
 * Creates refunds of `amountPaise` in total for the payments that paid a booking, and queues a credit note for each. Returns them.
 * The caller has locked the booking's row. Throws when the payments have less left, which rolls the transaction
 * back; the caller has computed the amount from what is left.
 */
export async function createRefunds(
  tx: Tx,
  booking: StoredBooking,
  { amountPaise, reason, onlyAtProvider = false, abovePolicyPaise = 0, now }: BookingRefund,
): Promise<StoredRefund[]> {
  if (booking.paid_with === 'card' && booking.paid_by_payment_id === null)
    await storePayingPayment(tx, booking.id);
  const unlocked = await refundablePayments(tx, booking.id);
  await lockPayments(
    tx,
    unlocked.map(({ id }) => id),
  );
  const payments = await refundablePayments(tx, booking.id);
  const chosen = onlyAtProvider ? payments.filter(({ id }) => deskMethodOf(id) === null) : payments;
  const parts = splitRefund(chosen, amountPaise);
  if (!parts) throw new Error(`booking ${booking.id}: ${amountPaise} paise are not left of its payments`);
  const refunds: StoredRefund[] = [];
  let abovePolicy = abovePolicyPaise;
  for (const { id: paymentId, paise } of parts) {
    const partAbovePolicy = Math.min(paise, abovePolicy);
    abovePolicy -= partAbovePolicy;
    const refund = await tx
      .insertInto('refund')
      .values({
        paying_payment_id: paymentId,
        booking_id: booking.id,
        amount_paise: paise,
        reason,
        above_policy_paise: partAbovePolicy,
        due_since: new Date(now),
        next_try_at: new Date(now),
      })
      .returning(refundColumns)
      .executeTakeFirstOrThrow();
    refunds.push(refund);
    await queueCreditNote(tx, {
      bookingId: booking.id,
      refundId: refund.id,
      paymentId,
      amountPaise: paise,
      reason,
      now,
    });
    if (deskMethodOf(paymentId) === 'account') await processOnAccount(tx, refund, now);
  }
  return refunds;
}

/** Nothing is paid out: it reduces what is open of the company. The caller has locked the refund and its booking. */
export const processOnAccount = (tx: Tx, refund: StoredRefund, now: EpochMs): Promise<void> =>
  markRefundProcessed(tx, refund, {
    userId: undefined,
    refundId: `desk_account_${refund.id}`,
    bankReference: null,
    now,
  });

/** `createRefunds`; returns the refunded amount. */
export async function refundBooking(tx: Tx, booking: StoredBooking, refund: BookingRefund): Promise<number> {
  await createRefunds(tx, booking, refund);
  return refund.amountPaise;
}
