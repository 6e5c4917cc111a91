import { addDays } from './calendar.ts';
import { slotCount, type SlotRange } from './slots.ts';

/** The days and times that are blocked: from the first day to the last (IST dates), each of them or once a week. */
export interface BlockOutPlan {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly every: 'day' | 'week';
  readonly range: SlotRange;
}

/** A block-out reaches at most this many days ahead; one that stays belongs to the opening hours. */
export const MAX_BLOCK_OUT_DAYS_AHEAD = 366;

/** The most slots that one block-out may have, of all its rooms and days: each is a row. */
export const MAX_BLOCKED_SLOTS = 60_000;

/** The days of a block-out, ascending; none when the last day is before the first. */
export function blockedDays({ firstDay, lastDay, every }: Omit<BlockOutPlan, 'range'>): string[] {
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, every === 'day' ? 1 : 7)) days.push(day);
  return days;
}

/** The number of slots of a block-out in a number of rooms. */
export const countBlockedSlots = (plan: BlockOutPlan, rooms: number): number =>
  rooms * blockedDays(plan).length * slotCount(plan.range);
