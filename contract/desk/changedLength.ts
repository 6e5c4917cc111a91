import { z } from 'zod';
import { parseSlotTime, SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { saleMethods } from '../../domain/money/deskPayment.ts';
import { reason } from '../reason.ts';
import { amountInHundredths, count, optionalNumber, slotBoundary } from '../values.ts';

/* A booking becomes longer or shorter at the desk, in its room and on its day. */

/** `end_time` is the end; '24:00:00' is midnight at the end of the day. */
const lengthFields = {
  booking_id: z.uuid(),
  sequence: count,
  start_time: slotBoundary,
  end_time: slotBoundary,
};

/** `amount`: the price of the added times, as it was shown. */
const extensionFields = { ...lengthFields, amount: amountInHundredths };

function withRange<Body extends { readonly start_time: string; readonly end_time: string }>(
  { start_time, end_time, ...rest }: Body,
  context: z.RefinementCtx,
) {
  const start = parseSlotTime(start_time) ?? 0;
  const end = parseSlotTime(end_time) || SLOTS_PER_DAY;
  if (start >= end) {
    context.addIssue({ code: 'custom', path: ['end_time'], message: 'must be after the start' });
  }
  return { ...rest, range: { start, end } };
}

/**
 * POST extend: the booking gets the times from `start_time` to `end_time`. A booking with points is extended with points; for any
 * other the customer pays at the desk, in cash or by UPI; 'account' is for a booking on account.
 */
export const extendRequest = z
  .object({
    ...extensionFields,
    method: z.enum([...saleMethods, 'points']),
    reference: optionalNumber(50),
  })
  .superRefine(({ method, reference }, context) => {
    if (method !== 'upi' || reference !== undefined) return;
    context.addIssue({ code: 'custom', path: ['reference'], message: 'must not be empty for UPI' });
  })
  .transform(withRange);
export type ExtendRequest = z.output<typeof extendRequest>;

/** POST extend by link: holds the added times until the customer pays the link, which is sent by email. */
export const extendByLinkRequest = z.object(extensionFields).transform(withRange);
export type ExtensionFields = z.output<typeof extendByLinkRequest>;

/**
 * POST shorten: the booking keeps the times from `start_time` to `end_time`. `policy_refund`: the refund of the policy, as it was
 * shown; `refund`: the actual refund. If they differ, it is an exception.
 */
export const shortenRequest = z
  .object({ ...lengthFields, policy_refund: amountInHundredths, refund: amountInHundredths, reason })
  .transform(withRange);
export type ShortenRequest = z.output<typeof shortenRequest>;
