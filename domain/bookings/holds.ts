import { MAX_SERIES_DATES } from './series.ts';
import { SLOTS_PER_DAY } from '../time/slots.ts';

/** Unpaid card bookings of one user. */
export const MAX_HOLDS = 3;

export const MAX_SERIES_HOLDS = 1;

/** In a user's other holds together: one room for a whole day. */
export const MAX_HELD_SLOTS = SLOTS_PER_DAY;

/*
 * The limits on unpaid times (decision 0020). A new customer has paid for nothing yet and is not a member. The limits of new
 * customers on the times that they hold at once are settings; the series of a new customer counts there too.
 */

/** How often a day a new customer, or the new customers of a network, can hold without paying what they may hold at once. */
export const UNPAID_TRIES_PER_DAY = 3;

/** The slots that any other customer may hold without paying on one day: the largest series. */
export const MAX_UNPAID_SLOTS_PER_DAY = MAX_SERIES_DATES * SLOTS_PER_DAY;

/** The default limits on the hours that are held at once: by a new customer, and by all new customers of one network. */
export const DEFAULT_UNPAID_HOURS = { account: 24, network: 40 } as const;
