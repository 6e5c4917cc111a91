import { z } from 'zod';
import { bookingTimes, checkContiguous } from './bookingTimes.ts';
import { cancelTerms } from './booking.ts';
import { paymentDetails } from './bookingDetails.ts';
import { arrival } from './dayPlan.ts';
import { reason } from './reason.ts';
import { amountInHundredths, count, optionalText } from './values.ts';

/** GET desk booking. */
export const deskBookingQuery = z.object({ booking_id: z.uuid() });

/** A booking as the desk sees it. Instants are ISO; `amount` and `returned` are rupees with two decimals, or points. */
const deskBooking = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum([
    'held',
    'confirmed',
    'expired',
    'cancelled',
    'called_off',
    'moving',
    'moved',
    'not_moved',
    'refund_due',
    'refunded',
  ]),
  sequence: z.number(),
  customer: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    company: z.string(),
    is_member: z.boolean(),
    points: z.number(),
  }),
  room_id: z.number(),
  room_name: z.string(),
  day: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  paid_with: z.enum(['points', 'card']),
  amount: z.string(),
  /** What has been paid for it and its moves, the oldest first. */
  payments: z.array(paymentDetails),
  booked_at: z.string(),
  cancelled_at: z.string().nullable(),
  returned: z.string().nullable(),
  arrival: arrival.nullable(),
  note: z.string(),
  /** What its policy returns when it is cancelled now; null for one that is not booked. */
  terms: cancelTerms.nullable(),
  /** The payment link that was sent for it, and until when it can be paid (ISO instant); 'over' frees the slots. */
  link: z.object({ url: z.string(), until: z.string(), state: z.enum(['open', 'paid', 'over']) }).nullable(),
});
export type DeskBooking = z.infer<typeof deskBooking>;
export const deskBookingResponse = z.object({ data: deskBooking });
export type DeskBookingResponse = z.infer<typeof deskBookingResponse>;

/** POST arrival: whether the people came; empty takes it back. */
export const arrivalRequest = z.object({
  booking_id: z.uuid(),
  arrival: z.preprocess((value) => (value === '' ? null : value), arrival.nullable()),
});

/** POST note: what the desk should know about a booking; empty removes it. */
export const noteRequest = z.object({ booking_id: z.uuid(), note: optionalText(2000) });

/**
 * POST desk cancel. `policy_refund`: what the policy returns, as it was shown; `refund`: what comes back. Where they differ
 * it is an exception.
 */
export const deskCancelRequest = z.object({
  booking_id: z.uuid(),
  policy_refund: amountInHundredths,
  refund: amountInHundredths,
  reason,
});
export type DeskCancelRequest = z.output<typeof deskCancelRequest>;

/** POST desk move: other times of the same length, or another room, at the price that was paid. */
export const deskMoveRequest = z
  .object({
    booking_id: z.uuid(),
    sequence: count,
    ...bookingTimes,
    reason,
  })
  .superRefine(checkContiguous);
export type DeskMoveRequest = z.output<typeof deskMoveRequest>;

/** POST walk-in: books for a member who is here or on the phone, with the member's points. */
export const walkInRequest = z
  .object({
    email: z.string().trim().min(1, 'must not be empty').max(254),
    ...bookingTimes,
  })
  .superRefine(checkContiguous);
export type WalkInRequest = z.output<typeof walkInRequest>;
export const walkInResponse = z.object({ data: z.object({ booking_id: z.string() }) });
