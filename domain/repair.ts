import { rangeOf, type SlotRange } from './slots.ts';

/** What is left of a selection when others have taken some of it. */
export interface RepairedSelection {
  /** Its longest run of slots that are not taken, the earliest of two that are equally long; null when none is left. */
  readonly kept: SlotRange | null;
  /** The slots of it that are taken, ascending. */
  readonly lost: readonly number[];
}

/** Keeps as much of a contiguous selection as can still be booked in one piece (spec 5). */
export function repairSelection(selection: readonly number[], taken: readonly number[]): RepairedSelection {
  const runs: number[][] = [[]];
  for (const slot of [...selection].sort((a, b) => a - b)) {
    if (taken.includes(slot)) runs.push([]);
    else runs.at(-1)?.push(slot);
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), []);
  return {
    kept: rangeOf(longest),
    lost: selection.filter((slot) => taken.includes(slot)).sort((a, b) => a - b),
  };
}

/** The smallest range that has both ranges in it when they touch or overlap; the second alone when they do not. */
export const joinRanges = (previous: SlotRange, next: SlotRange): SlotRange =>
  previous.start <= next.end && next.start <= previous.end
    ? { start: Math.min(previous.start, next.start), end: Math.max(previous.end, next.end) }
    : next;
