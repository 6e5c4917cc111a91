import { dateAt, instantOf } from './calendar.ts';
import { SLOTS_PER_DAY } from './slots.ts';

/** The largest number of ranges that one user waits for at a time. */
export const MAX_WAITLIST_ENTRIES = 5;

/** The largest number of slots in those ranges together: one room for a whole day, as for unpaid holds (decision 0020). */
export const MAX_WAITLIST_SLOTS = SLOTS_PER_DAY;

/** How many offers in a row a user may leave unused before the entry ends. */
export const MAX_UNUSED_OFFERS = 2;

/** The largest number of letters about one entry, so that times that come and go do not fill a mailbox. */
export const MAX_EMAILS_PER_ENTRY = 4;

const HOUR_MS = 3_600_000;

/** How long released times are held for the first who waits, in milliseconds, counted from the letter. */
const OFFER_DURATION_MS = HOUR_MS / 2;

/** Times that start later than this after the letter are held for one; of nearer ones all are informed, in milliseconds. */
const MIN_LEAD_FOR_HOLD_MS = 24 * HOUR_MS;

/** Letters go out from 8:00 to 21:00 in India: the slots that begin then. */
const EMAIL_HOURS = { first: 16, end: 42 } as const;

/** The first instant from `now` on, both in milliseconds since 1970, at which a letter may wake nobody. */
export function nextEmailTime(now: number): number {
  const day = dateAt(now);
  if (now < instantOf(day, EMAIL_HOURS.first)) return instantOf(day, EMAIL_HOURS.first);
  return now < instantOf(day, EMAIL_HOURS.end) ? now : instantOf(day, EMAIL_HOURS.first) + 24 * HOUR_MS;
}

/**
 * What happens when times that somebody waits for are released. 'hold': they are held until `until` for the one who has
 * waited longest, whose letter is sent at once; 'inform': everybody who waits gets a letter now, and the first
 * wins; 'later': letters have to wait until `at`, and nothing is held before. Null when the times have begun, or will have by then.
 */
export type Offer =
  | { readonly kind: 'hold'; readonly until: number }
  | { readonly kind: 'inform' }
  | { readonly kind: 'later'; readonly at: number };

/** The offer of times that start at an instant and are released at `now`, both in milliseconds since 1970. */
export function offerAt(startsAt: number, now: number): Offer | null {
  const at = nextEmailTime(now);
  if (startsAt <= at) return null;
  if (at > now) return { kind: 'later', at };
  return startsAt - now > MIN_LEAD_FOR_HOLD_MS
    ? { kind: 'hold', until: now + OFFER_DURATION_MS }
    : { kind: 'inform' };
}
