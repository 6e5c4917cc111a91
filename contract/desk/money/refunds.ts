import { z } from 'zod';
import { refundMethods } from '../../../domain/money/deskPayment.ts';
import { MAX_REFUND_LIMIT } from '../../../domain/money/refundLimits.ts';
import { reason } from '../../reason.ts';
import { count, optionalNumber, rupeesInPaise } from '../../values.ts';

const method = z.enum(refundMethods);

/**
 * POST make refund: refunds a part of what was paid for a booking, which stays as it is. `left`: what was left of the payments when
 * the form was shown; it makes a repeated call harmless. 'provider' refunds to the source of the payment; 'cash' and 'upi' are
 * paid out at the desk, and 'upi' needs the reference of the transfer. Amounts are in rupees.
 */
export const makeRefundRequest = z.object({
  booking_id: z.uuid(),
  amount: rupeesInPaise,
  left: rupeesInPaise,
  method,
  reference: optionalNumber(50),
  reason,
});
export type MakeRefundRequest = z.output<typeof makeRefundRequest>;

/** 'waiting': the amount is above the caller's limit, and somebody else has to confirm it. */
export const makeRefundResponse = z.object({ data: z.object({ state: z.enum(['refunded', 'waiting']) }) });
export type MadeRefund = z.infer<typeof makeRefundResponse>['data'];

/** POST confirm refund: makes a refund that waits. `left`: as in the call that makes a refund. */
export const confirmRefundRequest = z.object({ request_id: z.uuid(), left: rupeesInPaise });
export type ConfirmRefundRequest = z.output<typeof confirmRefundRequest>;

/** POST decline refund: declines a refund that waits. The person who requested it may withdraw it. */
export const declineRefundRequest = z.object({ request_id: z.uuid(), reason });
export type DeclineRefundRequest = z.output<typeof declineRefundRequest>;

/**
 * A refund that waits for a confirmation. `amount`, `left` (of the payments) and `before` (what the desk has refunded of the
 * booking) are in rupees; `at` is an ISO instant. `may_confirm` and `may_decline` are about the caller.
 */
export const waitingRefund = z.object({
  id: z.string(),
  booking_id: z.string(),
  reference: z.string(),
  day: z.string(),
  customer: z.string(),
  amount: z.string(),
  left: z.string(),
  before: z.string(),
  method,
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  may_confirm: z.boolean(),
  may_decline: z.boolean(),
});
export type WaitingRefund = z.infer<typeof waitingRefund>;

/**
 * What the desk may refund of a booking, in rupees. `at_provider`: the part that the provider can refund. `alone`: the part that
 * the caller may refund without a confirmation, null for all. With `disputed` a bank decides about a payment, and nothing is paid
 * out at the desk.
 */
export const refundable = z.object({
  left: z.string(),
  at_provider: z.string(),
  alone: z.string().nullable(),
  disputed: z.boolean(),
});
export type Refundable = z.infer<typeof refundable>;

/** GET refund limits, in rupees. */
const refundLimits = z.object({ staff: z.string(), manager: z.string(), version: z.number() });
export const refundLimitsResponse = z.object({ data: refundLimits });
export type RefundLimitsResponse = z.infer<typeof refundLimitsResponse>;

const limit = rupeesInPaise.refine((paise) => paise <= MAX_REFUND_LIMIT, 'must be smaller');

/** POST save refund limits. A manager's limit is at least that of staff. */
export const saveRefundLimitsRequest = z
  .object({ staff: limit, manager: limit, version: count })
  .refine(({ staff, manager }) => manager >= staff, {
    path: ['manager'],
    message: 'must not be less than the limit of staff',
  });
export type SaveRefundLimitsRequest = z.output<typeof saveRefundLimitsRequest>;
export const refundLimitsSavedResponse = z.object({ data: z.object({ version: z.number() }) });
