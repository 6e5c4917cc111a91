import { z } from 'zod';
import { mailableAddress } from '../account/registration.ts';
import { accountKinds } from '../../domain/account/accountIdentity.ts';
import { MAX_SEARCH_LENGTH } from '../../domain/account/deskSearch.ts';
import { roles } from '../../domain/account/roles.ts';
import { arrival } from './dayPlan.ts';
import { bookingStateFields } from './booking.ts';
import { pointEntry } from '../points/points.ts';
import { reason } from '../reason.ts';
import { calendarDate, flag, typedText } from '../values.ts';

/** Of a grant, a correction or a month. */
const MAX_POINTS = 10_000;

const POINTS_FORMAT = 'must be whole or half points';

/** Whole or half points with a sign; parsed to half-points, because a slot costs half a point. */
const halfPointsAmount = z.union([z.number(), z.string()], POINTS_FORMAT).transform((amount, context) => {
  // A minus sign that is pasted from a spreadsheet or an email may be the typographic one.
  const text = String(amount).trim().replace(/^−/, '-');
  const halfPoints = /^-?\d+(\.[05]0?)?$/.test(text) ? Number(text) * 2 : null;
  const isTooMany = halfPoints !== null && Math.abs(halfPoints) > MAX_POINTS * 2;
  if (halfPoints === null || isTooMany) {
    context.addIssue({
      code: 'custom',
      message: isTooMany ? `must be at most ${MAX_POINTS}` : POINTS_FORMAT,
    });
    return z.NEVER;
  }
  return halfPoints;
});
/** Points from 0. */
const nonNegativePoints = halfPointsAmount.refine((halfPoints) => halfPoints >= 0, 'must not be less than 0');
/** Points above 0. */
const positivePoints = halfPointsAmount.refine((halfPoints) => halfPoints > 0, 'must be more than 0');
/** Points with a sign, not 0. */
const nonZeroPoints = halfPointsAmount.refine((halfPoints) => halfPoints !== 0, 'must not be 0');

/**
 * GET people, the search of the desk: accounts by the words of name, company and email address in any order, and by phone number;
 * bookings by reference and payment; invoices and credit notes by number. Without a text the first accounts by address.
 */
export const peopleQuery = z.object({
  search: typedText.max(MAX_SEARCH_LENGTH, `must be at most ${MAX_SEARCH_LENGTH} characters`).default(''),
});

const personInList = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  role: z.enum(roles),
  is_member: z.boolean(),
  is_blocked: z.boolean(),
  points: z.number(),
  /** Whose account it is (domain/account/accountIdentity.ts); missing from a server of the previous version. */
  identity: z.enum(accountKinds).optional(),
});
export type PersonInList = z.infer<typeof personInList>;
const bookingInList = z.object({
  id: z.string(),
  reference: z.string(),
  room_name: z.string(),
  day: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  ...bookingStateFields,
  /** Missing from a server of the previous version. */
  arrival: arrival.nullable().optional(),
  paid_with: z.enum(['points', 'card']),
  amount: z.string(),
});
export type BookingInList = z.infer<typeof bookingInList>;

export const taxDocumentInList = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  number: z.string(),
  date: z.string(),
  amount: z.string(),
});
export type TaxDocumentInList = z.infer<typeof taxDocumentInList>;

const customer = { user_id: z.string(), customer: z.string() };

/**
 * `more`: there are other accounts, which a longer text would find. `bookings` and `papers` are missing from a server of the
 * previous version; the person of a tax document is its customer.
 */
export const peopleResponse = z.object({
  data: z.array(personInList),
  more: z.boolean(),
  bookings: z.array(bookingInList.extend(customer)).optional(),
  papers: z.array(taxDocumentInList.extend(customer)).optional(),
});
export type PeopleResponse = z.infer<typeof peopleResponse>;

/** GET person. */
export const personQuery = z.object({ user_id: z.uuid() });

/** An account with its latest bookings, tax documents and changes of points. Amounts are rupees with two decimals, or points. */
const person = personInList.extend({
  email_confirmed: z.boolean(),
  /** Who made the account, and whether someone has proven its address. `email` is '' for an account that has none. */
  identity: z.enum(accountKinds).exclude(['closed']),
  since: z.string(),
  /** The points of the membership per month, and the part of the balance that expires at the end of this month. */
  monthly_points: z.number(),
  ending_points: z.number(),
  /** What invoices show instead of the name; null without saved details. Missing from a server of the previous version. */
  billing: z
    .object({ company_name: z.string(), address: z.string(), gstin: z.string() })
    .nullable()
    .optional(),
  /** On whose account the person may book. Missing from a server of the previous version. */
  books_for: z.object({ id: z.string(), name: z.string() }).nullable().optional(),
  bookings: z.array(bookingInList),
  papers: z.array(taxDocumentInList),
  entries: z.array(pointEntry),
});
export type Person = z.infer<typeof person>;
export const personResponse = z.object({ data: person });
export type PersonResponse = z.infer<typeof personResponse>;

/**
 * POST membership: on or off, and the points per month. `was_…` are the values that were shown; the call is refused when they
 * have changed since.
 */
export const membershipRequest = z
  .object({
    user_id: z.uuid(),
    was_member: flag,
    was_monthly: nonNegativePoints,
    is_member: flag,
    monthly_points: nonNegativePoints,
    reason,
  })
  // Monthly points without a membership are a mistake: nobody pays for them.
  .refine(({ is_member, monthly_points, was_monthly }) => is_member || monthly_points <= was_monthly, {
    path: ['monthly_points'],
    message: 'belong to a membership: choose Member, or enter 0',
  });
export type MembershipRequest = z.output<typeof membershipRequest>;

/** POST confirm again: sends the email again that lets an account's user confirm the address, or set the first password. */
export const confirmAgainRequest = z.object({ user_id: z.uuid() });

/** POST add address: gives an account of the desk that has no address one, which gets the email for the first password. */
export const addAddressRequest = z.object({ user_id: z.uuid(), email: mailableAddress });
export type AddAddressRequest = z.output<typeof addAddressRequest>;

/**
 * POST close account: closes an account without an address, for a customer who cannot sign in. `lost_points`: the points that the
 * customer agrees to lose, which the response 'points-left' named.
 */
export const closeForCustomerRequest = z.object({
  user_id: z.uuid(),
  reason,
  lost_points: z.coerce.number().optional(),
});
export type CloseForCustomerRequest = z.output<typeof closeForCustomerRequest>;

/** POST block: whether the account is blocked from signing in and booking. */
export const blockRequest = z.object({ user_id: z.uuid(), blocked: flag, reason });
export type BlockRequest = z.output<typeof blockRequest>;

/** POST grant and correct: the points, and the balance that was shown, so that a repeated call has no effect. */
export const grantRequest = z.object({
  user_id: z.uuid(),
  points: positivePoints,
  balance: nonNegativePoints,
  reason,
});
export const correctRequest = z.object({
  user_id: z.uuid(),
  points: nonZeroPoints,
  balance: nonNegativePoints,
  reason,
});
export type PointsRequest = z.output<typeof correctRequest>;

/** GET export of points: the entries from the first to the last day (IST), of all accounts or of one. */
export const pointsExportQuery = z.object({
  from: calendarDate,
  to: calendarDate,
  user_id: z.uuid().optional(),
});
export type PointsExportQuery = z.output<typeof pointsExportQuery>;
