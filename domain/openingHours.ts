import { weekdayOf } from './calendar.ts';
import {
  LATEST_SEARCH_START,
  parseSlotTime,
  SLOTS_PER_DAY,
  slotsIn,
  slotTime,
  type SlotRange,
} from './slots.ts';

/** When a room opens and closes on a weekday: clock times, 'HH:MM:SS', as the API sends them. */
export interface OpeningTimes {
  readonly opens: string;
  readonly closes: string;
}

/** A room's opening hours in the API: Monday first, null on a day on which the room stays closed. */
export type OpeningHours = readonly (OpeningTimes | null)[];

/** The day without a rule of the owner: all of its slots can be booked (ruling 6). */
export const WHOLE_DAY: SlotRange = { start: 0, end: SLOTS_PER_DAY };

/**
 * The opening hours of a room for which the owner has set none, every day: from six in the morning to midnight (decision
 * 0054). The migration that added the columns has the same values.
 */
export const DEFAULT_OPENING: SlotRange = { start: 12, end: SLOTS_PER_DAY };

/**
 * The slots of a date (IST) in which a room is open; null when it is closed all day. Without opening hours, as a server
 * of the version before sends a room, it is open all day; the server decides what can be booked.
 */
export function openRange(hours: OpeningHours | undefined, date: string): SlotRange | null {
  if (hours === undefined) return WHOLE_DAY;
  const times = hours[weekdayOf(date)] ?? null;
  return times === null ? null : openRangeOf(times);
}

/** Parses opening times to a slot range; null when they are no range, which no server sends. */
export function openRangeOf({ opens, closes }: OpeningTimes): SlotRange | null {
  const start = parseSlotTime(opens);
  const end = parseSlotTime(closes);
  return start === null || end === null || start >= end ? null : { start, end };
}

/** A range of open slots as opening times. */
export const toOpeningTimes = ({ start, end }: SlotRange): OpeningTimes => ({
  opens: slotTime(start),
  closes: slotTime(end),
});

/** True when a range lies within the open slots; `open` is null on a closed day. */
export const isOpenFor = (open: SlotRange | null, range: SlotRange): boolean =>
  open !== null && range.start >= open.start && range.end <= open.end;

/** The slots of a day outside the open ones, ascending. */
export const closedSlots = (open: SlotRange | null): readonly number[] =>
  open === null
    ? slotsIn(WHOLE_DAY)
    : slotsIn(WHOLE_DAY).filter((slot) => slot < open.start || slot >= open.end);

/**
 * The starts of a search (spec 5), as slots, at which at least one room is open on a date (IST), or on any weekday when the date is
 * null. Without rooms those of the usual hours.
 */
export function openStarts(
  rooms: readonly { readonly opening_hours?: OpeningHours | undefined }[],
  date: string | null,
): readonly number[] {
  const ranges =
    rooms.length === 0
      ? [DEFAULT_OPENING]
      : rooms.flatMap(({ opening_hours: hours }) =>
          date !== null || hours === undefined
            ? (openRange(hours, date ?? '') ?? [])
            : hours.flatMap((times) => (times && openRangeOf(times)) ?? []),
        );
  return slotsIn({ start: 0, end: LATEST_SEARCH_START + 1 }).filter((slot) =>
    ranges.some(({ start, end }) => start <= slot && slot < end),
  );
}
