import { slotsIn, SLOTS_PER_DAY, type SlotRange } from '../time/slots.ts';

/**
 * The slots of a day that are taken for other bookings, but not for one that moves: its own, and those next to it that only its
 * buffer, or the buffer before it, takes. `taken`: all that cannot be booked. What others may have counts as taken.
 */
export function slotsForMove(
  taken: readonly number[],
  { start, end }: SlotRange,
  buffer: number,
): readonly number[] {
  const isFree = (slots: SlotRange) => slotsIn(slots).every((slot) => !taken.includes(slot));
  const first = start - buffer;
  // Nobody else is near when the slot before the buffer is free.
  const before =
    first > 0 && isFree({ start: first - 1, end: first }) ? slotsIn({ start: first, end: start }) : [];
  const after = slotsIn({ start: end, end: Math.min(end + buffer, SLOTS_PER_DAY) }).filter((slot) =>
    isFree({ start: end + buffer, end: slot + buffer + 1 }),
  );
  return [...before, ...slotsIn({ start, end }), ...after];
}
