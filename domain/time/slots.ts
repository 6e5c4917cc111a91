/**
 * A day has 48 slots of half an hour (ruling 6). The code uses the slot's number, 0 ('00:00:00') to 47 ('23:30:00');
 * the API uses the clock time of its start, 'HH:MM:SS'.
 */
export const SLOTS_PER_DAY = 48;

export const MINUTES_PER_SLOT = 30;

/** 20:00 (spec 5). */
export const LATEST_SEARCH_START = 40;
/** 08:00 (spec 5). */
export const DEFAULT_SEARCH_START = 16;

/** Precomputed, because a response about many rooms has thousands of times. */
const SLOT_TIMES = Array.from({ length: SLOTS_PER_DAY + 1 }, (_, slot) => {
  const hours = String(Math.floor(slot / 2)).padStart(2, '0');
  return `${hours}:${slot % 2 === 0 ? '00' : '30'}:00`;
});

/** 'HH:MM:SS'. Slot 48, the end of the day, gives '24:00:00' (ruling 6). */
export const slotTime = (slot: number): string => SLOT_TIMES[slot] as string;

const TIME = /^([01]\d|2[0-4]):(00|30)(?::00)?$/;

/** Parses 'HH:MM' or 'HH:MM:SS' as a slot boundary, 0 to 48 ('24:00:00'). Null for any other text. */
export function parseSlotTime(time: string): number | null {
  const match = TIME.exec(time);
  if (!match) return null;
  const slot = Number(match[1]) * 2 + (match[2] === '30' ? 1 : 0);
  return slot <= SLOTS_PER_DAY ? slot : null;
}

/** The slots that start at these times. A text that is no slot boundary is ignored. */
export const slotsAt = (times: readonly string[]): readonly number[] =>
  times.flatMap((time) => parseSlotTime(time) ?? []);

/** True when the slots, in any order, are distinct and adjacent to each other (spec 5). */
export function isContiguous(slots: readonly number[]): boolean {
  const sorted = [...slots].sort((a, b) => a - b);
  return sorted.length > 0 && sorted.every((slot, i) => i === 0 || slot === (sorted[i - 1] as number) + 1);
}

/** A run of adjacent slots from `start` up to, not including, `end` (both 0 to 48, start < end). */
export interface SlotRange {
  readonly start: number;
  readonly end: number;
}

/** Null when the selection is empty or has a gap. */
export function rangeOf(selection: readonly number[]): SlotRange | null {
  if (!isContiguous(selection)) return null;
  const start = Math.min(...selection);
  return { start, end: start + selection.length };
}

export const slotCount = (range: SlotRange): number => range.end - range.start;

export const slotsIn = (range: SlotRange): number[] =>
  Array.from({ length: slotCount(range) }, (_, i) => range.start + i);

/**
 * The three times of a booking in the API (spec 5, ruling 6): start of the first slot, start of the last slot, and the
 * end.
 */
export interface BookingTimes {
  readonly stime: string;
  readonly etime: string;
  readonly ctime: string;
}

/** The API times of a range: stime = first start, etime = last start, ctime = last start + 30 min. */
export function bookingTimes(range: SlotRange): BookingTimes {
  return { stime: slotTime(range.start), etime: slotTime(range.end - 1), ctime: slotTime(range.end) };
}

/**
 * Parses API times to a slot range. Null unless etime is the slot before ctime and stime is not after it. '00:00:00' as
 * ctime means midnight at the end of the day.
 */
export function parseBookingTimes(times: BookingTimes): SlotRange | null {
  const start = parseSlotTime(times.stime);
  const last = parseSlotTime(times.etime);
  const close = parseSlotTime(times.ctime);
  if (start === null || last === null || close === null) return null;
  const end = close === 0 ? SLOTS_PER_DAY : close;
  return start < end && last === end - 1 ? { start, end } : null;
}

/** A slot boundary formatted for people: '8:00 AM', '12:30 PM'; 0 and 48 are '12:00 AM' (spec 9). */
export function clockTime(slot: number): string {
  const hour = Math.floor(slot / 2) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${slot % 2 === 0 ? '00' : '30'} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '1 hour', '1.5 hours', '0.5 hour'. */
export function hoursText(slots: number): string {
  const hours = slots / 2;
  return `${hours} ${hours > 1 ? 'hours' : 'hour'}`;
}
