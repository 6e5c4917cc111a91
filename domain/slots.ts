/**
 * A day has 48 half-hours (ruling 6). Inside the code a half-hour is its index, 0 ('00:00:00') to 47 ('23:30:00');
 * on the wire it is the clock time of its start, 'HH:MM:SS'.
 */
export const SLOTS_PER_DAY = 48;

/** The latest start time that the search accepts: 20:00 (spec 5). */
export const LATEST_SEARCH_START = 40;
/** The search's default start time: 08:00 (spec 5). */
export const DEFAULT_SEARCH_START = 16;

/** Made once: an answer about many rooms has thousands of them. */
const SLOT_TIMES = Array.from({ length: SLOTS_PER_DAY + 1 }, (_, slot) => {
  const hours = String(Math.floor(slot / 2)).padStart(2, '0');
  return `${hours}:${slot % 2 === 0 ? '00' : '30'}:00`;
});

/** Clock time of a half-hour's start as 'HH:MM:SS'. 48, the end of the day, gives '24:00:00' (ruling 6). */
export const slotTime = (slot: number): string => SLOT_TIMES[slot] as string;

const TIME = /^([01]\d|2[0-4]):(00|30)(?::00)?$/;

/**
 * Reads 'HH:MM' or 'HH:MM:SS' as a half-hour boundary, 0 to 48 ('24:00:00').
 * Returns null for anything that is not on a half-hour of the day.
 */
export function parseSlotTime(time: string): number | null {
  const match = TIME.exec(time);
  if (!match) return null;
  const slot = Number(match[1]) * 2 + (match[2] === '30' ? 1 : 0);
  return slot <= SLOTS_PER_DAY ? slot : null;
}

/** True when the half-hours, in any order, are distinct and follow one another without a gap (spec 5). */
export function isContiguous(slots: readonly number[]): boolean {
  const sorted = [...slots].sort((a, b) => a - b);
  return sorted.length > 0 && sorted.every((slot, i) => i === 0 || slot === (sorted[i - 1] as number) + 1);
}

/**
 * The selection rule of spec section 4: a free half-hour next to the selection joins it; a selected one, or one that
 * is not adjacent, becomes the whole selection. The caller has already refused taken half-hours.
 */
export function selectSlot(selection: readonly number[], clicked: number): number[] {
  if (selection.includes(clicked)) return [clicked];
  const joined = [...selection, clicked].sort((a, b) => a - b);
  return isContiguous(joined) ? joined : [clicked];
}

/** A stretch of half-hours: from `start` up to, not including, `end` (both 0 to 48, start < end). */
export interface SlotRange {
  readonly start: number;
  readonly end: number;
}

/** The stretch that a contiguous selection covers; null when it is empty or has a gap. */
export function rangeOf(selection: readonly number[]): SlotRange | null {
  if (!isContiguous(selection)) return null;
  const start = Math.min(...selection);
  return { start, end: start + selection.length };
}

/** Length of a stretch in half-hours. */
export const slotCount = (range: SlotRange): number => range.end - range.start;

/** The half-hour indexes of a stretch, ascending. */
export const slotsIn = (range: SlotRange): number[] =>
  Array.from({ length: slotCount(range) }, (_, i) => range.start + i);

/** The three times of a booking on the wire (spec 5, ruling 6): first start, last start, and the end. */
export interface BookingTimes {
  readonly stime: string;
  readonly etime: string;
  readonly ctime: string;
}

/** Wire times of a stretch: stime = first start, etime = last start, ctime = last + 30 min. */
export function bookingTimes(range: SlotRange): BookingTimes {
  return { stime: slotTime(range.start), etime: slotTime(range.end - 1), ctime: slotTime(range.end) };
}

/**
 * Reads wire times back into a stretch. Null unless etime is the last half-hour before ctime and stime comes first.
 * '00:00:00' as ctime means midnight at the end of the day.
 */
export function parseBookingTimes(times: BookingTimes): SlotRange | null {
  const start = parseSlotTime(times.stime);
  const last = parseSlotTime(times.etime);
  const close = parseSlotTime(times.ctime);
  if (start === null || last === null || close === null) return null;
  const end = close === 0 ? SLOTS_PER_DAY : close;
  return start < end && last === end - 1 ? { start, end } : null;
}

/** A half-hour boundary as people read it: '8:00 AM', '12:30 PM'; 0 and 48 are '12:00 AM' (spec 9). */
export function clockTime(slot: number): string {
  const hour = Math.floor(slot / 2) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${slot % 2 === 0 ? '00' : '30'} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Hours of a number of half-hours as people read them: '1 hour', '1.5 hours', '0.5 hour'. */
export function hoursText(slots: number): string {
  const hours = slots / 2;
  return `${hours} ${hours > 1 ? 'hours' : 'hour'}`;
}
