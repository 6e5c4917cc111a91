import { z } from 'zod';
import { unusedPaymentReasons } from '../domain/money/refundReasons.ts';
import { blockOutConflict } from './desk/blockOuts.ts';
import { roomRate } from './rooms/rates.ts';
import { alternatives, cancelTerms, moveTerms } from './bookings/booking.ts';

/** Every error code of the API with its HTTP status (ruling 18). */
export const errorStatus = {
  'bad-input': 400,
  'payment-not-verified': 400,
  unauthenticated: 401,
  'wrong-credentials': 401,
  blocked: 403,
  'not-a-member': 403,
  'foreign-user': 403,
  'wrong-password': 403,
  'not-allowed': 403,
  'second-factor-needed': 403,
  'second-factor-missing': 403,
  'weak-password': 403,
  'not-found': 404,
  'slot-taken': 409,
  'payment-under-way': 409,
  'already-booked': 409,
  'email-taken': 409,
  'email-unconfirmed': 409,
  'phone-known': 409,
  'earlier-account': 409,
  'no-recipient': 409,
  'bookings-ahead': 409,
  'points-left': 409,
  'price-changed': 409,
  'too-many-holds': 409,
  'unpaid-limit': 409,
  'not-on-account': 409,
  'terms-changed': 409,
  'already-begun': 409,
  'called-off': 409,
  'not-paid': 409,
  'not-booked': 409,
  'too-late-to-move': 409,
  'same-times': 409,
  'last-owner': 409,
  'still-free': 409,
  'too-many-waits': 409,
  'in-the-way': 409,
  'reference-used': 409,
  'not-begun': 409,
  'was-published': 409,
  'changed-meanwhile': 409,
  'too-late-to-correct': 409,
  'above-refund-limit': 409,
  disputed: 409,
  'hold-over': 410,
  'link-over': 410,
  'too-large': 413,
  'unsupported-media': 415,
  'not-enough-points': 422,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * The body of every error response. `fields` has a text for each invalid field; `taken`, `amount`, `price_per_hour`, `holds`
 * and `terms` or `move_terms` are the details of a 409. Codes about a booking: 'already-begun', its time has started or is
 * over; 'called-off', its customer has cancelled it; 'not-paid', it is held for its payment; 'not-booked', it never was or no
 * longer is booked for another reason; 'too-late-to-move', cancelling it is no longer free; 'same-times', it has these times
 * already. Codes about the waiting list: 'still-free', the times can be booked; 'too-many-waits', the user has the maximum
 * number of entries or slots, or did not book these times when they were offered before. 'weak-password': the desk requires
 * another password than the one of the account. 'too-late-to-correct': the law no longer allows a correction of the invoice.
 * 'phone-known': a customer has the phone number of the new one, who has no address. 'above-refund-limit': a refund above the policy exceeds what the caller's role may return. 'disputed': a bank decides about the payment.
 */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /**
     * With 'slot-taken', 'already-booked' and 'payment-under-way': the slots of that room and date that are taken now,
     * as 'HH:MM:SS'.
     */
    taken: z.array(z.string()).optional(),
    /** With 'slot-taken' and 'already-booked': the alternatives. */
    alternatives: alternatives.optional(),
    /** With 'price-changed': the current amount in rupees with two decimals, the room's price per hour in rupees, and its rates. */
    amount: z.string().optional(),
    price_per_hour: z.number().optional(),
    rates: z.array(roomRate).optional(),
    /** With 'terms-changed': the current terms of cancelling or moving. */
    terms: cancelTerms.optional(),
    move_terms: moveTerms.optional(),
    /** With 'hold-over' about a payment that is refunded: the reason. */
    refund_reason: z.enum(unusedPaymentReasons).optional(),
    /** With 'points-left': the points that closing the account would lose, and the rupees that were paid for them. */
    points_left: z.object({ points: z.number(), amount: z.string() }).optional(),
    /** With 'in-the-way': the conflicts with a block-out, in order of time. */
    in_the_way: z.array(blockOutConflict).optional(),
    /** With 'changed-meanwhile': the current values. */
    present: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    /** With 'changed-meanwhile' about something that staff edit: who changed it last and when (ISO), and its current fields. */
    changed: z
      .object({
        by: z.string(),
        at: z.string(),
        version: z.number(),
        fields: z.record(z.string(), z.unknown()),
      })
      .optional(),
    /**
     * With 'email-unconfirmed' at the desk: the account whose address is not confirmed. With 'phone-known': the customer with the
     * phone number, and the address, '' for none. `since` is an ISO instant.
     */
    account: z
      .object({ user_id: z.string(), name: z.string(), since: z.string(), email: z.string().optional() })
      .optional(),
    /** As in the log and in the header X-Request-Id. Not shown on the screen. */
    request_id: z.string().optional(),
    /**
     * With 'too-many-holds': how many unpaid bookings and slots the user holds besides the requested one, and the ISO
     * instant at which enough of them have expired.
     */
    holds: z.object({ count: z.number(), slots: z.number(), until: z.string() }).optional(),
    /**
     * With 'unpaid-limit': whether the account or its network has reached the limit, the slots that may be held without paying,
     * and the ISO instant at which a limit per day ends; null for a limit on the slots that are held at once.
     */
    unpaid: z
      .object({ of: z.enum(['account', 'network']), slots: z.number(), until: z.string().nullable() })
      .optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
