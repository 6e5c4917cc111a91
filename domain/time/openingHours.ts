import { weekdayOf } from './calendar.ts';
import {
  LATEST_SEARCH_START,
  parseSlotTime,
  SLOTS_PER_DAY,
  slotsIn,
  slotTime,
  type SlotRange,
} from './slots.ts';

/** When a room opens and closes on a weekday, as clock times 'HH:MM:SS' of the API. */
export interface OpeningTimes {
  readonly opens: string;
  readonly closes: string;
}

/** A room's opening hours, Monday first; null on a day on which the room is closed. */
export type OpeningHours = readonly (SlotRange | null)[];

/** All slots of a day, which can be booked when no opening hours are set (ruling 6). */
export const WHOLE_DAY: SlotRange = { start: 0, end: SLOTS_PER_DAY };

/**
 * The default opening hours of every day: from six in the morning to midnight. The migration that added the
 * columns has the same values.
 */
export const DEFAULT_OPENING: SlotRange = { start: 12, end: SLOTS_PER_DAY };

/**
 * The open slots of a room on a date (IST); null when it is closed all day. Without opening hours, as a server of the previous
 * version sends a room, it counts as open all day: the server checks each booking.
 */
export function openRange(hours: OpeningHours | undefined, date: string): SlotRange | null {
  return hours === undefined ? WHOLE_DAY : (hours[weekdayOf(date)] ?? null);
}

/** Parses opening times to a slot range; null when they are not a valid range. */
export function openRangeOf({ opens, closes }: OpeningTimes): SlotRange | null {
  const start = parseSlotTime(opens);
  const end = parseSlotTime(closes);
  return start === null || end === null || start >= end ? null : { start, end };
}

export const toOpeningTimes = ({ start, end }: SlotRange): OpeningTimes => ({
  opens: slotTime(start),
  closes: slotTime(end),
});

/** True when a range is within the open slots; `open` is null on a closed day. */
export const isOpenFor = (open: SlotRange | null, range: SlotRange): boolean =>
  open !== null && range.start >= open.start && range.end <= open.end;

export const isOpenAt = (open: SlotRange | null, slot: number): boolean =>
  isOpenFor(open, { start: slot, end: slot + 1 });

/** Ascending; `open` is null on a closed day. */
export const closedSlots = (open: SlotRange | null): readonly number[] =>
  slotsIn(WHOLE_DAY).filter((slot) => !isOpenAt(open, slot));

/**
 * The starts of a search (spec 5), as slots, at which at least one room is open on a date (IST), or on any weekday when `date`
 * is null. Without rooms it uses the default opening hours.
 */
export function openStarts(
  rooms: readonly { readonly openingHours?: OpeningHours | undefined }[],
  date: string | null,
): readonly number[] {
  const ranges =
    rooms.length === 0
      ? [DEFAULT_OPENING]
      : rooms.flatMap(({ openingHours: hours }) =>
          date !== null || hours === undefined
            ? (openRange(hours, date ?? '') ?? [])
            : hours.flatMap((open) => open ?? []),
        );
  return slotsIn({ start: 0, end: LATEST_SEARCH_START + 1 }).filter((slot) =>
    ranges.some(({ start, end }) => start <= slot && slot < end),
  );
}
