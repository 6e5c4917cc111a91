import { dateAt, instantOf } from '../time/calendar.ts';
import { SLOTS_PER_DAY } from '../time/slots.ts';

/** Per user. */
export const MAX_WAITING_LIST_ENTRIES = 5;

/** In the entries of one user together: one room for a whole day, as for unpaid holds. */
export const MAX_WAITING_LIST_SLOTS = SLOTS_PER_DAY;

/** An entry ends after this number of unused offers in a row. */
export const MAX_UNUSED_OFFERS = 2;

/** Times may be released and taken many times. */
export const MAX_EMAILS_PER_ENTRY = 4;

const HOUR_MS = 3_600_000;

/** How long released times are held for the first user of the list, in milliseconds from the email. */
const OFFER_DURATION_MS = HOUR_MS / 2;

/**
 * Times that start later than this after the email are held for one user; for earlier times all users are informed. In
 * milliseconds.
 */
const MIN_LEAD_FOR_HOLD_MS = 24 * HOUR_MS;

/** Emails are sent from 8:00 to 21:00 IST, in slots. */
const EMAIL_HOURS = { first: 16, end: 42 } as const;

/** When emails about free times are sent, as people read it. */
export const EMAIL_HOURS_TEXT = 'between 8 AM and 9 PM';

/** The first instant from `now` on at which emails may be sent without waking people. Both are milliseconds since 1970. */
export function nextEmailTime(now: number): number {
  const day = dateAt(now);
  if (now < instantOf(day, EMAIL_HOURS.first)) return instantOf(day, EMAIL_HOURS.first);
  return now < instantOf(day, EMAIL_HOURS.end) ? now : instantOf(day, EMAIL_HOURS.first) + 24 * HOUR_MS;
}

/**
 * What happens when times of the waiting list are released. 'hold': they are held until `until` for the user who has waited
 * longest, who gets an email at once. 'inform': every waiting user gets an email now, and the first booking wins. 'later':
 * nothing is held or sent before `at`.
 */
export type Offer =
  | { readonly kind: 'hold'; readonly until: number }
  | { readonly kind: 'inform' }
  | { readonly kind: 'later'; readonly at: number };

/**
 * The offer for times that start at `startsAt` and are released at `now`, both in milliseconds since 1970. Null when the times
 * have started, or will have started before an email may be sent.
 */
export function offerAt(startsAt: number, now: number): Offer | null {
  const at = nextEmailTime(now);
  if (startsAt <= at) return null;
  if (at > now) return { kind: 'later', at };
  return startsAt - now > MIN_LEAD_FOR_HOLD_MS
    ? { kind: 'hold', until: now + OFFER_DURATION_MS }
    : { kind: 'inform' };
}
