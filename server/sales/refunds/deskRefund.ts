import { sql } from 'kysely';
import type { MadeRefund, MakeRefundRequest } from '../../../contract/desk/money/refunds.ts';
import { MIN_REFUND } from '../../../domain/money/cancellation.ts';
import {
  deskMethodOf,
  isOnAccount,
  refundMethodNames,
  type RefundMethod,
} from '../../../domain/money/deskPayment.ts';
import { rupees, rupeesAmount } from '../../../domain/money/pricing.ts';
import { mayRefund } from '../../../domain/money/refundLimits.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import type { AuditedChange, AuditedResult, Staff } from '../../audit/staffChange.ts';
import { lockLeftOfBooking, type LeftOfBooking } from '../../payments/refunds/bookingLeft.ts';
import { createRefunds } from '../../payments/refunds/refundBooking.ts';
import { markRefundProcessed } from '../../payments/refunds/refunds.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { StoredBooking } from '../../slots/storedBooking.ts';
import { lockCustomerBooking } from '../booking/deskBooking.ts';
import { HANDED_BACK } from './money.ts';
import { isRefundable, leftAtProvider, refundedByDesk } from '../booking/refundable.ts';
import { currentRefundLimits, roleOf } from '../booking/refundLimits.ts';

/* Refunds of an amount of a booking that stays as it is. */

/** In the audit of the booking. */
const REFUNDED = 'refunded';
const REQUESTED = 'refund requested';

/** With `left`, the text in rupees that was left before the refund. */
interface Attempt {
  readonly amountPaise: number;
  readonly method: RefundMethod;
  readonly reference: string | null;
  readonly reason: string;
}

/** Whether this person has already made or requested this refund when `left` was left: the response may have been lost. */
async function isRepeated(
  tx: Tx,
  bookingId: string,
  staff: Staff,
  { amountPaise, method, reference, reason }: Attempt,
  left: string,
): Promise<'refunded' | 'waiting' | null> {
  const entry = await tx
    .selectFrom('audit_entry')
    .select('action')
    .where('subject', '=', 'booking')
    .where('subject_id', '=', bookingId)
    .where('staff_id', '=', staff.id)
    .where('action', 'in', [REFUNDED, REQUESTED])
    .where('reason', '=', reason)
    .where(sql<boolean>`was ->> 'left' = ${left} and became ->> 'amount' = ${rupeesAmount(amountPaise)}
      and became ->> 'method' = ${method} and became ->> 'reference' is not distinct from ${reference}::text`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!entry) return null;
  return entry.action === REFUNDED ? 'refunded' : 'waiting';
}

/** 409: the payments have another amount left than the page showed. */
const leftHasChanged = (leftPaise: number): ApiError =>
  new ApiError(
    'changed-meanwhile',
    leftPaise === 0
      ? 'Everything that was paid has been refunded meanwhile'
      : `Something was refunded meanwhile: ${rupees(leftPaise, 'always')} is left. Check the amount, and send it again`,
    { present: { left: rupeesAmount(leftPaise) } },
  );

/** Throws for an amount that the payments do not have left, or that cannot be refunded in this way. */
export async function checkRefund(
  tx: Tx,
  booking: StoredBooking,
  { leftPaise, isDisputed }: LeftOfBooking,
  { amountPaise, method }: Pick<Attempt, 'amountPaise' | 'method'>,
): Promise<void> {
  if (amountPaise < MIN_REFUND.card) throw fieldError('amount', 'is too small to refund');
  if (isOnAccount(booking) !== (method === 'account'))
    throw fieldError(
      'method',
      isOnAccount(booking)
        ? 'must be on account: the booking is on account'
        : 'must be another: the booking is not on account',
    );
  if (amountPaise > leftPaise)
    throw fieldError('amount', `must not be more than the ${rupees(leftPaise, 'always')} that is left`);
  if (method !== 'provider') {
    if (isDisputed) throw fieldError('method', 'must wait: a bank decides about a dispute of this payment');
    return;
  }
  const atProvider = await leftAtProvider(tx, booking, leftPaise);
  if (atProvider === 0) throw fieldError('method', 'must be in cash or by UPI: it was paid at the desk');
  if (amountPaise > atProvider)
    throw fieldError(
      'amount',
      `must not be more than the ${rupees(atProvider, 'always')} that was paid online`,
    );
}

interface DeskRefund extends Attempt {
  /** Whether the desk has paid out the money. Otherwise it does so later, in Money. Always false for the provider. */
  readonly isPaidOut: boolean;
  readonly leftPaise: number;
  readonly now: EpochMs;
}

/** Makes the refund, and returns its audit entries. The caller has locked and checked everything. */
export async function applyDeskRefund(
  tx: Tx,
  booking: StoredBooking,
  { amountPaise, method, reference, reason, isPaidOut, leftPaise, now }: DeskRefund,
): Promise<AuditedChange[]> {
  const refunds = await createRefunds(tx, booking, {
    amountPaise,
    reason: 'desk',
    onlyAtProvider: method === 'provider',
    now,
  });
  const changes: AuditedChange[] = [
    {
      action: REFUNDED,
      subject: 'booking',
      subjectId: booking.id,
      was: { left: rupeesAmount(leftPaise) },
      became: {
        left: rupeesAmount(leftPaise - amountPaise),
        amount: rupeesAmount(amountPaise),
        method,
        reference,
      },
      reason,
    },
  ];
  if (method === 'provider' || method === 'account') return changes;
  for (const [index, refund] of refunds.entries()) {
    // A reference is used once, also when the amount comes from two payments.
    const partReference = index === 0 ? reference : null;
    if (isPaidOut) {
      await markRefundProcessed(tx, refund, {
        userId: booking.user_id,
        refundId: `desk_${method}_${refund.id}`,
        bankReference: partReference,
        now,
      });
      changes.push({
        action: HANDED_BACK,
        subject: 'refund',
        subjectId: refund.id,
        was: { status: refund.status },
        became: {
          status: 'processed',
          amount: rupeesAmount(refund.amount_paise),
          method,
          reference: partReference,
        },
      });
    } else if (deskMethodOf(refund.source_payment_id) === null) {
      // The provider would make the refund of its payment if no person had to.
      await tx
        .updateTable('refund')
        .set({
          status: 'needs_person',
          needs_person_since: new Date(now),
          problem: `To be paid out ${refundMethodNames[method]}`,
        })
        .where('id', '=', refund.id)
        .execute();
    }
  }
  return changes;
}

/**
 * Refunds an amount of a booking. Above the limit of the caller's role it is stored as a request, which somebody else confirms. A
 * repeated call of the same person changes nothing. Throws 409 'changed-meanwhile' when another amount is left than was shown, or
 * when a refund of the booking waits for a confirmation; 409 'not-booked' for a booking of which nothing can be refunded; 400 for an
 * invalid amount or method.
 */
export async function makeRefund(
  tx: Tx,
  body: MakeRefundRequest,
  { staff, now }: { readonly staff: Staff; readonly now: EpochMs },
): Promise<AuditedResult<MadeRefund>> {
  const booking = await lockCustomerBooking(tx, body.booking_id);
  if (!isRefundable(booking)) throw new ApiError('not-booked', 'Nothing was paid for this booking');
  const left = await lockLeftOfBooking(tx, booking);
  const { method, reason, amount: amountPaise } = body;
  const attempt: Attempt = {
    amountPaise,
    method,
    reason,
    reference: method === 'cash' || method === 'upi' ? (body.reference ?? null) : null,
  };
  const waiting = await tx
    .selectFrom('refund_request')
    .select(['staff_id', 'staff_name', 'amount_paise', 'method', 'reason'])
    .where('booking_id', '=', booking.id)
    // Not a parameter: the index of open requests is partial.
    .where('state', '=', sql.lit('open'))
    .executeTakeFirst();
  const isSame =
    waiting?.staff_id === staff.id &&
    waiting.amount_paise === amountPaise &&
    waiting.method === method &&
    waiting.reason === reason;
  if (isSame) return { result: { state: 'waiting' }, changes: [] };
  if (body.left !== left.leftPaise) {
    const state = await isRepeated(tx, booking.id, staff, attempt, rupeesAmount(body.left));
    if (state !== null) return { result: { state }, changes: [] };
    throw leftHasChanged(left.leftPaise);
  }
  if (waiting) {
    throw new ApiError(
      'changed-meanwhile',
      `A refund of ${rupees(waiting.amount_paise, 'always')} by ${waiting.staff_name} waits for its confirmation: confirm or decline it first`,
    );
  }
  await checkRefund(tx, booking, left, attempt);
  const total = (await refundedByDesk(tx, booking.id)) + amountPaise;
  if (mayRefund(await roleOf(tx, staff), await currentRefundLimits(tx), total)) {
    if (method === 'upi' && attempt.reference === null)
      throw fieldError('reference', 'must not be empty for UPI');
    const changes = await applyDeskRefund(tx, booking, {
      ...attempt,
      isPaidOut: method === 'cash' || method === 'upi',
      leftPaise: left.leftPaise,
      now,
    });
    return { result: { state: 'refunded' }, changes };
  }
  await tx
    .insertInto('refund_request')
    .values({
      booking_id: booking.id,
      amount_paise: amountPaise,
      method,
      reason,
      staff_id: staff.id,
      staff_name: staff.name,
      requested_at: new Date(now),
    })
    .execute();
  const change = {
    action: REQUESTED,
    subject: 'booking',
    subjectId: booking.id,
    was: { left: rupeesAmount(left.leftPaise) },
    became: { amount: rupeesAmount(amountPaise), method, reference: attempt.reference },
    reason,
  } as const;
  return { result: { state: 'waiting' }, changes: [change] };
}
