import type { ConfirmRefundRequest, DeclineRefundRequest } from '../../../contract/desk/money/refunds.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { confirmingRole, mayRefund } from '../../../domain/money/refundLimits.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';
import { lockLeftOfBooking } from '../../payments/refunds/bookingLeft.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import { lockCustomerBooking } from '../booking/deskBooking.ts';
import { applyDeskRefund, checkRefund } from './deskRefund.ts';
import { mayDecline, refundedByDesk } from '../booking/refundable.ts';
import { currentRefundLimits, roleOf } from '../booking/refundLimits.ts';

/* Refunds above the limit of the person who wants to make them. */

/** Locks the booking, then the request. Throws 404 for an unknown id. */
async function lockRequest(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('refund_request')
    .select('booking_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new ApiError('not-found', 'There is no such request');
  const booking = await lockCustomerBooking(tx, found.booking_id);
  const request = await tx
    .selectFrom('refund_request')
    .select(['id', 'amount_paise', 'method', 'reason', 'staff_id', 'staff_name', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { booking, request };
}

const decide = (tx: Tx, id: string, state: 'confirmed' | 'declined') =>
  tx.updateTable('refund_request').set({ state }).where('id', '=', id).execute();

const decidedAlready = (): ApiError =>
  new ApiError('changed-meanwhile', 'Somebody has decided about this refund meanwhile');

/**
 * Makes a refund that waits. One in cash or by UPI is paid out afterwards, in Money. A repeated call changes nothing. Throws 403
 * for a role whose limit is too low, 409 'changed-meanwhile' for a declined one and when another amount is left than was shown, and
 * 404 for an unknown id.
 */
export async function confirmRefund(
  tx: Tx,
  { request_id: id, left: shownLeft }: ConfirmRefundRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<null>> {
  const { booking, request } = await lockRequest(tx, id);
  if (request.state === 'confirmed') return { result: null, changes: [] };
  if (request.state === 'declined') throw decidedAlready();
  const left = await lockLeftOfBooking(tx, booking);
  const { amount_paise: amountPaise, method } = request;
  const limits = await currentRefundLimits(tx);
  const total = (await refundedByDesk(tx, booking.id)) + amountPaise;
  if (!mayRefund(await roleOf(tx, staff), limits, total)) {
    throw new ApiError('not-allowed', `Only ${confirmingRole(limits, total)}s may confirm this refund`);
  }
  if (shownLeft !== left.leftPaise) {
    const text = rupeesAmount(left.leftPaise);
    throw new ApiError('changed-meanwhile', `Something was refunded meanwhile: ₹${text} is left`, {
      present: { left: text },
    });
  }
  await checkRefund(tx, booking, left, { amountPaise, method });
  await decide(tx, id, 'confirmed');
  const changes = await applyDeskRefund(tx, booking, {
    amountPaise,
    method,
    reference: null,
    reason: `${request.reason} (requested by ${request.staff_name})`,
    isPaidOut: false,
    leftPaise: left.leftPaise,
    now,
  });
  return { result: null, changes };
}

/**
 * Declines a refund that waits. A repeated call changes nothing. Throws 403 for staff who have not requested it, 409
 * 'changed-meanwhile' for a confirmed one, and 404 for an unknown id.
 */
export async function declineRefund(
  tx: Tx,
  { request_id: id, reason }: DeclineRefundRequest,
  { staff }: { readonly staff: Staff },
): Promise<AuditedResult<null>> {
  const { booking, request } = await lockRequest(tx, id);
  if (!mayDecline(staff, await roleOf(tx, staff), request.staff_id))
    throw new ApiError('not-allowed', 'Only a manager may decline the request of somebody else');
  if (request.state === 'declined') return { result: null, changes: [] };
  if (request.state === 'confirmed') throw decidedAlready();
  await decide(tx, id, 'declined');
  const change = {
    action: 'refund declined',
    subject: 'booking',
    subjectId: booking.id,
    was: { amount: rupeesAmount(request.amount_paise), method: request.method },
    became: null,
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/** The booking that a request is about, if the desk pays the refund out. */
export const bookingToPayOut = (database: Database, requestId: string) =>
  database
    .selectFrom('refund_request')
    .innerJoin('booking', 'booking.id', 'refund_request.booking_id')
    .select('booking.id')
    .where('refund_request.id', '=', requestId)
    .where('method', 'in', ['cash', 'upi'])
    .executeTakeFirst();
