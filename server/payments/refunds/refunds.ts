import type { Selectable } from 'kysely';
import {
  latePaymentCauses,
  type LatePaymentCause,
  type UnusedPaymentReason,
} from '../../../domain/money/refundReasons.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { anyOf } from '../../platform/database/anyOf.ts';
import { refundColumns } from '../../platform/database/columns.ts';
import type { RefundTable, Tx } from '../../platform/database/schema.ts';
import { headOfBooking } from '../../slots/exports.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import { queueCreditNoteOfOutside } from '../../invoices/queueTaxDocuments.ts';
import type { GatewayPayment } from '../provider/entities.ts';

export type StoredRefund = Selectable<RefundTable>;

const isLateCause = (reason: UnusedPaymentReason): reason is LatePaymentCause =>
  (latePaymentCauses as readonly string[]).includes(reason);

/** What has been recorded of a payment's refunds, no matter who made them, in paise. */
async function recordedPaise(tx: Tx, paymentId: string): Promise<number> {
  const { paise } = await tx
    .selectFrom('refund')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount_paise'), val(0)).as('paise'))
    .where('source_payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return paise;
}

/**
 * Creates the full refund of a payment that pays nothing, less what has been returned of it already. `bookingId` is null for
 * points. False, with nothing changed, when the payment already has a full refund, or when all of it has been returned.
 */
export async function createRefund(
  tx: Tx,
  payment: Pick<GatewayPayment, 'id' | 'amountPaise'>,
  bookingId: string | null,
  reason: UnusedPaymentReason,
  now: EpochMs,
): Promise<boolean> {
  const left = payment.amountPaise - (await recordedPaise(tx, payment.id));
  if (left <= 0) return false;
  const created = await tx
    .insertInto('refund')
    .values({
      payment_id: payment.id,
      booking_id: bookingId,
      amount_paise: left,
      ...(isLateCause(reason) ? { reason: 'late', late_cause: reason } : { reason }),
      due_since: new Date(now),
      next_try_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/** Marks the payment as refunded when its refunds are processed and cover all of it. */
async function markPaymentRefunded(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ status: 'refunded' })
    .where('payment_id', '=', paymentId)
    .where('amount_paise', '<=', ({ selectFrom }) =>
      selectFrom('refund')
        .select(({ fn }) => fn.sum<number>('amount_paise').as('paise'))
        .where('source_payment_id', '=', paymentId)
        .where('status', '=', 'processed'),
    )
    .execute();
}

/** Marks the booking, or all bookings of the series, as refunded when all refunds of its payments are processed. */
export async function markBookingRefunded(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ status: 'refunded' })
    .where('status', '=', 'refund_due')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('payment_order')
        .innerJoin('payment', 'payment.order_id', 'payment_order.order_id')
        .leftJoin('series_date', 'series_date.head_id', 'payment_order.booking_id')
        .select(({ fn }) =>
          fn.coalesce('series_date.booking_id', 'payment_order.booking_id').as('booking_id'),
        )
        .where('payment.payment_id', '=', paymentId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .innerJoin('payment', 'payment.payment_id', 'refund.source_payment_id')
            .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
            .select('refund.id')
            .where('payment_order.booking_id', '=', headOfBooking)
            .where('refund.status', '<>', 'processed'),
        ),
      ),
    )
    .execute();
}

export interface ProcessedRefund {
  /** Undefined for no email. */
  readonly userId: string | undefined;
  /** The provider's id, or the id of a refund at the desk. */
  readonly refundId: string;
  readonly bankReference: string | null;
  readonly now: EpochMs;
}

/**
 * Marks a refund as processed, updates the status of its payment and booking, and queues the email. The caller has locked
 * the refund and its booking.
 */
export async function markRefundProcessed(
  tx: Tx,
  refund: StoredRefund,
  { userId, refundId, bankReference, now }: ProcessedRefund,
): Promise<void> {
  const { id, source_payment_id: paymentId } = refund;
  await tx
    .updateTable('refund')
    .set(({ fn, val }) => ({
      status: 'processed' as const,
      refund_id: refundId,
      // A request that is processed at once was accepted now.
      accepted_at: fn.coalesce('accepted_at', val(new Date(now))),
      bank_reference: bankReference,
      needs_person_since: null,
    }))
    .where('id', '=', id)
    .execute();
  await queueCreditNoteOfOutside(tx, refund, now);
  await markPaymentRefunded(tx, paymentId);
  await markBookingRefunded(tx, paymentId);
  // The bank informs the customer about the money of a dispute.
  if (userId === undefined || refundId.startsWith('disp_')) return;
  await queueEmail(tx, { kind: 'refunded', key: id, to: { userId }, payload: { refund_id: id }, now });
}

/**
 * Locks the row that a payment is for, a booking or a purchase of points, and then the payment. Returns the id of its user;
 * undefined for an unknown payment.
 */
export async function lockPaidItem(tx: Tx, paymentId: string): Promise<string | undefined> {
  const order = await tx
    .selectFrom('payment_order')
    .innerJoin('payment', 'payment.order_id', 'payment_order.order_id')
    .select(['booking_id', 'purchase_id'])
    .where('payment.payment_id', '=', paymentId)
    .executeTakeFirst();
  if (!order) return undefined;
  const owner = await tx
    .selectFrom(order.purchase_id === null ? 'booking' : 'point_purchase')
    .select('user_id')
    .where('id', '=', order.purchase_id ?? order.booking_id)
    .forUpdate()
    .executeTakeFirst();
  await lockPayments(tx, [paymentId]);
  return owner?.user_id;
}

/**
 * Locks payments, so that their refunds are not computed and created at the same time: a date of a series and the booking of a
 * move have other rows than the one that the order names. They are locked after the bookings and before the refunds.
 */
export async function lockPayments(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx
    .selectFrom('payment')
    .select('payment_id')
    .where('payment_id', '=', anyOf(paymentIds, 'text'))
    .orderBy('payment_id')
    .forUpdate()
    .execute();
}

/** Locks them; the oldest first. The caller has locked the payment. */
export const lockRefunds = (tx: Tx, paymentId: string): Promise<StoredRefund[]> =>
  tx
    .selectFrom('refund')
    .select(refundColumns)
    .where('source_payment_id', '=', paymentId)
    .orderBy('due_since')
    .orderBy('id')
    .forUpdate()
    .execute();
