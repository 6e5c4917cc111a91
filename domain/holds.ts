import { SLOTS_PER_DAY } from './slots.ts';

/** The largest number of unpaid card bookings that one user may hold. */
export const MAX_HOLDS = 3;

/** How many of those may be series, whose slots do not count below (decision 0059). */
export const MAX_SERIES_HOLDS = 1;

/** The largest number of slots in those holds together: one room for a whole day. */
export const MAX_HELD_SLOTS = SLOTS_PER_DAY;
