import { sql } from 'kysely';
import type { Refundable, WaitingRefund } from '../../../contract/desk/money/refunds.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { hasRole, type Role } from '../../../domain/account/roles.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import type { RefundTerms } from '../../../domain/money/cancellation.ts';
import { deskMethodOf } from '../../../domain/money/deskPayment.ts';
import { rupees, rupeesAmount } from '../../../domain/money/pricing.ts';
import { mayRefund, refundLimitOf } from '../../../domain/money/refundLimits.ts';
import { parseSlotTime } from '../../../domain/time/slots.ts';
import type { Staff } from '../../audit/staffChange.ts';
import { refundTermsOf } from '../../bookings/cancelTerms.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { leftOfBooking, refundablePayments } from '../../payments/refunds/bookingLeft.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { currentRefundLimits, roleOf } from './refundLimits.ts';

/** The action of a move by the desk in the audit. */
export const MOVED = 'moved';

/** True for a booking that was paid with money and is booked or cancelled. */
export const isRefundable = ({ paid_with, status }: StoredBooking): boolean =>
  paid_with === 'card' && (status === 'confirmed' || status === bookingCodes.cancelled);

/**
 * The least that the policy returned when the desk moved the booking; null if it did not. What counts against the limits is above
 * these terms too: a move to later times is no way around them.
 */
export async function termsAtDeskMoves(tx: Tx, booking: StoredBooking): Promise<RefundTerms | null> {
  const moves = await tx
    .selectFrom('audit_entry')
    .select(['at', sql<string>`was ->> 'day'`.as('day'), sql<string>`was ->> 'from'`.as('from')])
    .where('subject', '=', 'booking')
    .where('subject_id', '=', booking.id)
    .where('action', '=', MOVED)
    .execute();
  const terms = moves.map(({ at, day, from }) =>
    refundTermsOf({ ...booking, day, start_slot: parseSlotTime(from) as number }, at.getTime()),
  );
  return terms.toSorted((a, b) => a.percent - b.percent)[0] ?? null;
}

/** What the desk has refunded of a booking above its policy, in paise: by amount, and as exceptions. */
export async function refundedByDesk(database: Database | Tx, bookingId: string): Promise<number> {
  const { paise } = await database
    .selectFrom('refund')
    .select(
      sql<number>`coalesce(sum(case when reason = 'desk' then amount_paise else above_policy_paise end), 0)::float8`.as(
        'paise',
      ),
    )
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return paise;
}

/**
 * The part of a refund in paise that is above the policy. Throws 409 'above-refund-limit' when the booking's refunds above its policy
 * would exceed the limit of the caller's role. The caller has locked the booking's row.
 */
export async function checkAbovePolicy(
  tx: Tx,
  bookingId: string,
  staff: Staff,
  { refundPaise, policyPaise }: { readonly refundPaise: number; readonly policyPaise: number },
): Promise<number> {
  const abovePaise = Math.max(refundPaise - policyPaise, 0);
  if (abovePaise === 0) return 0;
  const limit = refundLimitOf(await roleOf(tx, staff), await currentRefundLimits(tx));
  if (limit === null) return abovePaise;
  const left = Math.max(limit - (await refundedByDesk(tx, bookingId)), 0);
  if (abovePaise <= left) return abovePaise;
  throw new ApiError(
    'above-refund-limit',
    `You may return ${rupees(left, 'always')} above the policy, ${rupees(policyPaise + left, 'always')} in total. Return what the policy returns, then request the rest with "Refund an amount": somebody with a higher limit confirms it`,
    { fields: { refund: `must not be more than ${rupees(policyPaise + left, 'always')}` } },
  );
}

/** The part of what is left that the provider can refund. A booking of an earlier version stores no payment. */
export async function leftAtProvider(
  database: Database | Tx,
  { id }: StoredBooking,
  leftPaise: number,
): Promise<number> {
  const payments = await refundablePayments(database, id);
  if (payments.length === 0) return leftPaise;
  return payments
    .filter((payment) => deskMethodOf(payment.id) === null)
    .reduce((sum, payment) => sum + Math.max(payment.leftPaise, 0), 0);
}

/** Null for a booking of which nothing can be refunded. */
export async function refundableOf(
  database: Database | Tx,
  booking: StoredBooking,
  role: Role,
): Promise<Refundable | null> {
  if (!isRefundable(booking)) return null;
  const { leftPaise, isDisputed } = await leftOfBooking(database, booking);
  if (leftPaise === 0) return null;
  const limit = refundLimitOf(role, await currentRefundLimits(database));
  const before = await refundedByDesk(database, booking.id);
  return {
    left: rupeesAmount(leftPaise),
    at_provider: rupeesAmount(await leftAtProvider(database, booking, leftPaise)),
    alone: limit === null ? null : rupeesAmount(Math.max(limit - before, 0)),
    disputed: isDisputed,
  };
}

/** The oldest first. `bookingId` limits them to one booking. */
export async function openRefundRequests(
  database: Database | Tx,
  staff: Staff,
  bookingId?: string,
): Promise<WaitingRefund[]> {
  const rows = await database
    .selectFrom('refund_request')
    .innerJoin('booking', 'booking.id', 'refund_request.booking_id')
    .innerJoin('app_user', 'app_user.id', 'booking.user_id')
    .select(['refund_request.id', 'booking_id', 'amount_paise', 'method', 'reason', 'staff_id', 'staff_name'])
    .select(['requested_at', 'day', 'first_name', 'last_name', 'paid_with', 'total_paise'])
    // Not a parameter: the index of open requests is partial.
    .where('state', '=', sql.lit('open'))
    .$if(bookingId !== undefined, (query) => query.where('booking_id', '=', bookingId as string))
    .orderBy('requested_at')
    .execute();
  if (rows.length === 0) return [];
  const limits = await currentRefundLimits(database);
  const requests: WaitingRefund[] = [];
  for (const row of rows) {
    const left = await leftOfBooking(database, { ...row, id: row.booking_id });
    const before = await refundedByDesk(database, row.booking_id);
    const mayConfirm = mayRefund(staff.role, limits, before + row.amount_paise);
    requests.push({
      id: row.id,
      booking_id: row.booking_id,
      reference: bookingReference(row.booking_id),
      day: row.day,
      customer: fullName(row.first_name, row.last_name),
      amount: rupeesAmount(row.amount_paise),
      left: rupeesAmount(left.leftPaise),
      before: rupeesAmount(before),
      method: row.method,
      reason: row.reason,
      by: row.staff_name,
      at: row.requested_at.toISOString(),
      may_confirm: mayConfirm,
      may_decline: mayDecline(staff, staff.role, row.staff_id),
    });
  }
  return requests;
}

export const mayDecline = (staff: Staff, role: Role, requestedBy: string): boolean =>
  hasRole(role, 'manager') || staff.id === requestedBy;

/** A booking's request, or null. */
export const refundRequestOf = async (
  tx: Tx,
  bookingId: string,
  staff: Staff,
): Promise<WaitingRefund | null> => (await openRefundRequests(tx, staff, bookingId))[0] ?? null;
