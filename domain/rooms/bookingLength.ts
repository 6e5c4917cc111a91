import { slotCount, SLOTS_PER_DAY, type SlotRange } from '../time/slots.ts';
import { durationText } from './durations.ts';

/** The lengths of the shortest and the longest booking of a room, in slots; without them every length can be booked. */
export interface LengthLimits {
  readonly minSlots?: number | undefined;
  readonly maxSlots?: number | undefined;
}

export const allowsLength = (
  { minSlots = 1, maxSlots = SLOTS_PER_DAY }: LengthLimits,
  range: SlotRange,
): boolean => slotCount(range) >= minSlots && slotCount(range) <= maxSlots;

/** 'Bookings of 1 hour or longer'; null when every length can be booked. */
export function lengthText({ minSlots = 1, maxSlots = SLOTS_PER_DAY }: LengthLimits): string | null {
  if (minSlots <= 1)
    return maxSlots >= SLOTS_PER_DAY ? null : `Bookings of at most ${durationText(maxSlots)}`;
  if (maxSlots >= SLOTS_PER_DAY) return `Bookings of ${durationText(minSlots)} or longer`;
  return minSlots === maxSlots
    ? `Bookings of ${durationText(minSlots)}`
    : `Bookings of ${durationText(minSlots)} to ${durationText(maxSlots)}`;
}
