import { WHOLE_DAY } from './openingHours.ts';
import { clockTime, slotCount, slotsIn, SLOTS_PER_DAY, type SlotRange } from './slots.ts';

export interface DayAvailability {
  /** The slots that cannot be booked, in any order: booked, held, or started (ruling 7). */
  readonly taken: readonly number[];
  /** The slots in which the room is open; null when it is closed all day. The whole day when missing. */
  readonly open?: SlotRange | null;
}

/** The longest runs of free slots of a day, ascending. No two of them are adjacent. */
export function freeRanges({ taken, open = WHOLE_DAY }: DayAvailability): readonly SlotRange[] {
  if (open === null) return [];
  const isTaken = new Set(taken);
  const ranges: SlotRange[] = [];
  let start: number | null = null;
  for (const slot of slotsIn(open)) {
    if (isTaken.has(slot)) {
      if (start !== null) ranges.push({ start, end: slot });
      start = null;
    } else {
      start ??= slot;
    }
  }
  if (start !== null) ranges.push({ start, end: open.end });
  return ranges;
}

/** True when every slot of the range can be booked. */
export const isRangeFree = (
  { taken, open = WHOLE_DAY }: DayAvailability,
  { start, end }: SlotRange,
): boolean =>
  open !== null &&
  open.start <= start &&
  end <= open.end &&
  !taken.some((slot) => slot >= start && slot < end);

const MAX_SUGGESTED_RANGES = 3;

/** The range of `slots` slots in a free run whose start is nearest to `start`. */
function nearestRangeIn(free: SlotRange, start: number, slots: number): SlotRange {
  const nearest = Math.min(Math.max(start, free.start), free.end - slots);
  return { start: nearest, end: nearest + slots };
}

/**
 * The free ranges of the same length that start nearest to the requested one, the nearest first. Of two equally near ranges the
 * later is first, because people can wait more easily than come early. Each free run of the day suggests only its nearest
 * range, so that the suggestions differ. A requested range that is free is the only result. Empty when no run of the day is
 * long enough. At most `limit`, three by default.
 */
export function nearestRanges(
  day: DayAvailability,
  requested: SlotRange,
  limit: number = MAX_SUGGESTED_RANGES,
): readonly SlotRange[] {
  if (isRangeFree(day, requested)) return [requested];
  const slots = slotCount(requested);
  const distance = ({ start }: SlotRange) => Math.abs(start - requested.start);
  return freeRanges(day)
    .filter((free) => slotCount(free) >= slots)
    .map((free) => nearestRangeIn(free, requested.start, slots))
    .sort((a, b) => distance(a) - distance(b) || b.start - a.start)
    .slice(0, limit);
}

/** '9:00 AM to 10:00 AM', as the desk writes times. */
export const timesText = ({ start, end }: SlotRange): string => `${clockTime(start)} to ${clockTime(end)}`;

/** For people, with one AM or PM when both ends are in the same half of the day: '2:30–4:30 PM', '11:30 AM–1:30 PM'. */
export function rangeText({ start, end }: SlotRange): string {
  const [from, fromHalf] = clockTime(start).split(' ') as [string, string];
  const [until, untilHalf] = clockTime(end).split(' ') as [string, string];
  return fromHalf === untilHalf && end < SLOTS_PER_DAY
    ? `${from}–${until} ${untilHalf}`
    : `${from} ${fromHalf}–${until} ${untilHalf}`;
}
