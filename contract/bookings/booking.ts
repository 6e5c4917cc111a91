import { z } from 'zod';
import { CURRENCY } from '../../domain/money/pricing.ts';
import { isDate } from '../../domain/time/calendar.ts';
import { saleMethods } from '../../domain/money/deskPayment.ts';
import { providerMethods } from '../../domain/money/paymentMethods.ts';
import { refundReasons } from '../../domain/money/refundReasons.ts';
import { SLOTS_PER_DAY } from '../../domain/time/slots.ts';
import { bookingTimes, checkContiguous } from './bookingTimes.ts';
import { visitFields } from './visit.ts';
import { ratedTimes } from '../rooms/rates.ts';
import { room, roomLocation } from '../rooms/rooms.ts';
import { orderFields, paidFields, payer } from '../checkout/order.ts';
import { formerStatus } from './formerStatus.ts';
import { amountInHundredths, count, policyFrom, rupeesInPaise, signedHundredths } from '../values.ts';

/** The alternative field names of spec 3 (ruling 16), keyed by the name used here. */
const fieldAliases = {
  mid: 'meeting_room',
  uid: 'user',
  bdate: 'booking_date',
  stime: 'start_time',
  etime: 'end_time',
  ctime: 'cal_time',
  booking_id: 'bid',
  order_id: 'oid',
  payment_id: 'pid',
  signature: 'sign',
} as const;

/** Renames fields that use an alternative name, unless the canonical name is present too. */
function withCanonicalNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const named: Record<string, unknown> = { ...body };
  for (const [canonicalName, alias] of Object.entries(fieldAliases)) {
    if (!(canonicalName in named) && alias in named) {
      named[canonicalName] = named[alias];
      delete named[alias];
    }
  }
  return named;
}

const bookingFields = {
  ...bookingTimes,
  uid: z.string().min(1).max(64),
  policy_from: policyFrom,
  ...visitFields,
};

/** POST book (points): room, user, date and times (spec 3). */
export const bookRequest = z.preprocess(
  withCanonicalNames,
  z.object(bookingFields).superRefine(checkContiguous),
);
export type BookRequest = z.output<typeof bookRequest>;

/** POST book: the new booking. The status 200 means success. */
export const bookResponse = z.object({ data: z.object({ booking_id: z.string() }) });

/** POST payment create: the fields of a booking and the price that the client showed. `amount` is in rupees (ruling 8). */
export const createPaymentRequest = z.preprocess(
  withCanonicalNames,
  z
    .object({ ...bookingFields, amount: rupeesInPaise, currency: z.literal(CURRENCY) })
    .superRefine(checkContiguous),
);
export type CreatePaymentRequest = z.output<typeof createPaymentRequest>;

/**
 * POST payment create: the order to pay. `notes` is a list, unlike the provider's map of the same name (ruling 20). `amount` is
 * in paise, `hold_expires_at` is an ISO instant of the server's clock, `timeout` is in seconds.
 */
const orderToPay = z.object({
  ...orderFields,
  hold_expires_at: z.string(),
  notes: z.tuple([
    z.object({
      room_name: z.string(),
      booking_date: z.string(),
      start_time: z.string(),
      cal_time: z.string(),
    }),
    payer,
    z.object({ booking_id: z.string() }),
  ]),
});
export const createPaymentResponse = z.object({ data: orderToPay });
export type CreatePaymentResponse = z.infer<typeof createPaymentResponse>;

/** POST payment complete: the result of the provider's checkout, under either spelling of its fields (ruling 16). */
export const completePaymentRequest = z.preprocess(
  withCanonicalNames,
  z.object({
    booking_id: z.uuid(),
    ...paidFields,
  }),
);
export type CompletePaymentRequest = z.output<typeof completePaymentRequest>;

export const completePaymentResponse = z.object({
  data: z.object({ booking_id: z.string(), status: z.literal('confirmed') }),
});

/**
 * POST payment release: the visitor closed the checkout of this booking. With `give_up` the slots are released even
 * while the payer can still approve an attempt. A later capture books the slots if they are free, and is refunded
 * otherwise.
 */
export const releasePaymentRequest = z.preprocess(
  withCanonicalNames,
  z.object({
    booking_id: z.uuid(),
    give_up: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .default(false),
  }),
);

/**
 * An open attempt at the bank. `since`: its order was created at this instant; `until`: its hold ends at this instant at the
 * latest. ISO instants. `method`: how the payer pays, missing while the provider has not reported it.
 */
const openAttempt = z.object({
  since: z.string(),
  until: z.string(),
  method: z.enum(providerMethods).optional(),
});
const pendingPayment = z.object({ booking_id: z.string(), status: z.literal('pending'), wait: openAttempt });

/**
 * POST payment release: the status at the provider. 'confirmed': the booking is paid; 'released': it is unpaid, and the slots
 * are free; 'pending': an attempt is still open, and the hold stays. A payment that was captured after the slots were taken is
 * refused with 410, as in complete.
 */
export const releasePaymentResponse = z.object({
  data: z.discriminatedUnion('status', [
    z.object({ booking_id: z.string(), status: z.enum(['confirmed', 'released']) }),
    pendingPayment,
  ]),
});
export type ReleasePaymentResponse = z.infer<typeof releasePaymentResponse>;

/** GET payment status: the booking. */
export const paymentStatusQuery = z.object({ booking_id: z.uuid() });

/** GET payment status: as in release, but nothing is released. 'held': it is unpaid, and the slots are still held. */
export const paymentStatusResponse = z.object({
  data: z.discriminatedUnion('status', [
    z.object({ booking_id: z.string(), status: z.enum(['confirmed', 'held', 'released']) }),
    pendingPayment,
  ]),
});
export type PaymentStatusResponse = z.infer<typeof paymentStatusResponse>;

/**
 * One refund. `amount` is in rupees with two decimals. `reason`: see domain/money/refundReasons.ts. `status`: 'due' will be
 * requested from the provider, 'requested' was accepted by it, 'processed' was sent to the payer's bank. `reference` is the
 * provider's id of the refund, `bank_reference` the bank's number of it; both are null until they exist. `at_desk` is the method
 * of a refund that the desk pays, null for a refund of the provider. A refund of the desk is 'due' until it is paid and has no
 * `reference`.
 */
export const refundItem = z.object({
  amount: z.string(),
  reason: z.enum(refundReasons),
  status: z.enum(['due', 'requested', 'processed']),
  at_desk: z.enum(saleMethods).nullable(),
  reference: z.string().nullable(),
  bank_reference: z.string().nullable(),
});
export type RefundItem = z.infer<typeof refundItem>;

/**
 * All refunds of a booking together. `amount` is in rupees with two decimals; `status` is 'refunded' when all of it is
 * processed.
 */
const refundSummary = z.object({ amount: z.string(), status: z.enum(['refund_due', 'refunded']) });
export type RefundSummary = z.infer<typeof refundSummary>;

/** A position in a user's list of bookings: date, first slot and id of the booking there. */
const bookingCursor = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}_\d{1,2}_[0-9a-f-]{36}$/, 'must be the next of an earlier answer')
  .transform((text) => {
    const [day, slot, id] = text.split('_') as [string, string, string];
    return { day, slot: Number(slot), id };
  })
  .refine(({ day, slot, id }) => isDate(day) && slot < SLOTS_PER_DAY && z.uuid().safeParse(id).success, {
    message: 'must be the next of an earlier answer',
  });

/**
 * A booking that is not paid yet. `since` and `until` are those of its payment. `at_bank`: the payer must approve an attempt,
 * or the bank has not decided it yet. `by_link`: it is paid by a link that was sent by email.
 */
const unpaid = openAttempt.extend({ at_bank: z.boolean(), by_link: z.boolean().optional() });
export type Unpaid = z.infer<typeof unpaid>;

/**
 * The pending move of a booking: the new times are held until the difference is paid. In the calls about its payment (complete,
 * release and status) `booking_id` identifies the move. `amount` is the difference in rupees with two decimals.
 */
const pendingMove = unpaid.extend({
  booking_id: z.string(),
  amount: z.string(),
  room_id: z.number(),
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
});
export type PendingMove = z.infer<typeof pendingMove>;

/**
 * One of the user's bookings (spec 3). `state`: 'confirmed' is booked, 'pending' is held for its payment, 'cancelled' was
 * cancelled by the customer or the desk, 'refund_due' and 'refunded' were paid too late and are not booked. `refund` is present
 * whenever money is refunded, also for a confirmed booking: a second payment, the difference after a move, or a payment that was
 * too late for a move. `start_time` and `end_time` are the starts of the first and the last slot. The screen shows the end as 30
 * minutes after `end_time` (spec 9).
 */
export const booking = z.object({
  id: z.string(),
  booking_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Missing from a server of the previous version. */
  state: z.enum(['confirmed', 'pending', 'cancelled', 'refund_due', 'refunded']).optional(),
  status: formerStatus(z.enum(['confirmed', 'pending', 'called_off', 'refund_due', 'refunded'])),
  refund: refundSummary.optional(),
  /** Present with `refund`: each single refund, the oldest first. */
  refunds: z.array(refundItem).optional(),
  /** Present with 'pending'. */
  unpaid: unpaid.optional(),
  /** Present while the difference of a move to more expensive times can be paid. */
  open_move: pendingMove.optional(),
  /** Present for a date of a series: the id of the series, and the number of its dates. */
  series: z.object({ id: z.string(), dates: z.number() }).optional(),
  paid_with: z.enum(['points', 'card']),
  /** Rupees with two decimals when paid by card, points when paid with points. */
  amount: z.string(),
  /** What its times cost by card, in order of time; missing when they all cost the same. */
  rates: z.array(ratedTimes).optional(),
  meeting_room: z.object({
    id: room.shape.id,
    room_name: room.shape.room_name,
    image: z.object({ image: z.string() }),
    location: roomLocation,
  }),
});
export type Booking = z.infer<typeof booking>;

/**
 * GET my bookings: one page. Without a cursor it lists unpaid bookings, upcoming ones (soonest first), the latest past ones,
 * the latest cancelled ones, and all with a refund that is due. `after` and `before` are `next.upcoming` and `next.past` of an
 * earlier response. With `id` the list has only that booking, in any status, or is empty.
 */
export const myBookingsQuery = z
  .object({ after: bookingCursor.optional(), before: bookingCursor.optional(), id: z.uuid().optional() })
  .refine(({ after, before }) => !(after && before), { path: ['before'], message: 'must not be with after' })
  .refine(({ after, before, id }) => !(id && (after ?? before)), {
    path: ['id'],
    message: 'must be without a cursor',
  });
export type MyBookingsQuery = z.output<typeof myBookingsQuery>;

/** GET my bookings: in order of time. `next` has a cursor for each direction, null where the list ends. */
export const myBookingsResponse = z.object({
  data: z.array(booking),
  next: z.object({ upcoming: z.string().nullable(), past: z.string().nullable() }),
});
export type MyBookingsResponse = z.infer<typeof myBookingsResponse>;

/**
 * The alternatives to times that are taken: the nearest times of the same length in that room, and other rooms that are free at
 * the same times. At most three of each, the most suitable first.
 */
export const alternatives = z.object({
  times: z.array(z.object({ stime: z.string(), etime: z.string(), ctime: z.string() })),
  rooms: z.array(room),
});
export type Alternatives = z.infer<typeof alternatives>;

/** GET cancel terms: the booking. */
export const cancelTermsQuery = z.object({ booking_id: z.uuid() });

/**
 * The refund for cancelling a booking at the time of the call. `refund` is in rupees with two decimals, or in points; `percent`
 * is its share of the amount paid. `free_until` is the last instant (ISO) with a full refund, also when it has passed; null
 * when there never was one. `terms`: the booking's policy in words. `returned_before`: the rupees of the price that have gone
 * back already, which are subtracted in `refund`; missing when there are none. `disputed`: the refund waits for the end of a
 * dispute about the payment. `on_account`: the company of the user pays, so the refund is taken off its account.
 */
export const cancelTerms = z.object({
  booking_id: z.string(),
  paid_with: z.enum(['points', 'card']),
  refund: z.string(),
  percent: z.number(),
  free_until: z.string().nullable(),
  terms: z.string(),
  returned_before: z.string().optional(),
  disputed: z.literal(true).optional(),
  on_account: z.literal(true).optional(),
});
export type CancelTerms = z.infer<typeof cancelTerms>;

/** GET cancel terms. Refused with 404 for another user's booking, and with 409 for one that cannot be cancelled. */
export const cancelTermsResponse = z.object({ data: cancelTerms });

/** POST cancel: the booking, and the `refund` of the cancel terms that the user saw. */
export const cancelRequest = z.preprocess(
  withCanonicalNames,
  z.object({ booking_id: z.uuid(), refund: amountInHundredths }),
);
export type CancelRequest = z.output<typeof cancelRequest>;

/**
 * POST cancel: the booking is cancelled, its slots are free, and `refund` will be refunded. A repeated call returns the same,
 * also with another `refund`. Refused with 409 'terms-changed' and the current terms when `refund` has changed, and for the
 * reasons of cancel terms.
 */
export const cancelResponse = z.object({
  data: z.object({
    booking_id: z.string(),
    /** Missing from a server of the previous version. */
    state: z.literal('cancelled').optional(),
    status: formerStatus(z.literal('called_off')),
    refund: z.string(),
  }),
});
export type CancelResponse = z.infer<typeof cancelResponse>;

const moveFields = { booking_id: z.uuid(), ...bookingTimes };

/** GET move terms: the booking, and the room, date and times to move it to. */
export const moveTermsQuery = z.object(moveFields).superRefine(checkContiguous);

/**
 * The cost of moving a booking at the time of the call. `amount` is the price of the new times. `difference` is the amount to
 * pay, negative for a refund, from which `returned_before` is subtracted: rupees with two decimals, or points. A difference of
 * less than a rupee counts as none, and the price stays. `returned_before`, `disputed` and `on_account`: as in the cancel terms. `refund`,
 * `percent` and `free_until` are those of the cancel terms right after the move. `sequence` is that of the booking.
 */
export const moveTerms = cancelTerms.extend({
  sequence: z.number(),
  amount: z.string(),
  difference: z.string(),
});
export type MoveTerms = z.infer<typeof moveTerms>;

/**
 * GET move terms. Refused like a booking of the new times, except that the booking's current slots count as free; with 404 for
 * another user's booking, and with 409 for a booking that cannot be cancelled, that can no longer be cancelled free of charge
 * ('too-late-to-move'), or that has these times already ('same-times').
 */
export const moveTermsResponse = z.object({ data: moveTerms });

/** POST move: the new times, and the `sequence`, `difference` and `refund` of the move terms that the user saw. */
export const moveRequest = z.preprocess(
  withCanonicalNames,
  z
    .object({
      ...moveFields,
      sequence: count,
      difference: signedHundredths,
      refund: amountInHundredths.optional(),
    })
    .superRefine(checkContiguous),
);
export type MoveRequest = z.output<typeof moveRequest>;

/**
 * POST move. 'moved': the booking has the new times, and a lower price leads to a refund; a repeated call returns the same.
 * 'unpaid': the old times stay booked, and the new ones are held until `order` is paid with the usual calls (checkout,
 * complete, release, status). In those calls the `booking_id` in the order's notes identifies the move. Refused for the reasons
 * of move terms, and with 409 'terms-changed' and the current terms when the difference or the refund has changed or the
 * booking was changed. A 410 is not about the booking: the new times were released while their order was created, or a
 * conflicting hold of the user was paid too late and that payment is refunded.
 */
export const moveResponse = z.object({
  data: z.discriminatedUnion('status', [
    z.object({ booking_id: z.string(), status: z.literal('moved'), sequence: z.number() }),
    z.object({ booking_id: z.string(), status: z.literal('unpaid'), order: orderToPay }),
  ]),
});
export type MoveResponse = z.infer<typeof moveResponse>;
