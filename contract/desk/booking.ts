import { z } from 'zod';
import { bookingCodes, type BookingCode, type BookingState } from '../../domain/bookings/bookingStates.ts';
import { bookingTimes, checkContiguous } from '../bookings/bookingTimes.ts';
import { cancelTerms, refundItem } from '../bookings/booking.ts';
import { formerStatus } from '../bookings/formerStatus.ts';
import { paymentDetails } from '../bookings/bookingDetails.ts';
import { ratedTimes } from '../rooms/rates.ts';
import { arrival } from './dayPlan.ts';
import { reason } from '../reason.ts';
import { deskTaxDocument } from './invoices.ts';
import { checkLaterDates, laterDates } from './laterDates.ts';
import { refundable, waitingRefund } from './money/refunds.ts';
import { emailAddress } from '../account/session.ts';
import { amountInHundredths, count, filledText, optionalUuid } from '../values.ts';

/** GET desk booking. */
export const deskBookingQuery = z.object({ booking_id: z.uuid() });

/** The states of a booking; the names that people read are in domain/bookings/bookingStates.ts. */
export const bookingStateFields = {
  /** Missing from a server of the previous version. */
  state: z.enum(Object.keys(bookingCodes) as BookingState[]).optional(),
  status: formerStatus(z.enum(Object.values(bookingCodes) as BookingCode[])),
};

/** A note of the staff. `at` is an ISO instant; `by` is '' when the author is not known. */
const bookingNote = z.object({ id: z.number(), at: z.string(), by: z.string(), text: z.string() });
export type BookingNote = z.infer<typeof bookingNote>;

/**
 * An event in the history of a booking. `at` is an ISO instant; `by` is null for the customer. `was` and `became` have the fields
 * that differ; `names`: the names behind their ids, by id.
 */
const bookingEvent = z.object({
  at: z.string(),
  by: z.string().nullable(),
  action: z.string(),
  was: z.record(z.string(), z.unknown()).nullable(),
  became: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  names: z.record(z.string(), z.string()),
});
export type BookingEvent = z.infer<typeof bookingEvent>;

/** A date of a series, which is a booking of its own. */
const seriesDate = z.object({
  booking_id: z.string(),
  reference: z.string(),
  state: z.enum(Object.keys(bookingCodes) as BookingState[]),
  room_name: z.string(),
  day: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Rupees with two decimals, or points. */
  amount: z.string(),
});

const paymentLink = z.object({
  url: z.string(),
  until: z.string(),
  state: z.enum(['open', 'paid', 'over']),
});

/** A booking as the desk sees it. Instants are ISO; `amount` and `returned` are rupees with two decimals, or points. */
const deskBooking = z.object({
  id: z.string(),
  reference: z.string(),
  ...bookingStateFields,
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
  /** One line. Missing from a server of the previous version. */
  room_address: z.string().optional(),
  day: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  paid_with: z.enum(['points', 'card']),
  amount: z.string(),
  /** What its times cost by card, in order of time; missing when they all cost the same. */
  rates: z.array(ratedTimes).optional(),
  /** For it and its moves, the oldest first. */
  payments: z.array(paymentDetails),
  booked_at: z.string(),
  cancelled_at: z.string().nullable(),
  returned: z.string().nullable(),
  arrival: arrival.nullable(),
  /** The latest note, for pages of the previous version. */
  note: z.string(),
  /** The notes, the latest first; missing from a server of the previous version. */
  notes: z.array(bookingNote).optional(),
  /** The latest event first; missing from a server of the previous version. */
  history: z.array(bookingEvent).optional(),
  /** How many people come, and purpose and wishes, as the customer said. */
  headcount: z.number().nullable(),
  wishes: z.string(),
  /** Its refunds, the oldest first; missing from a server of the previous version. */
  refunds: z.array(refundItem).optional(),
  /** What the caller may refund of it; null for nothing, missing from a server of the previous version. */
  refundable: refundable.nullable().optional(),
  /** A refund that waits for a confirmation; null for none, missing from a server of the previous version. */
  refund_request: waitingRefund.nullable().optional(),
  /** Its invoices and credit notes, the oldest first; missing from a server of the previous version. */
  documents: z.array(deskTaxDocument).optional(),
  /** The refund for cancelling it now; null for one that is not booked. */
  terms: cancelTerms.nullable(),
  /** All dates of its series, ascending; empty for a single booking, missing from a server of the previous version. */
  series: z.array(seriesDate).optional(),
  /**
   * The payment link that was sent for it, and until when it can be paid (ISO instant). When the link is 'over', the slots are
   * free. `amount`: rupees, for all dates of a series; missing from a server of the previous version.
   */
  link: paymentLink.extend({ amount: z.string().optional() }).nullable(),
  /**
   * The payment link for its longer times, while it is open or was the last change. `id`: for withdrawing it; `amount`: the price of
   * the added times. Null for none, missing from a server of the previous version.
   */
  extension: paymentLink
    .extend({ id: z.string(), start_time: z.string(), end_time: z.string(), amount: z.string() })
    .nullable()
    .optional(),
});
export type DeskBooking = z.infer<typeof deskBooking>;
export const deskBookingResponse = z.object({ data: deskBooking });
export type DeskBookingResponse = z.infer<typeof deskBookingResponse>;

/** POST arrival: whether the guests arrived; '' removes the record. */
export const arrivalRequest = z.object({
  booking_id: z.uuid(),
  arrival: z.preprocess((value) => (value === '' ? null : value), arrival.nullable()),
});

/** POST note: adds a note to a booking. No note is ever changed or removed. */
export const noteRequest = z.object({ booking_id: z.uuid(), note: filledText(2000) });

/**
 * POST desk cancel. `policy_refund`: the refund of the policy, as it was shown; `refund`: the actual refund. If they differ, it
 * is an exception.
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

/**
 * POST walk-in: books with the points of a member who is present or on the phone. `later_dates`: also the same times on these
 * dates, ascending.
 */
export const walkInRequest = z
  .object({
    user_id: optionalUuid,
    email: z.union([z.literal('').transform(() => undefined), emailAddress]).optional(),
    ...bookingTimes,
    later_dates: laterDates,
  })
  .superRefine((body, context) => {
    checkContiguous(body, context);
    checkLaterDates(body, context);
    if (body.user_id === undefined && body.email === undefined)
      context.addIssue({ code: 'custom', path: ['email'], message: 'must not be empty' });
  });
export type WalkInRequest = z.output<typeof walkInRequest>;
export const walkInResponse = z.object({ data: z.object({ booking_id: z.string() }) });
