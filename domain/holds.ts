import { SLOTS_PER_DAY } from './slots.ts';

/** How many unpaid card bookings a person may hold at a time. */
export const MAX_HOLDS = 3;

/** How many slots those may reserve together: one room for a whole day. */
export const MAX_HELD_SLOTS = SLOTS_PER_DAY;
