import { startedSlots } from '../../../domain/time/calendar.ts';
import { isOpenFor, openRange } from '../../../domain/time/openingHours.ts';
import { isRangeFree, nearestRanges } from '../../../domain/time/ranges.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { SlotsContext } from './setup.ts';

/* What the pages show of a room's slots. It is not in the machine's file, because every page loads the machine. */

/** What can be done about a wanted range of a room's day. */
export interface WantedRange {
  readonly isFree: boolean;
  /** Free ranges of the same length that start closest to it. */
  readonly nearest: readonly SlotRange[];
  /** There is no waiting list for times that are free, have started, or in which the room is closed. */
  readonly canWait: boolean;
}

export function wantedRange(
  { clock, room, date, taken }: Pick<SlotsContext, 'clock' | 'room' | 'date' | 'taken'>,
  range: SlotRange,
): WantedRange {
  const day = date ?? '';
  const open = openRange(room.openingHours, day);
  const isFree = isRangeFree({ taken, open }, range);
  const hasStarted = startedSlots(day, clock.now()) > range.start;
  return {
    isFree,
    nearest: nearestRanges({ taken, open }, range),
    canWait: !isFree && !hasStarted && isOpenFor(open, range),
  };
}
