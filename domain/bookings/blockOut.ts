import { addDays } from '../time/calendar.ts';
import { slotCount, type SlotRange } from '../time/slots.ts';

/**
 * The blocked times: a slot range on every day, or once a week, from the first day to the last, except on some days (IST dates).
 */
export interface BlockOutPlan {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly every: 'day' | 'week';
  readonly exceptDays: readonly string[];
  readonly range: SlotRange;
}

/** Permanent closing times belong in the opening hours. */
export const MAX_BLOCK_OUT_DAYS_AHEAD = 366;

/** Over all rooms and days of one block-out. Each slot is a row of the database. */
export const MAX_BLOCKED_SLOTS = 60_000;

/** The days of the series (IST dates), ascending; empty when the last day is before the first. */
export function daysOfSeries({
  firstDay,
  lastDay,
  every,
}: Pick<BlockOutPlan, 'firstDay' | 'lastDay' | 'every'>): string[] {
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = addDays(day, every === 'day' ? 1 : 7)) days.push(day);
  return days;
}

/** The days of the series without those that are left out. */
export const blockedDays = ({ exceptDays, ...series }: Omit<BlockOutPlan, 'range'>): string[] =>
  daysOfSeries(series).filter((day) => !exceptDays.includes(day));

export const countBlockedSlots = (plan: BlockOutPlan, rooms: number): number =>
  rooms * blockedDays(plan).length * slotCount(plan.range);
