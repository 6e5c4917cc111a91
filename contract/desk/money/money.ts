import { z } from 'zod';
import { payOutMethods, saleMethods } from '../../../domain/money/deskPayment.ts';
import { refundReasons } from '../../../domain/money/refundReasons.ts';
import { parseBookingTimes } from '../../../domain/time/slots.ts';
import { bookingTimes } from '../../bookings/bookingTimes.ts';
import { seriesQuery } from '../../bookings/series.ts';
import { billingFields, checkBillingFields } from '../../invoices/billing.ts';
import { optionalMailableAddress, personFields } from '../../account/registration.ts';
import { reason } from '../../reason.ts';
import { checkLaterDates, laterDates } from '../laterDates.ts';
import { waitingRefund } from './refunds.ts';
import {
  flag,
  optionalLine,
  optionalNumber,
  optionalText,
  optionalUuid,
  rupeesInPaise,
} from '../../values.ts';

const method = z.enum(saleMethods);
/** The reference on the payer's receipt: the number of a UPI transfer or of a paper slip. */
const reference = optionalNumber(50);

const checkReference = (
  body: { readonly method: string; readonly reference?: string | undefined },
  context: z.RefinementCtx,
): void => {
  if (body.method === 'upi' && body.reference === undefined) {
    context.addIssue({ code: 'custom', path: ['reference'], message: 'must not be empty for UPI' });
  }
};

const saleFields = {
  user_id: optionalUuid,
  email: optionalMailableAddress,
  is_other_person: flag.default(false),
  first_name: optionalLine(100),
  phone: z.union([z.literal('').transform(() => undefined), personFields.phone]).optional(),
  ...bookingTimes,
  amount: rupeesInPaise,
  takes_address: flag.default(false),
  ...billingFields,
  replaces_billing: flag.default(false),
  note: optionalText(2000),
  later_dates: laterDates,
};

/** The parts of a sale that depend on each other. */
const checkSale = (
  body: Parameters<typeof checkTimes>[0] &
    Parameters<typeof checkCustomer>[0] &
    Parameters<typeof checkLaterDates>[0] &
    Parameters<typeof checkBillingFields>[0] & { readonly replaces_billing: boolean },
  context: z.RefinementCtx,
): void => {
  checkTimes(body, context);
  checkCustomer(body, context);
  checkLaterDates(body, context);
  if (body.replaces_billing) checkBillingFields(body, context);
};

/** Without an address, a new customer is found again by the phone number. */
const checkCustomer = (
  {
    user_id,
    email,
    first_name,
    phone,
  }: { readonly [Field in 'user_id' | 'email' | 'first_name' | 'phone']?: string | undefined },
  context: z.RefinementCtx,
): void => {
  if (user_id !== undefined || email !== undefined) return;
  const missing = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (phone === undefined) missing('email', 'must not be empty without a phone number');
  else if (first_name === undefined) missing('first_name', 'must not be empty');
};

const checkTimes = (
  body: { readonly stime: string; readonly etime: string; readonly ctime: string },
  context: z.RefinementCtx,
): void => {
  if (parseBookingTimes(body) !== null) return;
  context.addIssue({ code: 'custom', path: ['ctime'], message: 'must end a run of adjacent slots' });
};

/**
 * POST sell: books for a customer who pays at the desk, or on the account of the customer's company: an account (`user_id`), or the one with an address. `first_name` and `phone`
 * create an account for an address without one, or for a customer without an address; the next sale with the phone number finds it.
 * `is_other_person`: the customer is not the one with the same number whom the response 'phone-known' named.
 * `amount`: the price that was shown, in rupees. `takes_address`: the address is taken from an account that somebody registered
 * and never confirmed, which the response 'email-unconfirmed' named, and an account is created for the customer.
 * `company_name`, `address` and `gstin`: what the invoice shows, saved as the customer's billing details. What is empty stays as it
 * is saved, unless `replaces_billing`: the form has shown the saved details, and a field was emptied. `note`: a note of the staff about the booking. `later_dates`: a sale that repeats also has the same times on these dates,
 * ascending; `amount` is then the price of all dates.
 */
export const sellRequest = z.object({ ...saleFields, method, reference }).superRefine((body, context) => {
  checkReference(body, context);
  if (body.method === 'account' && body.later_dates.length > 0)
    context.addIssue({
      code: 'custom',
      path: ['method'],
      message: 'must be cash or UPI for several dates',
    });
  checkSale(body, context);
});
export type SellRequest = z.output<typeof sellRequest>;

/** GET sale dates: the room and times of every date, the first date, the number of weeks between two dates, and their number. */
export const saleDatesQuery = seriesQuery;
export type SaleDatesQuery = z.output<typeof saleDatesQuery>;

/** 'taken': `who` says what is in the way. 'outside': after the last day that can be booked. */
const saleDate = z.object({ date: z.string(), state: z.enum(['free', 'taken', 'outside']), who: z.string() });
export const saleDatesResponse = z.object({ data: z.array(saleDate) });
export type SaleDatesResponse = z.infer<typeof saleDatesResponse>;
export type SaleDate = SaleDatesResponse['data'][number];

/** POST payment link: books for a customer who pays by a link, which is sent to the address. It may repeat as a sale does. */
export const paymentLinkRequest = z.object(saleFields).superRefine(checkSale);
export type PaymentLinkRequest = z.output<typeof paymentLinkRequest>;

/** The link, and until when it can be paid and the slots are held (ISO instant). */
export const paymentLinkResponse = z.object({
  data: z.object({ booking_id: z.string(), url: z.string(), until: z.string() }),
});
export type SentPaymentLink = z.infer<typeof paymentLinkResponse>['data'];

/** POST withdraw link: cancels an unpaid payment link. `booking_id`: of the booking, or `id` of its `extension`. */
export const withdrawLinkRequest = z.object({ booking_id: z.uuid() });

/** POST emails: sends the emails about a booking again. */
export const resendEmailsRequest = z.object({ booking_id: z.uuid() });

/**
 * A refund. `method` is null when the provider refunds; otherwise the desk pays it in this way. Instants are ISO, `amount` is
 * in rupees.
 */
const refund = z.object({
  id: z.string(),
  booking_id: z.string().nullable(),
  reference: z.string().nullable(),
  day: z.string().nullable(),
  customer: z.string(),
  payment_id: z.string(),
  method: method.nullable(),
  amount: z.string(),
  reason: z.enum(refundReasons),
  status: z.enum(['due', 'requested', 'processed', 'needs_person']),
  made_by: z.enum(['us', 'provider', 'dispute']),
  /** Why the provider refused or failed it last, in its words. */
  problem: z.string().nullable(),
  /** The refund waits for the end of a dispute about its payment. */
  waits_for_dispute: z.boolean(),
  /**
   * By how much more than its payment was captured all of that payment's refunds are, in rupees: it was returned at the provider and
   * at the desk. Missing from a server of the previous version.
   */
  over_returned: z.string().nullable().optional(),
  /** All of the payment has been returned, and the booking is still confirmed. */
  still_booked: z.boolean(),
  due_since: z.string(),
  attempts: z.number(),
  failures: z.number(),
  next_try_at: z.string(),
  provider_id: z.string().nullable(),
  bank_reference: z.string().nullable(),
});
export type DeskRefund = z.infer<typeof refund>;

/**
 * A payment that has paid for nothing yet: 'open' at the bank, 'failed', or 'unmatched', which should never happen. Without a
 * booking it is for points.
 */
const unsettledPayment = z.object({
  payment_id: z.string(),
  state: z.enum(['open', 'failed', 'unmatched']),
  amount: z.string(),
  at: z.string(),
  booking_id: z.string().nullable(),
  reference: z.string().nullable(),
  day: z.string().nullable(),
  customer: z.string(),
});
export type UnsettledPayment = z.infer<typeof unsettledPayment>;

/** A dispute about a payment. `amount` is in rupees, instants are ISO. `respond_by`: the last time for evidence at the provider. */
const dispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.string(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.string().nullable(),
  reason_code: z.string().nullable(),
  respond_by: z.string().nullable(),
  created_at: z.string(),
  booking_id: z.string().nullable(),
  reference: z.string().nullable(),
  day: z.string().nullable(),
  customer: z.string(),
});
export type DeskDispute = z.infer<typeof dispute>;

/**
 * GET money: refunds that wait for a confirmation (missing from a server of the previous version), refunds that are not processed
 * and those of the last days, open disputes and those of the last months, and unsettled payments of the last days.
 */
const money = z.object({
  requests: z.array(waitingRefund).optional(),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  payments: z.array(unsettledPayment),
});
export type Money = z.infer<typeof money>;
export const moneyResponse = z.object({ data: money });
export type MoneyResponse = z.infer<typeof moneyResponse>;

/** POST retry: requests a refund again at once; 'optimum' as an instant refund, for which the provider charges a fee. */
export const retryRefundRequest = z.object({
  refund_id: z.uuid(),
  reason,
  speed: z.enum(['normal', 'optimum']).optional(),
});
export type RetryRefundRequest = z.output<typeof retryRefundRequest>;

/**
 * POST hand back: the desk has paid a refund, or has settled it with the customer in another way. Everything but cash needs a
 * reference.
 */
export const handBackRequest = z
  .object({ refund_id: z.uuid(), method: z.enum(payOutMethods), reference })
  .superRefine(({ method: how, reference: given }, context) => {
    if (how === 'cash' || given !== undefined) return;
    const message = how === 'upi' ? 'must not be empty for UPI' : 'must not be empty';
    context.addIssue({ code: 'custom', path: ['reference'], message });
  });
export type HandBackRequest = z.output<typeof handBackRequest>;

/** GET provider: the payment provider's data about a payment. Amounts are in rupees. */
export const providerQuery = z.object({
  payment_id: z.string().regex(/^pay_[A-Za-z0-9]{14}$/, 'must be a payment of the provider'),
});
const providerPayment = z.object({
  payment_id: z.string(),
  status: z.string(),
  amount: z.string(),
  refunds: z.array(z.object({ id: z.string(), status: z.string(), amount: z.string() })),
});
export type ProviderPayment = z.infer<typeof providerPayment>;
export const providerResponse = z.object({ data: providerPayment });
export type ProviderResponse = z.infer<typeof providerResponse>;
