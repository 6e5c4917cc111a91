import { SLOTS_PER_DAY } from './slots.ts';

/** The largest number of unpaid card bookings that one user may hold. */
export const MAX_HOLDS = 3;

/** The largest number of series among them. Their slots do not count towards MAX_HELD_SLOTS (decision 0059). */
export const MAX_SERIES_HOLDS = 1;

/** The largest number of slots in a user's other holds together: one room for a whole day. */
export const MAX_HELD_SLOTS = SLOTS_PER_DAY;
