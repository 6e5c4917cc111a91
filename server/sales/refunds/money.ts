import { sql, type RawBuilder } from 'kysely';
import type {
  DeskDispute,
  DeskRefund,
  HandBackRequest,
  Money,
  RetryRefundRequest,
  UnsettledPayment,
  ProviderPayment,
} from '../../../contract/desk/money/money.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { deskMethodOf } from '../../../domain/money/deskPayment.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { refundColumns } from '../../platform/database/columns.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import type { PaymentGateway } from '../../payments/provider/gateway.ts';
import { orProviderUnavailable } from '../../payments/paymentErrors.ts';
import { refundReason } from '../../payments/refunds/refundReason.ts';
import { markRefundProcessed, lockPaidItem, type StoredRefund } from '../../payments/refunds/refunds.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';
import { openRefundRequests } from '../booking/refundable.ts';

/** How far back processed refunds and unsettled payments are shown, in milliseconds. */
const SHOWN_PERIOD_MS = 30 * 86_400_000;
const MAX_LISTED = 200;
/** In the audit. */
export const HANDED_BACK = 'refund handed back';

/** How far back ended disputes are shown, in milliseconds. */
const SHOWN_DISPUTES_MS = 180 * 86_400_000;

/** SQL: whether a dispute about the payment of the outer query's refund is open. */
const hasOpenDispute: RawBuilder<boolean> = sql<boolean>`exists (
  select from dispute where dispute.payment_id = refund.source_payment_id and dispute.status in ('open', 'under_review'))`;

async function disputes(database: Database, now: EpochMs): Promise<DeskDispute[]> {
  const rows = await database
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.payment_id', 'dispute.payment_id')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('booking as paid', 'paid.id', 'payment_order.booking_id')
    .leftJoin('booking', (join) => join.on('booking.id', '=', sql`coalesce(paid.moves_booking_id, paid.id)`))
    .leftJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
    .leftJoin('app_user', (join) =>
      join.on('app_user.id', '=', sql`coalesce(booking.user_id, point_purchase.user_id)`),
    )
    .select([
      'dispute_id',
      'dispute.payment_id',
      'dispute.amount_paise',
      'dispute.status',
      'phase',
      'reason_code',
    ])
    .select(['respond_by', 'dispute.created_at', 'booking.id as booking_id', 'booking.day'])
    .select(['first_name', 'last_name'])
    .where((eb) =>
      eb.or([
        sql<boolean>`dispute.status in ('open', 'under_review')`,
        eb('dispute.created_at', '>', new Date(now - SHOWN_DISPUTES_MS)),
      ]),
    )
    .orderBy(sql`dispute.status not in ('open', 'under_review')`)
    .orderBy('dispute.created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.dispute_id,
    payment_id: row.payment_id,
    amount: rupeesAmount(row.amount_paise),
    status: row.status,
    phase: row.phase,
    reason_code: row.reason_code,
    respond_by: row.respond_by?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    booking_id: row.booking_id,
    reference: row.booking_id && bookingReference(row.booking_id),
    day: row.day,
    customer: fullName(row.first_name, row.last_name),
  }));
}

async function refunds(database: Database, now: EpochMs): Promise<DeskRefund[]> {
  const rows = await database
    .selectFrom('refund')
    .leftJoin('booking', 'booking.id', 'refund.booking_id')
    .leftJoin('payment', 'payment.payment_id', 'refund.source_payment_id')
    .leftJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
    .leftJoin('app_user', (join) =>
      join.on('app_user.id', '=', sql`coalesce(booking.user_id, point_purchase.user_id)`),
    )
    .select(['refund.id', 'refund.booking_id', 'day', 'first_name', 'last_name', 'source_payment_id'])
    .select([
      'refund.amount_paise',
      refundReason.as('reason'),
      'refund.status',
      'due_since',
      'attempts',
      'failures',
      'next_try_at',
    ])
    .select(['refund_id', 'bank_reference', 'refund.made_by', 'problem'])
    .select([
      hasOpenDispute.as('is_disputed'),
      sql<boolean>`(refund.made_by <> 'us' and payment.status = 'refunded'
        and booking.status = 'confirmed') is true`.as('still_booked'),
      sql<number>`(select sum(amount_paise) from refund other
        where other.source_payment_id = refund.source_payment_id) - payment.amount_paise`.as('over_paise'),
    ])
    .where((eb) =>
      eb.or([
        sql<boolean>`refund.status <> 'processed'`,
        eb('due_since', '>', new Date(now - SHOWN_PERIOD_MS)),
      ]),
    )
    .orderBy(sql`refund.status = 'processed'`)
    .orderBy(sql`refund.status <> 'needs_person'`)
    .orderBy('due_since', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    booking_id: row.booking_id,
    reference: row.booking_id && bookingReference(row.booking_id),
    day: row.day,
    customer: fullName(row.first_name, row.last_name),
    payment_id: row.source_payment_id,
    method: deskMethodOf(row.source_payment_id),
    amount: rupeesAmount(row.amount_paise),
    reason: row.reason,
    status: row.status,
    made_by: row.made_by,
    problem: row.status === 'processed' ? null : row.problem,
    waits_for_dispute: (row.status === 'due' || row.status === 'needs_person') && row.is_disputed,
    still_booked: row.still_booked,
    over_returned: row.over_paise > 0 ? rupeesAmount(row.over_paise) : null,
    due_since: row.due_since.toISOString(),
    attempts: row.attempts,
    failures: row.failures,
    next_try_at: row.next_try_at.toISOString(),
    provider_id: row.refund_id,
    bank_reference: row.bank_reference,
  }));
}

/**
 * Payments that pay for nothing and have no refund: captured ones, and recent ones that are open or failed. The candidates among
 * the captured ones are stored, so that the others are not read.
 */
async function unsettledPayments(database: Database, now: EpochMs): Promise<UnsettledPayment[]> {
  const rows = await database
    .with('candidate', (db) =>
      db
        .selectFrom('unmatched_payment')
        .select('payment_id')
        .unionAll(
          db
            .selectFrom('payment')
            .select('payment_id')
            .where(sql<boolean>`status in ('created', 'authorized', 'failed')`)
            .where('recorded_at', '>', new Date(now - SHOWN_PERIOD_MS)),
        ),
    )
    .selectFrom('candidate')
    .innerJoin('payment', 'payment.payment_id', 'candidate.payment_id')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment.order_id')
    .leftJoin('booking', 'booking.id', 'payment_order.booking_id')
    .leftJoin('point_purchase', 'point_purchase.id', 'payment_order.purchase_id')
    .innerJoin('app_user', (join) =>
      join.on('app_user.id', '=', sql`coalesce(booking.user_id, point_purchase.user_id)`),
    )
    .select(['payment.payment_id', 'payment.status', 'payment.amount_paise', 'recorded_at'])
    .select(['payment_order.booking_id', 'day', 'first_name', 'last_name'])
    .where('payment.status', '<>', 'refunded')
    .where(
      sql<boolean>`coalesce(booking.paid_by_payment_id, point_purchase.paid_by_payment_id) is distinct from payment.payment_id`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.source_payment_id', '=', 'payment.payment_id'),
        ),
      ),
    )
    // A booking that an earlier version confirmed does not have the id of its payment.
    .where(sql<boolean>`(booking.status = 'confirmed' and booking.paid_by_payment_id is null) is not true`)
    .orderBy('recorded_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => ({
    payment_id: row.payment_id,
    state: row.status === 'captured' ? 'unmatched' : row.status === 'failed' ? 'failed' : 'open',
    amount: rupeesAmount(row.amount_paise),
    at: row.recorded_at.toISOString(),
    booking_id: row.booking_id,
    reference: row.booking_id && bookingReference(row.booking_id),
    day: row.day,
    customer: fullName(row.first_name, row.last_name),
  }));
}

/** Refunds and payments that may need attention. */
export const loadMoneyOverview = async (database: Database, staff: Staff, now: EpochMs): Promise<Money> => ({
  requests: await openRefundRequests(database, staff),
  refunds: await refunds(database, now),
  disputes: await disputes(database, now),
  payments: await unsettledPayments(database, now),
});

interface LockedRefund {
  readonly refund: StoredRefund;
  readonly userId: string | undefined;
}

/** Reads a refund and locks first its booking, then the refund, as all transactions do. Throws 404 for an unknown id. */
async function lockRefund(tx: Tx, id: string): Promise<LockedRefund> {
  const found = await tx
    .selectFrom('refund')
    .select('source_payment_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new ApiError('not-found', 'There is no such refund');
  const userId = await lockPaidItem(tx, found.source_payment_id);
  const refund = await tx
    .selectFrom('refund')
    .select(refundColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { refund, userId };
}

/**
 * Makes a refund due at once instead of after its back-off, or again after the provider refused it; with 'optimum' as an instant
 * refund. Throws 409 for a processed refund and for one that the desk hands back, and 404 for an unknown id.
 */
export async function retryRefund(
  tx: Tx,
  { refund_id: id, reason, speed }: RetryRefundRequest,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const { refund } = await lockRefund(tx, id);
  if (refund.status === 'processed' || deskMethodOf(refund.source_payment_id) !== null) {
    throw new ApiError('changed-meanwhile', 'This refund cannot be tried again', {
      present: { status: refund.status },
    });
  }
  const isOpen = refund.status === 'due' || refund.status === 'needs_person';
  await tx
    .updateTable('refund')
    .set({
      attempts: 0,
      next_try_at: new Date(now),
      ...(isOpen && speed !== undefined && { speed }),
      ...(refund.status === 'needs_person' && { status: 'due', needs_person_since: null, made_by: 'us' }),
    })
    .where('id', '=', id)
    .execute();
  const change = {
    action: 'refund tried again',
    subject: 'refund',
    subjectId: id,
    was: { attempts: refund.attempts, failures: refund.failures },
    became: speed === 'optimum' ? { speed } : null,
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/** A lost dispute returns the same money. The caller has locked the payment, so a dispute that is recorded now waits. */
async function checkNoDispute(tx: Tx, paymentId: string): Promise<void> {
  const open = await tx
    .selectFrom('dispute')
    .select('dispute_id')
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`status in ('open', 'under_review')`)
    .executeTakeFirst();
  if (open)
    throw new ApiError(
      'disputed',
      'A bank decides about a dispute of this payment: pay out nothing until then',
    );
}

/** Whether the audit records that this member of staff has handed the refund back. */
async function isHandedBackBy(tx: Tx, refundId: string, staff: Staff): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'refund')
    .where('subject_id', '=', refundId)
    .where('action', '=', HANDED_BACK)
    .where('staff_id', '=', staff.id)
    .executeTakeFirst();
  return entry !== undefined;
}

/**
 * Records that the desk has handed a refund back, or has settled it with the customer. Throws 409 for a refund that the provider
 * makes, unless it needs a person, for one of a booking on account, and for one that is already processed; 409 'disputed' while a dispute of its payment is open, and
 * 404 for an unknown id. A repeated call of the same person changes nothing.
 */
export async function handBack(
  tx: Tx,
  { refund_id: id, method, reference }: HandBackRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  const { refund, userId } = await lockRefund(tx, id);
  const deskRefundId = `desk_${method}_${id}`;
  const bankReference = reference ?? null;
  if (
    refund.status === 'processed' &&
    refund.refund_id === deskRefundId &&
    refund.bank_reference === bankReference &&
    // The same request by another person means that the money was handed back a second time, so it is rejected.
    (await isHandedBackBy(tx, id, staff))
  ) {
    return { result: null, changes: [] };
  }
  if (refund.status !== 'processed') await checkNoDispute(tx, refund.source_payment_id);
  const paidWith = deskMethodOf(refund.source_payment_id);
  // A company that pays later gets nothing back.
  const isPaidOutByDesk = paidWith === null ? refund.status === 'needs_person' : paidWith !== 'account';
  if (refund.status === 'processed' || !isPaidOutByDesk) {
    throw new ApiError('changed-meanwhile', 'This refund cannot be handed back at the desk', {
      present: { status: refund.status },
    });
  }
  await markRefundProcessed(tx, refund, { userId, refundId: deskRefundId, bankReference, now });
  const change = {
    action: HANDED_BACK,
    subject: 'refund',
    subjectId: id,
    was: { status: refund.status },
    became: {
      status: 'processed',
      amount: rupeesAmount(refund.amount_paise),
      method,
      reference: bankReference,
    },
  } as const;
  return { result: null, changes: [change] };
}

/**
 * Fetches the provider's state of a payment. Throws 404 for a payment that is not in the database, and 503 when the provider does
 * not respond.
 */
export async function fetchProviderPayment(
  database: Database,
  gateway: PaymentGateway,
  paymentId: string,
): Promise<ProviderPayment> {
  const known = await database
    .selectFrom('payment')
    .select('payment_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  if (!known) throw new ApiError('not-found', 'There is no such payment');
  const payment = await orProviderUnavailable(gateway.fetchPayment(paymentId));
  const providerRefunds = await orProviderUnavailable(gateway.fetchRefunds(paymentId));
  return {
    payment_id: paymentId,
    status: payment.status,
    amount: rupeesAmount(payment.amountPaise),
    refunds: providerRefunds.map(({ id, status, amountPaise }) => ({
      id,
      status,
      amount: rupeesAmount(amountPaise),
    })),
  };
}
