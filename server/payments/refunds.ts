import type { Selectable } from 'kysely';
import {
  latePaymentCauses,
  type LatePaymentCause,
  type UnusedPaymentReason,
} from '../../domain/refundReasons.ts';
import { refundColumns } from '../database/columns.ts';
import type { RefundTable, Tx } from '../database/schema.ts';
import { headOfBooking } from '../series/seriesDates.ts';
import { queueLetter } from '../letters/outbox.ts';
import type { GatewayPayment, GatewayRefund } from './entities.ts';
import { nextPoll, nextAttempt } from './refundBackoff.ts';

export type StoredRefund = Selectable<RefundTable>;

const isLateCause = (reason: UnusedPaymentReason): reason is LatePaymentCause =>
  (latePaymentCauses as readonly string[]).includes(reason);

/**
 * Creates the full refund of a payment that pays nothing. `bookingId` is null for points. False, with nothing changed, when
 * the payment already has a full refund.
 */
export async function createRefund(
  tx: Tx,
  payment: Pick<GatewayPayment, 'id' | 'amountPaise'>,
  bookingId: string | null,
  reason: UnusedPaymentReason,
  now: number,
): Promise<boolean> {
  const created = await tx
    .insertInto('refund')
    .values({
      payment_id: payment.id,
      booking_id: bookingId,
      amount_paise: payment.amountPaise,
      ...(isLateCause(reason) ? { reason: 'late', late_cause: reason } : { reason }),
      due_since: new Date(now),
      next_try_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/**
 * True when a refund at the provider is our stored refund: the notes contain our id, or the provider's id is the stored
 * one. A refund without our note, made by hand or requested by an earlier version, also matches a full refund, because a
 * payment has only one full refund. The amount must match too, but is not enough: two refunds of one payment may have the
 * same amount.
 */
export function isSameRefund(
  { id, refund_id, payment_id, amount_paise }: StoredRefund,
  refund: GatewayRefund,
): boolean {
  if (refund.amountPaise !== amount_paise) return false;
  if (refund.ownId !== null) return refund.ownId === id;
  return refund.id === refund_id || payment_id !== null;
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
async function markBookingRefunded(tx: Tx, paymentId: string): Promise<void> {
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

interface ProcessedRefund {
  /** The recipient of the letter; undefined for no letter. */
  readonly userId: string | undefined;
  /** The provider's id of the refund, or the id of a refund at the desk. */
  readonly refundId: string;
  readonly bankReference: string | null;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
}

/**
 * Marks a refund as processed, updates the status of its payment and booking, and queues the letter. The caller has locked
 * the refund and its booking.
 */
export async function markRefundProcessed(
  tx: Tx,
  { id, source_payment_id: paymentId }: StoredRefund,
  { userId, refundId, bankReference, now }: ProcessedRefund,
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ status: 'processed', refund_id: refundId, bank_reference: bankReference })
    .where('id', '=', id)
    .execute();
  await markPaymentRefunded(tx, paymentId);
  await markBookingRefunded(tx, paymentId);
  if (userId === undefined) return;
  await queueLetter(tx, { kind: 'refunded', key: id, to: { userId }, payload: { refund_id: id }, now });
}

/** Locks the row that a payment is for, a booking or a purchase of points, and returns the id of its user. */
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
  return owner?.user_id;
}

/** The change that the provider's state of a refund made. 'unknown': the refund is not one of ours. */
export type RefundUpdate = 'processed' | 'requested' | 'failed' | 'nothing' | 'unknown';

/**
 * Applies the provider's state of a refund. States may be reported repeatedly and in any order: a processed refund stays
 * processed, and the failure of one refund counts once and never undoes a later refund. A failed refund is due again with
 * back-off and a new idempotency key. `now`: the server's clock, milliseconds since 1970.
 */
export async function applyRefundUpdate(
  tx: Tx,
  paymentId: string,
  refund: GatewayRefund,
  now: number,
): Promise<RefundUpdate> {
  // The booking's row is locked before the refund's row, as in all payment transactions, which prevents deadlocks.
  const userId = await lockPaidItem(tx, paymentId);
  const refundsOfPayment = await tx
    .selectFrom('refund')
    .select(refundColumns)
    .where('source_payment_id', '=', paymentId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const stored = refundsOfPayment.find((each) => isSameRefund(each, refund));
  if (!stored) return 'unknown';
  const { id, status, bankReference } = refund;
  if (stored.status === 'processed') return 'nothing';

  if (status === 'processed') {
    await markRefundProcessed(tx, stored, { userId, refundId: id, bankReference, now });
    return 'processed';
  }
  const row = tx.updateTable('refund').where('id', '=', stored.id);
  if (stored.refund_id === id && (stored.status === 'due' || status === 'pending')) return 'nothing';
  if (status === 'pending') {
    if (stored.status === 'requested') return 'nothing';
    await row
      .set({ status: 'requested', refund_id: id, attempts: 0, next_try_at: nextPoll(now, 0) })
      .execute();
    return 'requested';
  }
  if (stored.refund_id !== null && stored.refund_id !== id && stored.status === 'requested') return 'nothing';
  const failures = stored.failures + 1;
  await row
    .set({ status: 'due', refund_id: id, failures, attempts: 0, next_try_at: nextAttempt(now, failures) })
    .execute();
  return 'failed';
}
